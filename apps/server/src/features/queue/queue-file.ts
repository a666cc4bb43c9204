import { countedBy } from '@khlang/contract/values/queue-counting.ts'
import type { Actor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { ExportColumn, ExportPart } from '../../platform/files/sheet-shape.ts'
import type { ExportedList, FileAsk } from '../../platform/files/exports.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { accountLabels } from './own-accounts.ts'
import * as queries from './queries.ts'

type QueueRow = queries.QueueRow
type Labels = ReadonlyMap<string, string>

const heading = (name: string) => `queue.columns.${name}`
const wordColumn = (group: string) => ({ kind: 'word', group }) as const

/** How long a row that waits for us has waited, in seconds; null for every other, as on the screen. */
const waitedS = (row: QueueRow, nowMs: number): number | null =>
  row.slaEndsAt === null ? null : Math.max(0, Math.floor((nowMs - Date.parse(row.at)) / 1000))

type Text = 'reference' | 'memberBank' | 'handler' | 'remarkMember' | 'remarkStaff'
const text = (key: string, of: Text, name: string = key): ExportColumn<QueueRow> => ({
  key,
  heading: heading(name),
  kind: 'text',
  of: (row) => row[of],
})

/** @param labels what we call our own accounts, by id, as far as the person sees them */
function columnsOf(labels: Labels, nowMs: number): readonly ExportColumn<QueueRow>[] {
  return [
    { key: 'at', heading: heading('at'), kind: 'instant', of: (row) => row.at },
    { ...wordColumn('queue.kind'), key: 'kind', heading: heading('kind'), of: (row) => row.kind },
    text('reference', 'reference'),
    { key: 'member', heading: heading('member'), kind: 'text', of: (row) => row.member.username },
    { key: 'member', heading: heading('memberName'), kind: 'text', of: (row) => row.member.name },
    { ...wordColumn('states'), key: 'state', heading: heading('state'), of: (row) => row.state },
    {
      key: 'amount',
      heading: heading('amount'),
      kind: 'amount',
      isSummed: true,
      of: (row) => row.amountMinor,
    },
    text('memberAccount', 'memberBank', 'memberBank'),
    {
      key: 'memberAccount',
      heading: heading('memberAccount'),
      kind: 'text',
      // Hidden places of a payer's number come as question marks; the screen has them so too.
      of: (row) => row.memberAccountMasked?.replaceAll('?', 'x') ?? null,
    },
    {
      key: 'account',
      heading: heading('account'),
      kind: 'text',
      of: (row) => (row.accountId === null ? null : (labels.get(row.accountId) ?? null)),
    },
    { key: 'bankTime', heading: heading('bankTime'), kind: 'instant', of: (row) => row.bankTime },
    { key: 'credit', heading: heading('creditBefore'), kind: 'amount', of: (row) => row.creditBeforeMinor },
    { key: 'credit', heading: heading('creditAfter'), kind: 'amount', of: (row) => row.creditAfterMinor },
    { key: 'age', heading: heading('age'), kind: 'duration', of: (row) => waitedS(row, nowMs) },
    { ...wordColumn('queue.source'), key: 'source', heading: heading('source'), of: (row) => row.source },
    text('handler', 'handler'),
    text('remarkMember', 'remarkMember'),
    text('remarkStaff', 'remarkStaff'),
  ]
}

/** Deposits and withdrawals, without the rows that the filter's sums do not count. */
function partsOf(filter: queries.QueueFilter): readonly ExportPart<QueueRow>[] {
  const isCounted = countedBy(filter)
  return [
    {
      label: 'queue.totals.deposits',
      has: (row) => row.kind === 'deposit' && isCounted(row),
      sign: 1,
    },
    {
      label: 'queue.totals.withdrawals',
      has: (row) => row.kind === 'withdrawal' && isCounted(row),
      sign: -1,
    },
  ]
}

const names: Readonly<Record<queries.Tab, string>> = {
  all: 'deposits-withdrawals',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  waiting: 'deposits-withdrawals-waiting',
  done: 'deposits-withdrawals-done',
  cancelled: 'deposits-withdrawals-cancelled',
}

/** `SCB รับฝาก 1`: the bank's code and our own name of the account, the code once. */
async function labelsOf(db: Reader, actor: Actor): Promise<Labels> {
  if (!seesBrand(actor)) return new Map()
  const accounts = await accountLabels(db)
  return new Map(
    accounts.map(({ id, bank, label }) => [id, label.startsWith(bank) ? label : `${bank} ${label}`]),
  )
}

/** The queue's file: its columns are the screen's, deposits and withdrawals are summed apart. */
export async function queueFile(
  reader: Reader,
  { actor, filter, secrets, nowMs }: FileAsk<'preTransactions.exportQueue'>,
): Promise<ExportedList<QueueRow>> {
  const { on, from = on, to = on } = filter
  return {
    call: 'preTransactions.exportQueue',
    list: 'queue',
    name: names[filter.tab],
    dates: { from, to },
    area: 'pre-transactions',
    columns: columnsOf(await labelsOf(reader, actor), nowMs),
    parts: partsOf(filter),
    netLabel: 'queue.totals.net',
    notCountedLabel: 'queue.totals.notCounted',
    first: (db, limit) => queries.newestOfQueue(db, actor, filter, limit),
    page: (db, place) => queries.pageOfQueue(db, actor, { ...filter, ...place }, { secrets }),
  }
}
