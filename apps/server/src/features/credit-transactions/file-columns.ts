import type { creditTransactions } from '@khlang/contract/credit-transactions.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { ExportColumn } from '../../platform/files/sheet-shape.ts'
import { word, type Language } from '../../platform/texts.ts'

type Row = HandlerOutput<typeof creditTransactions.list>['records'][number]

const heading = (name: string) => `field.${name}`
const say = (path: string, language: Language): string | undefined =>
  word('credit-transactions', path, language)

const text = (key: 'id' | 'reference' | 'remark'): ExportColumn<Row> => ({
  key,
  heading: heading(key),
  kind: 'text',
  of: (row) => row[key],
})
const date = (key: 'businessOn' | 'valueOn'): ExportColumn<Row> => ({
  key,
  heading: heading(key),
  kind: 'date',
  of: (row) => row[key],
})
const balance = (key: 'before' | 'after'): ExportColumn<Row> => ({
  key,
  heading: heading(key),
  kind: 'amount',
  of: (row) => row[`${key}Minor`],
})

/** The word as the screens say it, by its fate where it has one, marked when the entry was taken back. */
function kindOf({ kind, fate, reversedBy }: Row, language: Language): string {
  // `deposit.credited` is the word `depositCredited`.
  const code = kind.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())
  const shown = say(fate === null ? `transferKind.${code}` : `fate.${fate}`, language) ?? code
  return reversedBy === null ? shown : `${shown} (${say('reversed', language) ?? 'reversed'})`
}

/** Who did it; as on the screen, what no person of the staff did is the system's or the member's own. */
function byOf({ by }: Row, language: Language): string | null {
  if (by === 'member') return say('byMember', language) ?? by
  return by === null || by === 'auto' ? (say('bySystem', language) ?? by) : by
}

/** Columns of the file, by the keys of the screen's columns. */
export const creditColumns: readonly ExportColumn<Row>[] = [
  { key: 'at', heading: heading('at'), kind: 'instant', of: (row) => row.at },
  text('id'),
  { key: 'member', heading: heading('member'), kind: 'text', of: (row) => row.member.username },
  { key: 'name', heading: heading('name'), kind: 'text', of: (row) => row.member.name },
  { key: 'kind', heading: heading('kind'), kind: 'text', of: kindOf },
  {
    key: 'amount',
    heading: heading('amount'),
    kind: 'amount',
    isSummed: true,
    of: (row) => row.amountMinor,
  },
  balance('before'),
  balance('after'),
  text('reference'),
  { key: 'by', heading: heading('by'), kind: 'text', of: byOf },
  text('remark'),
  date('businessOn'),
  date('valueOn'),
]
