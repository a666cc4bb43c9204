import type { BankCode } from '@khlang/contract/values/banks.ts'
import type { BankTimePrecision } from '@khlang/bank-messages/bank-time.ts'
import { fitMask, type Mask } from '@khlang/bank-messages/mask.ts'
import { compareNames } from '../../../platform/people/names.ts'

/** What the score needs to know of a statement line; `id` fields are opaque. */
export type MatchLine = {
  accountId: string
  direction: 'in' | 'out'
  amountMinor: number
  bankTime: string | null
  bankTimePrecision: BankTimePrecision
  receivedAt: string
  payerBank: BankCode | null
  payerMask: Mask | null
  payerName: string | null
  /** `transRef` of a slip or the gateway's order reference. */
  ref: string | null
}

export type OpenRequest = {
  id: string
  amountMinor: number
  requestedAt: string
  /** The amount's satang were reserved so that no other open request on the account has them. */
  isUniqueSatang: boolean
  /** The account of ours that the member was told to pay to; null when any. */
  accountId: string | null
  /** Somebody of the house wrote it down for the member: hearsay, the member has not asked. */
  isNoted?: boolean
}

export type Candidate = {
  memberId: string
  status: 'active' | 'suspended' | 'blacklisted'
  /** Every account the member has or had; replaced ones stay known. */
  accounts: { bank: BankCode; accountNo: string; isPrimary: boolean; isAlias: boolean }[]
  names: string[]
  openRequests: OpenRequest[]
  /** How often this payer (mask, name, bank) was linked to this member before. */
  aliasHits: number
  /** Amounts of the member's last ten deposits. */
  usualAmountsMinor: number[]
  /** References of verified slips and of gateway orders of this member. */
  slipRefs: string[]
  gatewayRefs: string[]
}

export type SignalCode =
  | 'requestAmountEqual'
  | 'notedAmountEqual'
  | 'uniqueSatang'
  | 'payerMaskFits'
  | 'payerMaskWrong'
  | 'payerBankWrong'
  | 'payerBankEqual'
  | 'payerName'
  | 'payerNameWrong'
  | 'payerNameUnclear'
  | 'requestTime'
  | 'learntAlias'
  | 'slipReference'
  | 'gatewayReference'
  | 'usualAmount'
  | 'memberNotActive'

/** `detail` is shown with the points: visible digits, similarity, seconds, hits. */
export type Signal = { code: SignalCode; points: number; detail: Record<string, string | number> }
export type Score = { memberId: string; score: number; signals: Signal[]; requestId: string | null }

/** All points of the score (domain §5.1); stored with each score, so that other weights can be replayed. */
export const matchWeights = {
  requestAmountEqual: 40,
  uniqueSatang: 60,
  maskStrong: { visibleDigits: 6, points: 65 },
  maskWeak: { visibleDigits: 4, points: 35 },
  payerMaskWrong: -40,
  payerBankWrong: -30,
  payerBankEqual: 8,
  nameClose: { similarity: 0.9, points: 25 },
  nameLike: { similarity: 0.75, points: 12 },
  /** Below `nameLike` a printed name is somebody else's. */
  nameOther: -15,
  /** Names of two scripts, by their sound: as like as this they may be one, below the other they are not. */
  soundLike: { similarity: 0.75, points: 12 },
  soundOther: { similarity: 0.5 },
  requestTime: [
    { seconds: 120, points: 14 },
    { seconds: 600, points: 8 },
    { seconds: 1800, points: 3 },
  ],
  learntAlias: [
    { hits: 5, points: 25 },
    { hits: 2, points: 15 },
  ],
  decisiveReference: 100,
  usualAmount: 3,
  memberNotActive: -50,
} as const

/** The same shape with other figures, for replay and calibration. */
export type MatchWeights = Widened<typeof matchWeights>
type Widened<T> = T extends number ? number : { readonly [Key in keyof T]: Widened<T[Key]> }

/**
 * Whether a person who links the line to this member must say why: some signal speaks against it. Points
 * sum to the score, so a score below nothing always has such a signal. Pure.
 */
export const needsNote = ({ signals }: Pick<Score, 'signals'>): boolean =>
  signals.some(({ points }) => points < 0)

