import { vi } from 'vitest'
import { beat } from './wire.ts'

/** The clock of the page: it stands still until a test waits, and then runs faster than ours. */
const stepMs = 8
const beatMs = 4000
const patienceMs = 30_000
const { setTimeout: ofMachine, Date: MachineDate } = globalThis
const moment = () => new Promise((done) => void ofMachine(done, 1))

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await moment()
}

/** Tries until it holds. */
export async function until<T>(holds: () => T): Promise<T> {
  const end = MachineDate.now() + patienceMs
  for (;;) {
    try {
      return holds()
    } catch (thrown) {
      if (MachineDate.now() > end) throw thrown
    }
    await pass(stepMs)
  }
}

/** So much time goes by for the page, and its stream beats as the server's does. */
export async function wait(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= beatMs) {
    beat()
    await pass(Math.min(left, beatMs))
  }
}

/** When each test begins: 17:00 in Bangkok. */
export const now = '2026-11-23T10:00:00.000Z'
/** What the page reads the time by. */
export const clocks = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'performance',
] as const
