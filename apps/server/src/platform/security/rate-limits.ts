import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { RateClass } from '@khlang/contract/kit/define.ts'
import { ApiError } from '../api-error.ts'

/** Calls of one caller in one class, since the window began. */
interface Window {
  endsAt: number
  /** As far as this process knows: its own, and those of others up to when it last settled. */
  count: number
  /** Of these, the own ones that the other processes have not been told of. */
  unsettled: number
  /** Told of once there are so many. */
  readonly tellFrom: number
}

/** Where the processes of a brand add up what they counted. */
export interface SharedCounts {
  /** Adds calls, and says what all processes have counted in the window, and for how long it still runs. */
  readonly add: (
    key: string,
    calls: number,
    windowMs: number,
  ) => Promise<{ readonly count: number; readonly leftMs: number }>
}

const minute = 60_000
/** Strangers share the class `login`, counted by address; machines are counted by key. */
const loginPerMinute = 300
const machinePerMinute = 30_000
/** What gateways tell, counted by address: a busy minute of all of them. Source: safety, row 92. */
const webhooksPerMinute = 120_000
/** What game providers tell, counted by address: an evening of one with ten thousand words a second. */
const providerWordsPerMinute = 600_000
/** Counted by session: a browser opens one stream, and another when it breaks off. */
const streamsPerMinute = 60
/** A caller who uses less than this part of a rate is nobody else's business, and costs no write. */
const tellPart = 1 / 20

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
    case 'stream':
      return { max: streamsPerMinute, windowMs: minute }
    case 'login':
      return { max: loginPerMinute, windowMs: minute }
    case 'machine':
      return { max: machinePerMinute, windowMs: minute }
    case 'webhook':
      return { max: webhooksPerMinute, windowMs: minute }
    case 'provider':
      return { max: providerWordsPerMinute, windowMs: minute }
  }
}

const tooMany = ({ endsAt }: Pick<Window, 'endsAt'>, now: number): ApiError =>
  new ApiError('tooManyRequests', { retryAfterS: Math.max(1, Math.ceil((endsAt - now) / 1000)) })

/**
 * Fixed windows by (caller, class): a limit on load, not a defence against guessing. A call is counted in
 * memory and waits for nothing; what was counted is settled with the other processes beside the calls.
 */
export class RateLimits {
  readonly #windows = new Map<string, Window>()
  readonly #held = new Map<string, number>()

  /** @throws tooManyRequests with the seconds until the window ends */
  count(caller: string, rate: RateClass, settings: BrandSettings, now: number): void {
    const { max, windowMs } = limitOf(rate, settings)
    const key = `${rate}:${caller}`
    const window = this.#windows.get(key)
    if (!window || now >= window.endsAt) {
      if (this.#windows.size > 50_000) this.#forget(now)
      const tellFrom = Math.max(1, Math.floor(max * tellPart))
      this.#windows.set(key, { endsAt: now + windowMs, count: 1, unsettled: 1, tellFrom })
      return
    }
    window.count += 1
    window.unsettled += 1
    if (window.count > max) throw tooMany(window, now)
  }

  /**
   * Keeps a place among the calls of the window while it is looked up whether the caller is anybody; nothing
   * is counted yet.
   * @returns gives the place back
   * @throws as `count` would
   */
  hold(caller: string, rate: RateClass, settings: BrandSettings, now: number): () => void {
    const { max, windowMs } = limitOf(rate, settings)
    const key = `${rate}:${caller}`
    const held = this.#held.get(key) ?? 0
    const window = this.#windows.get(key)
    const counted = window && now < window.endsAt ? window : { endsAt: now + windowMs, count: 0 }
    if (counted.count + held >= max) throw tooMany(counted, now)
    this.#held.set(key, held + 1)
    return () => {
      const left = (this.#held.get(key) ?? 1) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
  }

  /** Tells the other processes what this one counted, and learns what they did. What fails is told later. */
  async settle(shared: SharedCounts, now: () => number): Promise<void> {
    const begunAt = now()
    for (const [key, window] of this.#windows) {
      const calls = window.unsettled
      if (calls < window.tellFrom || begunAt >= window.endsAt) continue
      window.unsettled = 0
      try {
        const { count, leftMs } = await shared.add(key, calls, window.endsAt - begunAt)
        window.count = count + window.unsettled
        window.endsAt = now() + leftMs
      } catch (error) {
        window.unsettled += calls
        throw error
      }
    }
  }

  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (now > endsAt) this.#windows.delete(key)
  }
}
