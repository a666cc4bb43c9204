import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { startPeriodic, type PeriodicWork } from '../../../platform/work/periodic.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { firstStart } from '../../start/first-start.ts'
import { sandboxHosts, sandboxPorts, startSandbox } from '../../start/sandbox/start-sandbox.ts'

/** A seeded server, and the outside world as a process of its own that moves only when it is told to. */
export interface LiveWorld {
  readonly server: TestServer
  readonly admin: pg.Client
  /** Where the page and the control calls are. */
  readonly base: string
  readonly control: <T>(name: string, wish?: object) => Promise<T>
  readonly state: <T>() => Promise<T>
  /** Until no message waits on a phone. */
  readonly drained: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param works which of the server's periodic works go on meanwhile */
export async function startLiveWorld(works: readonly PeriodicWork[]): Promise<LiveWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'khlang-live-'))
  process.env['KHLANG_SANDBOX_SEED'] = '77'
  const server = await startTestServer()
  const { services, database } = server
  await firstStart(services, folder, database.adminUrl, () => undefined)
  const ports = await sandboxPorts(0)
  Object.assign(services, { egressAllow: sandboxHosts(ports) })
  const periodic = startPeriodic(services, works)
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const sandbox = await startSandbox(
    services,
    { surfaces: ['auto', 'member'], host: '127.0.0.1', sandboxEvents: false },
    folder,
    { ...ports, server: Number(new URL(server.url).port) },
  )
  const base = `http://127.0.0.1:${ports.page}`
  const state = async <T>(): Promise<T> => {
    const response = await fetch(`${base}/control/state`)
    return ((await response.json()) as { data: T }).data
  }
  const waiting = async () => (await state<{ messages: { waiting: number } }>()).messages.waiting
  return {
    server,
    admin,
    base,
    state,
    control: async <T>(name: string, wish: object = {}): Promise<T> => {
      const response = await fetch(`${base}/control/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wish),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${name}: ${text}`)
      return (JSON.parse(text) as { data: T }).data
    },
    drained: () => expect.poll(waiting, { timeout: 20_000 }).toBe(0),
    stop: async () => {
      await sandbox.stop()
      await periodic.stop()
      await admin.end()
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
