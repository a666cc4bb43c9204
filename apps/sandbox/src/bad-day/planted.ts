/** What a bad day brings, in the order in which it does. */
export const badDayKinds = [
  'late',
  'wrongAmount',
  'twice',
  'contradicts',
  'hookTwice',
  'hookLate',
  'hookForged',
  'paidTwice',
  'outOfOrder',
  'answerLost',
  'lost',
  'fee',
  'payoutUnseen',
  'phoneOff',
  'gatewayFails',
  'newWording',
] as const
export type BadDayKind = (typeof badDayKinds)[number]

/** Of a bad day, or one of the three differences of a day's close. */
export type PlantKind = BadDayKind | 'dayPaidTwice' | 'dayFee' | 'dayLost'

/** What was planted, as an operator may look for it: no word of it is of one language. */
export interface PlantFacts {
  /** Bank and number of our account. */
  readonly account?: string
  readonly amountsMinor?: readonly number[]
  /** User names. */
  readonly member?: string
  /** Of the request, the withdrawal or the order. */
  readonly reference?: string
  readonly phone?: string
  /** The bank's day, where the day itself is what was planted in. */
  readonly on?: string
}

export interface Planted extends PlantFacts {
  readonly kind: PlantKind
  readonly atMs: number
  /** Why it could not be planted; absent where it was. */
  readonly trouble?: string
}

/** A step of a bad day. Two put right again what others put wrong. */
export type StepKind = BadDayKind | 'phoneOn' | 'gatewayUp'

export interface Step {
  readonly kind: StepKind
  readonly atMs: number
}

/** What outlives a restart. */
export interface KeptBadDay {
  /** Of the newest day; null before the first. */
  readonly seed: number | null
  readonly lengthMs: number
  readonly steps: readonly Step[]
  /** Newest first. */
  readonly planted: readonly Planted[]
  /** The phone that the day has switched off. */
  readonly phone: string | null
  readonly isGatewayDown: boolean
}
