import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { RateClass } from '@khlang/contract/define.ts'
import { ApiError } from './api-error.ts'

interface Window {
  startedAt: number
  count: number
}

const minute = 60_000
/** Strangers share the class `login`, counted by address; machines are counted by key. */
const loginPerMinute = 300
const machinePerMinute = 30_000

function limitOf(rate: RateClass, settings: BrandSettings): { max: number; windowMs: number } {
  switch (rate) {
    case 'read':
      return { max: settings.rateReadPerMinute, windowMs: minute }
    case 'write':
      return { max: settings.rateWritePerMinute, windowMs: minute }
    case 'money':
      return { max: settings.rateMoneyPerMinute, windowMs: minute }
    case 'export':
      return { max: settings.rateExportPerHour, windowMs: 60 * minute }
    case 'login':
      return { max: loginPerMinute, windowMs: minute }
    case 'machine':
      return { max: machinePerMinute, windowMs: minute }
  }
}

/** Fixed windows by (caller, class), in memory: a limit on load, not a defence against guessing. */
export class RateLimits {
  readonly #windows = new Map<string, Window>()

  /** @throws tooManyRequests with the seconds until the window ends */
  count(caller: string, rate: RateClass, settings: BrandSettings, now: number): void {
    const { max, windowMs } = limitOf(rate, settings)
    const key = `${rate}:${caller}`
    const window = this.#windows.get(key)
    if (!window || now - window.startedAt >= windowMs) {
      if (this.#windows.size > 50_000) this.#forget(now)
      this.#windows.set(key, { startedAt: now, count: 1 })
      return
    }
    window.count += 1
    if (window.count <= max) return
    const retryAfterS = Math.max(1, Math.ceil((window.startedAt + windowMs - now) / 1000))
    throw new ApiError('tooManyRequests', { retryAfterS })
  }

  #forget(now: number): void {
    for (const [key, window] of this.#windows)
      if (now - window.startedAt > 60 * minute) this.#windows.delete(key)
  }
}
