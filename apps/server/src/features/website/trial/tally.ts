import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { website } from '@khlang/contract/website/website.ts'

type Tried = HandlerOutput<typeof website.trySettings>['deposits']
export type Outcome = Tried['moved'][number]['from']
export type WhyUnknown = Tried['unknown'][number]['why']

/** How a decision stands another time: alike, other, or not known and why. */
export type Verdict =
  | { readonly from: Outcome; readonly to: Outcome; readonly why: readonly string[] }
  | { readonly unknown: WhyUnknown }

/** A decision as the answer names it. */
interface Judged {
  readonly id: string
  readonly label: string
  readonly at: string
  readonly amountMinor: number
}

/** So many rows that differ are shown; all of them are counted. */
const rowsMax = 50

/** Counts and sums of one side of a trial, and the first that differ. */
export class Tally {
  #count = 0
  #same = 0
  readonly #moved = new Map<string, { from: Outcome; to: Outcome; count: number; amountMinor: number }>()
  readonly #unknown = new Map<WhyUnknown, { count: number; amountMinor: number }>()
  readonly #rows: Tried['rows'][number][] = []

  get count(): number {
    return this.#count
  }

  add(judged: Judged, verdict: Verdict): void {
    this.#count += 1
    const { amountMinor } = judged
    if ('unknown' in verdict) {
      const sum = this.#unknown.get(verdict.unknown) ?? { count: 0, amountMinor: 0 }
      this.#unknown.set(verdict.unknown, {
        count: sum.count + 1,
        amountMinor: sum.amountMinor + amountMinor,
      })
      return
    }
    const { from, to, why } = verdict
    if (from === to) {
      this.#same += 1
      return
    }
    const key = `${from} ${to}`
    const sum = this.#moved.get(key) ?? { from, to, count: 0, amountMinor: 0 }
    this.#moved.set(key, { ...sum, count: sum.count + 1, amountMinor: sum.amountMinor + amountMinor })
    if (this.#rows.length < rowsMax) this.#rows.push({ ...judged, from, to, why: [...why] })
  }

  answer(isCut: boolean): Tried {
    return {
      isTouched: true,
      count: this.#count,
      isCut,
      same: this.#same,
      moved: [...this.#moved.values()],
      unknown: [...this.#unknown].map(([why, sum]) => ({ why, ...sum })),
      rows: this.#rows,
    }
  }
}

/** Nothing that is proposed has a say in these decisions. */
export const untouched: Tried = {
  isTouched: false,
  count: 0,
  isCut: false,
  same: 0,
  moved: [],
  unknown: [],
  rows: [],
}
