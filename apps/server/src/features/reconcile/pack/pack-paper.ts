import { isTransferKind, transferKinds } from '@khlang/ledger/kinds.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { bangkok } from '../../../platform/files/export-file.ts'
import { word } from '../../../platform/texts.ts'
import type { DayClose, DayFacts, Item, SheetRow } from '../day-shapes.ts'
import type { Shift } from '../shifts/queries.ts'
import { totalsOf } from '../day-facts.ts'
import { bankTable } from './bank-table.ts'
import type { PackCell, PackPaper, PackTable } from './pack-table.ts'
import { both, minor } from './pack-words.ts'

/** What a pack is made of. */
export interface PackInput {
  readonly brand: string
  readonly facts: DayFacts
  readonly factsHash: string
  readonly close: DayClose
  readonly shifts: readonly Shift[]
  readonly fingerprint: string
}

/** `27/11/2569 (2026-11-27)`: as Thai papers date it, and as everybody reads it. */
function dateBoth(on: string): string {
  const [year = '', month = '', day = ''] = on.split('-')
  return `${day}/${month}/${Number(year) + 543} (${on})`
}

const stepWord = (code: string): string =>
  isTransferKind(code) ? both(transferKinds[code].labelKey, 'credit-transactions') : both(`steps.${code}`)

const statementColumns = ['columns.part', 'columns.step', 'columns.count', 'columns.amount']
const differenceColumns = [
  'columns.no',
  'columns.kind',
  'columns.account',
  'columns.at',
  'columns.amount',
  'columns.reason',
  'columns.note',
  'columns.by',
]

function summaryTable({ brand, facts, factsHash, close, fingerprint }: PackInput): PackTable {
  const signer = close.agreedBy ?? (close.isAlone ? both('pack.alone') : both('pack.notNeeded'))
  const rows: [string, PackCell][] = [
    [both('pack.brand'), brand],
    [both('pack.businessOn'), dateBoth(facts.businessOn)],
    [both('pack.round'), String(facts.round)],
    [both('pack.closedBy'), `${close.closedBy} · ${bangkok(close.closedAt)}`],
    [both('pack.agreedBy'), signer],
    [both('pack.ledgerClosedAt'), bangkok(facts.ledgerClosedAt)],
    [both('pack.transferCount'), String(facts.transferCount)],
    [both('pack.differenceCount'), String(facts.items.length)],
    [both('pack.ledgerDigest'), facts.ledgerDigest],
    [both('pack.factsHash'), factsHash],
    [both('pack.key'), fingerprint],
  ]
  return {
    name: 'Summary',
    title: both('pack.summary'),
    headings: [both('pack.what'), both('pack.value')],
    widths: [34, 78],
    rows,
    totals: [],
    notes: [both('pack.zone')],
  }
}

const isDue = ({ key }: SheetRow): boolean => key.startsWith('settlement:')
const isFee = ({ key }: SheetRow): boolean => key.startsWith('gatewayFee:')
const isPlay = ({ key }: SheetRow): boolean => key.startsWith('play:')

/** What a row is called: a gateway or a provider by its name, beside what of it the row is. */
function rowWord(row: SheetRow): string {
  const [kind = '', outside = '', part = ''] = row.key.split(':')
  const isWhole = isDue(row) || isFee(row) || isPlay(row)
  const of = isWhole ? kind : kind === 'gw' || kind === 'provider' ? part : null
  if (of !== null) return both(`rows.${of}`).replaceAll('{{name}}', row.name ?? outside)
  return word('reconcile', `rows.${row.key}`, 'th') ? both(`rows.${row.key}`) : row.key
}

/** What its two sums are called. */
function sumsOf(row: SheetRow) {
  if (isDue(row)) return { ours: 'columns.due', theirs: 'columns.received' }
  if (isFee(row)) return { ours: 'columns.agreedFee', theirs: 'columns.bookedFee' }
  if (isPlay(row)) return { ours: 'columns.wonByUs', theirs: 'columns.wonByThem' }
  if (row.key.startsWith('provider:') && row.key.endsWith(':clearing'))
    return { ours: 'columns.ours', theirs: 'columns.heldThere' }
  return { ours: 'columns.ours', theirs: 'columns.theirsBook' }
}

/** Which providers' play was compared with nothing when the day was closed. */
function notComparedNotes(rows: readonly SheetRow[]): string[] {
  const names = rows.flatMap(({ status, name }) => (status === 'notCompared' ? [name ?? '–'] : []))
  return names.length === 0 ? [] : [`${both('pack.notCompared')}: ${names.join(', ')}`]
}

