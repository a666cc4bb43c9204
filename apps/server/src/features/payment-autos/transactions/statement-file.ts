import type { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import { keysetOf } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { ExportedList, FileAsk } from '../../../platform/files/exports.ts'
import type { ExportColumn } from '../../../platform/files/sheet-shape.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import { word, type Language } from '../../../platform/texts.ts'
import * as queries from './queries.ts'

type Line = HandlerOutput<typeof paymentAutos.lines>['records'][number]
type Asked = HandlerInput<typeof paymentAutos.lines>
type Asking = Pick<FileAsk<'paymentAutos.exportLines'>, 'actor' | 'secrets'>

/** A page of the statement as this person sees it. @throws dateRange */
export function pageOf(db: Reader, input: Asked, { actor, secrets }: Asking) {
  const byDay = queries.isOfDays(input) ? [{ by: sql`l.value_on`, type: 'date' as const }] : []
  const sort = [...byDay, { by: sql`l.id`, type: 'uuid' as const }]
  const keyset = keysetOf({ list: 'paymentAutos.lines', sort, input, actor, secrets })
  return queries.pageOfStatement(db, input, keyset, seesBalances(actor))
}

const heading = (name: string) => `field.${name}`
type TextKey = { [K in keyof Line]: Line[K] extends string | null ? K : never }[keyof Line]
const text = (key: string, of: TextKey = key as TextKey): ExportColumn<Line> => ({
  key,
  heading: heading(of),
  kind: 'text',
  of: (row) => row[of],
})
/** A code as the screens of lines say it. */
const said = (key: string, of: 'chain' | 'state' | 'source', group: string): ExportColumn<Line> => ({
  key,
  heading: heading(of),
  kind: 'text',
  of: (row, language: Language) =>
    word('pre-transactions-lines', `${group}.${row[of]}`, language) ?? row[of],
})

const columns: readonly ExportColumn<Line>[] = [
  { key: 'at', heading: heading('at'), kind: 'instant', of: (row) => row.bankTime ?? row.receivedAt },
  { key: 'at', heading: heading('valueOn'), kind: 'date', of: (row) => row.valueOn },
  {
    key: 'amount',
    heading: heading('direction'),
    kind: 'word',
    group: 'direction',
    of: (row) => row.direction,
  },
  {
    key: 'amount',
    heading: heading('amount'),
    kind: 'amount',
    isSummed: true,
    of: (row) => row.amountMinor,
  },
  {
    key: 'balance',
    heading: heading('balanceAfter'),
    kind: 'amount',
    of: (row) => row.balanceAfterMinor,
  },
  said('balance', 'chain', 'chain'),
  { key: 'balance', heading: heading('gapFrom'), kind: 'instant', of: ({ gap }) => gap?.fromAt ?? null },
  {
    key: 'balance',
    heading: heading('gapMoved'),
    kind: 'amount',
    of: ({ gap }) => gap?.movedMinor ?? null,
  },
  said('state', 'state', 'states'),
  text('reference'),
  { key: 'reference', heading: heading('member'), kind: 'text', of: (row) => row.member?.username ?? null },
  text('payer', 'payerBank'),
  {
    key: 'payer',
    heading: heading('payerMask'),
    kind: 'text',
    of: (row) => row.payerMask?.replaceAll('?', 'x') ?? null,
  },
  text('payer', 'payerName'),
  said('source', 'source', 'sources'),
  text('handler'),
  text('channel'),
  text('ref'),
]

/** The file of a statement: its columns are the screen's, money in and out are summed apart. */
export async function statementFile(
  reader: Reader,
  { actor, secrets, filter }: FileAsk<'paymentAutos.exportLines'>,
): Promise<ExportedList<Line>> {
  const page = (db: Reader, place: { readonly size: number; readonly after?: string }) =>
    pageOf(db, { ...filter, ...place }, { actor, secrets })
  return {
    call: 'paymentAutos.exportLines',
    list: 'statement',
    name: `statement-${await queries.accountInName(reader, filter.id)}`,
    dates: filter,
    area: 'payment-autos',
    columns,
    // Amounts are signed as they move the balance.
    parts: [
      { label: 'direction.in', has: ({ direction }) => direction === 'in', sign: 1 },
      { label: 'direction.out', has: ({ direction }) => direction === 'out', sign: 1 },
    ],
    netLabel: 'statement.net',
    first: async (db, limit) => (await page(db, { size: limit })).records,
    page,
  }
}