export type Contradiction = 'payerMask' | 'payerBank' | 'payerName'

const contradicting: Partial<Record<SignalCode, Contradiction>> = {
  payerMaskWrong: 'payerMask',
  payerBankWrong: 'payerBank',
  payerNameWrong: 'payerName',
}

/**
 * What the bank prints of the payer and that fits no account or name the member has or had. Whoever has one
 * is never credited without a person, whatever else speaks for them. Pure.
 */
export const contradictions = ({ signals }: Pick<Score, 'signals'>): Contradiction[] =>
  signals.flatMap(({ code }) => contradicting[code] ?? [])

const MINUTE_S = 60

/**
 * How well a member fits a line, with every reason. Pure and additive: the points sum to the score. Of
 * several open requests only the one that scores best counts.
 */
export function scoreCandidate(
  line: MatchLine,
  candidate: Candidate,
  context: { weights?: MatchWeights } = {},
): Score {
  const weights = context.weights ?? matchWeights
  const request = bestRequest(line, candidate.openRequests, weights)
  const signals = [
    ...request.signals,
    ...accountSignals(line, candidate, weights),
    ...nameSignals(line, candidate.names, weights),
    ...referenceSignals(line, candidate, weights),
    ...memberSignals(line, candidate, weights),
  ]
  const score = signals.reduce((sum, signal) => sum + signal.points, 0)
  return { memberId: candidate.memberId, score, signals, requestId: request.id }
}

function bestRequest(
  line: MatchLine,
  requests: readonly OpenRequest[],
  weights: MatchWeights,
): { id: string | null; signals: Signal[] } {
  let best: { id: string | null; signals: Signal[] } = { id: null, signals: [] }
  let bestPoints = 0
  // What the member asked for goes before what somebody noted for them.
  const ordered = requests.toSorted((a, b) => Number(a.isNoted === true) - Number(b.isNoted === true))
  for (const request of ordered) {
    if (request.amountMinor !== line.amountMinor) continue
    if (request.accountId !== null && request.accountId !== line.accountId) continue
    const signals = requestSignals(line, request, weights)
    const points = signals.reduce((sum, signal) => sum + signal.points, 0)
    if (best.id === null || points > bestPoints) {
      best = { id: request.id, signals }
      bestPoints = points
    }
  }
  return best
}

function requestSignals(line: MatchLine, request: OpenRequest, weights: MatchWeights): Signal[] {
  const detail = { requestId: request.id }
  const code = request.isNoted === true ? 'notedAmountEqual' : 'requestAmountEqual'
  const signals: Signal[] = [{ code, points: weights.requestAmountEqual, detail }]
  if (request.isUniqueSatang) signals.push({ code: 'uniqueSatang', points: weights.uniqueSatang, detail })
  const seconds = secondsApart(line, request.requestedAt)
  const step = weights.requestTime.find((known) => seconds <= known.seconds)
  if (step !== undefined) {
    signals.push({ code: 'requestTime', points: step.points, detail: { ...detail, seconds } })
  }
  return signals
}

/** A minute-precise bank time is the whole minute; where the bank states no time, the receipt counts. */
function secondsApart(line: MatchLine, requestedAt: string): number {
  const isTimed = line.bankTimePrecision === 'minute' || line.bankTimePrecision === 'second'
  const start = Date.parse(isTimed && line.bankTime !== null ? line.bankTime : line.receivedAt) / 1000
  const end = start + (isTimed && line.bankTimePrecision === 'minute' ? MINUTE_S : 0)
  const at = Date.parse(requestedAt) / 1000
  return Math.round(at < start ? start - at : at > end ? at - end : 0)
}

