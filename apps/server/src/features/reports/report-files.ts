import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { ExportedList, FileAsk } from '../../platform/files/exports.ts'
import type { ExportColumn } from '../../platform/files/sheet-shape.ts'
import { word, type Language } from '../../platform/texts.ts'
import { dailyPage } from './daily.ts'
import { dailyAskedOf, usersAskedOf } from './asked.ts'
import { usersPage } from './users/users.ts'

type PartRow = HandlerOutput<typeof reports.daily>['records'][number]
type MemberRow = HandlerOutput<typeof reports.users>['records'][number]
type Row = PartRow | MemberRow

/** What the file of either report has: fields of both kinds of rows, by the ids of the screen's columns. */
type Both = keyof PartRow & keyof MemberRow & string
const count = (key: Both): ExportColumn<Row> => ({
  key,
  heading: `field.${key}`,
  kind: 'integer',
  of: (row) => row[key] as number | null,
})
const amount = (key: string, of: Both): ExportColumn<Row> => ({
  key,
  heading: `field.${key}`,
  kind: 'amount',
  isSummed: true,
  of: (row) => row[of] as number | null,
})

const shared: readonly ExportColumn<Row>[] = [
  count('bets'),
  amount('stake', 'stakeMinor'),
  amount('valid', 'validMinor'),
  amount('counted', 'countedMinor'),
  amount('payout', 'payoutMinor'),
  amount('winLoss', 'winLossMinor'),
  amount('company', 'companyMinor'),
  count('depositCount'),
  amount('deposit', 'depositMinor'),
  count('withdrawalCount'),
  amount('withdrawal', 'withdrawalMinor'),
  amount('net', 'netMinor'),
]

const costs: readonly ExportColumn<Row>[] = [amount('fee', 'feeMinor'), amount('ngr', 'ngrMinor')]

/** What stood at one moment does not add up. */
const balance = (heading: 'field.balance' | 'field.balanceNow'): ExportColumn<Row> => ({
  key: 'balance',
  heading,
  kind: 'amount',
  of: (row) => row.balanceMinor,
})

/** What a row is called on the screen. */
function partOf({ from, game, provider, type }: PartRow, language: Language): string {
  const name = (game ?? provider)?.name
  if (name) return name[language]
  return type === null ? from : (word('reports', `types.${type}`, language) ?? type)
}

const given = (key: 'credit' | 'bonus'): ExportColumn<PartRow> => ({
  key,
  heading: `field.${key}`,
  kind: 'amount',
  isSummed: true,
  of: (row) => row[`${key}Minor`],
})
const dailyColumns: readonly ExportColumn<PartRow>[] = [
  { key: 'part', heading: 'field.part', kind: 'text', of: partOf },
  {
    key: 'closed',
    heading: 'field.closed',
    kind: 'word',
    group: 'closed',
    of: ({ isClosed }) => (isClosed === null ? null : isClosed ? 'yes' : 'no'),
  },
  { key: 'members', heading: 'field.members', kind: 'integer', of: (row) => row.members },
  ...shared,
  given('credit'),
  given('bonus'),
  ...costs,
  balance('field.balance'),
]
const userColumns: readonly ExportColumn<MemberRow>[] = [
  { key: 'member', heading: 'field.member', kind: 'text', of: (row) => row.member.username },
  { key: 'level', heading: 'field.level', kind: 'integer', of: (row) => row.level },
  { key: 'seller', heading: 'field.seller', kind: 'text', of: (row) => row.seller?.name ?? null },
  ...shared,
  ...costs,
  balance('field.balanceNow'),
]

/** The file of the report by day, or by what its filter says. */
export function dailyFile(ask: FileAsk<'reports.exportDaily'>): ExportedList<PartRow> {
  const { filter } = ask
  const first = async (db: Reader, size: number) =>
    (await dailyPage(db, await dailyAskedOf(db, ask), { by: filter.by, page: 1, size })).records
  return {
    call: 'reports.exportDaily',
    list: 'total-daily',
    name: 'win-loss',
    dates: filter,
    area: 'reports',
    columns: dailyColumns,
    first,
    // Never so long that it is asked for twice.
    page: async (db, { size }) => ({ records: await first(db, size), afterCursor: null }),
  }
}

/** The file of the report by member. */
export function usersFile(ask: FileAsk<'reports.exportUsers'>): ExportedList<MemberRow> {
  const { filter, secrets } = ask
  const page = async (db: Reader, place: { readonly size: number; readonly after?: string }) =>
    usersPage(db, await usersAskedOf(db, ask), {
      input: { ...filter, sort: 'member', isAscending: false, ...place },
      secrets,
    })
  return {
    call: 'reports.exportUsers',
    list: 'total-user',
    name: 'win-loss-members',
    dates: filter,
    area: 'reports',
    columns: userColumns,
    first: async (db, size) => (await page(db, { size })).records,
    page,
  }
}