/** The rows of a sheet, each as a statement from opening to closing. */
function statementTable(
  input: PackInput,
  sheet: 'wallet' | 'gateway' | 'provider',
  name: string,
): PackTable {
  const found = input.facts.sheets.find((each) => each.sheet === sheet)
  const rows = (found?.rows ?? []).flatMap((row): PackCell[][] => [
    [rowWord(row), both(isDue(row) ? 'steps.lateBefore' : 'steps.opening'), null, minor(row.openingMinor)],
    ...row.steps.map(({ code, count, amountMinor }): PackCell[] => [
      null,
      stepWord(code),
      count,
      minor(amountMinor),
    ]),
    [null, both(sumsOf(row).ours), null, minor(row.oursMinor)],
    [null, both(sumsOf(row).theirs), null, minor(row.theirsMinor)],
    [null, both('columns.difference'), null, minor(row.differenceMinor)],
  ])
  return {
    name,
    title: both(`sheets.${sheet}`),
    headings: statementColumns.map((each) => both(each)),
    widths: [40, 52, 14, 22],
    rows,
    totals: [],
    notes: rows.length === 0 ? [both(`notApplicable.${sheet}`)] : notComparedNotes(found?.rows ?? []),
  }
}

function differenceTable({ facts }: PackInput): PackTable {
  const row = (item: Item, place: number): PackCell[] => [
    place + 1,
    both(`kinds.${item.kind}`),
    [item.label, item.reference].filter(Boolean).join(' · '),
    item.at === null ? null : bangkok(item.at),
    minor(item.amountMinor),
    item.explanation && both(`reasons.${item.explanation.reasonCode}`),
    item.explanation && item.explanation.note,
    item.explanation && `${item.explanation.by} · ${bangkok(item.explanation.at)}`,
  ]
  const { differenceMinor, netMinor } = totalsOf(facts.items)
  const total = (name: string, amountMinor: number): PackCell[] => [
    null,
    both(`totals.${name}`),
    null,
    null,
    minor(amountMinor),
  ]
  return {
    name: 'Differences',
    title: both('pack.differences'),
    headings: differenceColumns.map((each) => both(each)),
    widths: [6, 26, 24, 20, 15, 24, 40, 26],
    rows: facts.items.map(row),
    totals: facts.items.length === 0 ? [] : [total('absolute', differenceMinor), total('net', netMinor)],
    notes: [both(facts.items.length === 0 ? 'pack.noDifference' : 'pack.amountNote')],
  }
}

function shiftTable({ shifts }: PackInput): PackTable {
  const parts = ['linked', 'approved', 'rejected', 'paid', 'adjusted'] as const
  return {
    name: 'Shifts',
    title: both('pack.shifts'),
    headings: [
      both('columns.employee'),
      both('columns.span'),
      ...parts.map((part) => both(`figures.${part}`)),
      both('columns.handOver'),
      both('columns.takenBy'),
    ],
    widths: [18, 26, 18, 18, 18, 18, 18, 34, 18],
    rows: shifts.map((shift) => [
      shift.employee,
      `${bangkok(shift.startedAt)} – ${bangkok(shift.endedAt)}`,
      ...parts.map((part) => {
        const { count, amountMinor } = shift.figures[part]
        return `${count} · ${formatBaht(amountMinor)}`
      }),
      shift.note,
      shift.acknowledgedBy,
    ]),
    totals: [],
    notes: shifts.length === 0 ? [both('pack.noShift')] : [],
  }
}

/** The pack as tables, the same for the printed pages and the book. */
export function packPaper(input: PackInput): PackPaper {
  const { facts, factsHash, brand, close } = input
  return {
    title: `${both('pack.title')} · ${dateBoth(facts.businessOn)}`,
    subtitle: `${brand} · ${both('pack.round')} ${facts.round} · ${bangkok(close.closedAt)}`,
    foot: `Khlang · ${facts.businessOn} #${facts.round} · sha256 ${factsHash}`,
    madeAt: new Date(close.closedAt).toISOString(),
    tables: [
      summaryTable(input),
      bankTable(facts),
      statementTable(input, 'wallet', 'Wallet'),
      statementTable(input, 'gateway', 'Gateway'),
      statementTable(input, 'provider', 'Provider'),
      differenceTable(input),
      shiftTable(input),
    ],
  }
}
