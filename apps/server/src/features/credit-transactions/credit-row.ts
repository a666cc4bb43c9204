import type { creditTransactions } from '@khlang/contract/credit-transactions.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { Entry } from './queries.ts'
import type { Source } from './sources.ts'

export type CreditRow = HandlerOutput<typeof creditTransactions.list>['records'][number]

type Fate = NonNullable<CreditRow['fate']>

/** `trf_17`: a transfer as the outside names it. */
export const transferId = (id: number): string => `trf_${id}`

const fateOfWithdrawal: Readonly<Record<string, Fate>> = {
  paid: 'paid',
  rejected: 'returned',
  cancelled: 'returned',
  unknown: 'unknown',
}
/** Kinds that take a credit back. */
const isBack = (kind: string): boolean => kind === 'deposit.reversed' || kind === 'reversal'

/** By what became of it; a withdrawal that failed waits for a person, its money is still held. */
export function fateOf(
  { kind, reverses_id: reverses }: Pick<Entry, 'kind' | 'reverses_id'>,
  { state }: Source,
  isOut: boolean,
): Fate | null {
  if (kind === 'withdraw.hold') return state === null ? null : (fateOfWithdrawal[state] ?? 'waiting')
  return isBack(kind) && !isOut && reverses === null ? 'owed' : null
}

/** Who did it and why: of what was taken back, whoever asked for that. */
const handOf = (kind: string, { by, remark, back }: Source) =>
  isBack(kind) && back !== null ? back : { by, remark }

/** A credit that stands, and how it could go back. */
export const takeBackOf = (
  { kind, reversed_by_id: reversedBy }: Pick<Entry, 'kind' | 'reversed_by_id'>,
  { takeBack }: Source,
) => ((kind === 'credit.add' || kind === 'deposit.credited') && reversedBy === null ? takeBack : null)

/** An entry as the list shows it; what went out is negative. */
export function creditRow(entry: Entry): CreditRow {
  const amountMinor = entry.is_out ? -entry.amount_minor : entry.amount_minor
  return {
    id: transferId(entry.id),
    at: entry.at,
    kind: entry.kind,
    member: entry.member,
    amountMinor,
    beforeMinor: entry.after_minor - amountMinor,
    afterMinor: entry.after_minor,
    reference: entry.source.reference,
    sourceId: entry.source_id,
    ...handOf(entry.kind, entry.source),
    businessOn: entry.business_on,
    valueOn: entry.value_on,
    fate: fateOf(entry, entry.source, entry.is_out),
    reversedBy: entry.reversed_by_id === null ? null : transferId(entry.reversed_by_id),
    reverses: entry.reverses_id === null ? null : transferId(entry.reverses_id),
    takeBack: takeBackOf(entry, entry.source),
  }
}
