import type { reportDifferenceKinds } from '@khlang/contract/play/distributor-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { plainItem } from './bank-rules.ts'
import type { Found, Sheet, SheetRow, SheetStatus } from './day-shapes.ts'
import { partsRow, type LedgerDay } from './wallet-rules.ts'

type CauseKind = (typeof reportDifferenceKinds)[number]

/** Rounds of a day that a provider has otherwise than we do. */
interface Cause {
  readonly kind: CauseKind
  readonly rounds: number
  /** What they count as won by the house beyond what we do. */
  readonly beyondMinor: number
  /** By how much stakes and payouts differ: nothing cancels. */
  readonly apartMinor: number
}

/** What a report has of a day, and what we had of its rounds when it was compared. */
export interface ReportedDay {
  readonly reportId: string
  readonly name: string
  readonly theirsCount: number
  readonly theirsStakeMinor: number
  readonly theirsPayoutMinor: number
  readonly oursStakeMinor: number
  readonly oursPayoutMinor: number
  readonly causes: readonly Cause[]
}

/** What was played with one provider on a day. */
export interface ProviderDay {
  readonly id: string
  readonly name: string
  /** By the outcomes of the day, as they were taken out of the provider's books. */
  readonly bets: number
  readonly stakeMinor: number
  readonly payoutMinor: number
  /** What of it was prizes, which no report of rounds has. */
  readonly prizesCount: number
  readonly prizesMinor: number
  /** The report that was compared last; null: none is about this day. */
  readonly reported: ReportedDay | null
  /** Of one that keeps members' wallets: what it holds at the end of the day by its log. Null of others. */
  readonly heldMinor: number | null
}

/** Up to so much, and up to so small a part of the stakes, nobody looks (domain 4.6). */
const toleratedMinor = 100
const toleratedPart = 10_000

/** Whether so much is to be explained beside so much that was staked. Pure. */
const isFlagged = (apartMinor: number, stakeMinor: number): boolean =>
  apartMinor > toleratedMinor || apartMinor * toleratedPart > stakeMinor

const kindOf = {
  notOurs: 'providerNotOurs',
  notTheirs: 'providerNotTheirs',
  otherAmounts: 'providerOtherAmounts',
} as const satisfies Record<CauseKind, Found['kind']>

const plainRow = {
  account: null,
  openingMinor: null,
  ledger: null,
  toldAt: null,
  unidentified: null,
} as const

/** What is so small that nobody explains it stands in the row's difference all the same. */
function causesOf(key: string, day: ProviderDay, reported: ReportedDay): Found[] {
  const stakeMinor = Math.max(reported.theirsStakeMinor, reported.oursStakeMinor)
  return reported.causes
    .filter(({ apartMinor }) => isFlagged(apartMinor, stakeMinor))
    .map(({ kind, rounds, beyondMinor }) => ({
      ...plainItem,
      key: `${key}:${kind}`,
      sheet: 'provider',
      kind: kindOf[kind],
      amountMinor: beyondMinor,
      count: rounds,
      bears: 'none',
      label: day.name,
      reference: reported.name,
      reportId: reported.reportId,
    }))
}

/**
 * What the house won on the day, against what the provider says. A report goes by the day on which a round
 * began, our figures by the day on which it was settled: what lies between the two is a step of its own, and
 * so are prizes, which are of no round. Pure.
 */
function playRow(key: string, day: ProviderDay, hasCauses: boolean): SheetRow {
  const { name, bets, stakeMinor, payoutMinor, reported } = day
  const wonMinor = stakeMinor - payoutMinor
  const played = [
    { code: 'staked', count: bets - day.prizesCount, amountMinor: stakeMinor },
    { code: 'paidOut', count: null, amountMinor: 0 - payoutMinor },
  ]
  const row = { ...plainRow, key, name, providerId: day.id, reportId: reported?.reportId ?? null }
  if (reported === null)
    return {
      ...row,
      steps: played,
      oursMinor: wonMinor,
      theirsMinor: null,
      differenceMinor: null,
      status: 'notCompared',
    }
  const oursMinor = reported.oursStakeMinor - reported.oursPayoutMinor
  const theirsMinor = reported.theirsStakeMinor - reported.theirsPayoutMinor
  const otherDaysMinor = oursMinor - wonMinor - day.prizesMinor
  const beside = [
    { code: 'prizes', count: day.prizesCount, amountMinor: day.prizesMinor },
    { code: 'otherDayRounds', count: null, amountMinor: otherDaysMinor },
  ]
  return {
    ...row,
    steps: [...played, ...beside.filter(({ amountMinor }) => amountMinor !== 0)],
    oursMinor,
    theirsMinor,
    differenceMinor: theirsMinor - oursMinor,
    status: hasCauses ? 'difference' : 'balanced',
  }
}

/** The provider's books; of one that keeps wallets against what it holds for members by its log. Pure. */
function bookRow(ledger: LedgerDay, part: string, day: ProviderDay | undefined): SheetRow {
  const row = { ...partsRow(part, ledger, (other) => other === part), name: day?.name ?? null }
  const heldMinor = part.endsWith(':clearing') ? (day?.heldMinor ?? null) : null
  if (heldMinor === null) return { ...row, theirsMinor: null, differenceMinor: null, status: 'notReported' }
  const differenceMinor = heldMinor - (row.oursMinor ?? 0)
  const status = differenceMinor === 0 ? 'balanced' : 'difference'
  return { ...row, theirsMinor: heldMinor, differenceMinor, status }
}

/**
 * Providers: what the house won by their games against what they report, and what the ledger holds of each.
 * The sheet agrees once every provider that was played at has reported the day. Pure.
 */
export function providerSheet(
  ledger: LedgerDay,
  days: readonly ProviderDay[],
): { sheet: Sheet; items: Found[] } {
  const items: Found[] = []
  // Of prizes alone no report of rounds says anything.
  const played = days.filter(
    ({ bets, prizesCount, stakeMinor, reported }) =>
      bets !== prizesCount || stakeMinor !== 0 || reported !== null,
  )
  const plays = played.map((day) => {
    const key = `play:${encodeId('gameProvider', day.id)}`
    const causes = day.reported === null ? [] : causesOf(key, day, day.reported)
    items.push(...causes)
    return playRow(key, day, causes.length > 0)
  })
  const parts = [...new Set(ledger.balances.map(({ part }) => part))].filter((part) =>
    part.startsWith('provider:'),
  )
  const books = parts.map((part) => {
    const day = days.find(({ id }) => encodeId('gameProvider', id) === part.split(':')[1])
    const row = bookRow(ledger, part, day)
    if (row.status === 'difference')
      items.push({
        ...plainItem,
        key: part,
        sheet: 'provider',
        kind: 'providerHeld',
        amountMinor: row.differenceMinor ?? 0,
        bears: 'ledger',
        label: row.name ?? part,
      })
    return row
  })
  return {
    sheet: { sheet: 'provider', status: statusOf(plays, books, items), rows: [...plays, ...books] },
    items,
  }
}

function statusOf(
  plays: readonly SheetRow[],
  books: readonly SheetRow[],
  items: readonly Found[],
): SheetStatus {
  if (items.length > 0) return 'difference'
  if (plays.some(({ status }) => status === 'notCompared')) return 'notCompared'
  if (plays.length > 0) return 'balanced'
  return books.length > 0 ? 'notReported' : 'notApplicable'
}