function accountSignals(line: MatchLine, candidate: Candidate, weights: MatchWeights): Signal[] {
  const { accounts } = candidate
  if (line.payerMask === null) return bankSignals(line, accounts, weights)
  const mask = line.payerMask
  const fits = accounts.flatMap((account) => {
    const fit = fitMask(mask, account.accountNo)
    return fit.fits ? [{ account, visibleDigits: fit.visibleDigits }] : []
  })
  // A mask that contradicts all of the member's accounts makes an equal bank mean nothing.
  if (fits.length === 0)
    return [
      { code: 'payerMaskWrong', points: weights.payerMaskWrong, detail: { accounts: accounts.length } },
    ]
  const best = fits.reduce((one, other) => (rank(other, line) > rank(one, line) ? other : one))
  const signals: Signal[] = []
  const weight = [weights.maskStrong, weights.maskWeak].find(
    (step) => best.visibleDigits >= step.visibleDigits,
  )
  if (weight !== undefined) {
    const detail = { visibleDigits: best.visibleDigits, bank: best.account.bank }
    signals.push({ code: 'payerMaskFits', points: weight.points, detail })
  }
  return [...signals, ...bankSignals(line, [best.account], weights)]
}

function bankSignals(line: MatchLine, accounts: Candidate['accounts'], weights: MatchWeights): Signal[] {
  const printed = line.payerBank
  if (printed === null) return []
  if (accounts.some((account) => account.bank === printed))
    return [{ code: 'payerBankEqual', points: weights.payerBankEqual, detail: { bank: printed } }]
  const detail = { expected: [...new Set(accounts.map(({ bank }) => bank))].join(', '), printed }
  return [{ code: 'payerBankWrong', points: weights.payerBankWrong, detail }]
}

function rank(fit: { account: { bank: BankCode }; visibleDigits: number }, line: MatchLine): number {
  return fit.visibleDigits + (fit.account.bank === line.payerBank ? 100 : 0)
}

function nameSignals(line: MatchLine, names: readonly string[], weights: MatchWeights): Signal[] {
  const printed = line.payerName
  if (printed === null) return []
  const compared = names.flatMap((name) => compareNames(printed, name) ?? [])
  // What can be read letter by letter says more than what only sounds alike.
  const written = compared.filter((one) => !one.isBySound)
  const like = (written.length > 0 ? written : compared).map(({ similarity }) => similarity)
  if (like.length === 0) return [{ code: 'payerNameUnclear', points: 0, detail: {} }]
  const similarity = Math.max(...like)
  const detail = { similarity: Math.round(similarity * 100) / 100 }
  const { nameClose, nameLike, nameOther, soundLike, soundOther } = weights
  if (written.length === 0) {
    if (similarity >= soundLike.similarity) return [{ code: 'payerName', points: soundLike.points, detail }]
    return similarity >= soundOther.similarity
      ? [{ code: 'payerNameUnclear', points: 0, detail }]
      : [{ code: 'payerNameWrong', points: nameOther, detail: { ...detail, by: 'sound' } }]
  }
  const step = [nameClose, nameLike].find((each) => similarity >= each.similarity)
  return step === undefined
    ? [{ code: 'payerNameWrong', points: nameOther, detail }]
    : [{ code: 'payerName', points: step.points, detail }]
}

function referenceSignals(line: MatchLine, candidate: Candidate, weights: MatchWeights): Signal[] {
  if (line.ref === null || line.ref === '') return []
  const detail = { ref: line.ref }
  if (candidate.slipRefs.includes(line.ref)) {
    return [{ code: 'slipReference', points: weights.decisiveReference, detail }]
  }
  return candidate.gatewayRefs.includes(line.ref)
    ? [{ code: 'gatewayReference', points: weights.decisiveReference, detail }]
    : []
}

function memberSignals(line: MatchLine, candidate: Candidate, weights: MatchWeights): Signal[] {
  const signals: Signal[] = []
  const learnt = weights.learntAlias.find((step) => candidate.aliasHits >= step.hits)
  if (learnt !== undefined) {
    signals.push({ code: 'learntAlias', points: learnt.points, detail: { hits: candidate.aliasHits } })
  }
  if (candidate.usualAmountsMinor.includes(line.amountMinor)) {
    signals.push({
      code: 'usualAmount',
      points: weights.usualAmount,
      detail: { amountMinor: line.amountMinor },
    })
  }
  if (candidate.status !== 'active') {
    signals.push({
      code: 'memberNotActive',
      points: weights.memberNotActive,
      detail: { status: candidate.status },
    })
  }
  return signals
}
