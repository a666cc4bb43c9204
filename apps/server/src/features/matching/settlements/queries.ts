import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { LineHandling } from '@khlang/contract/pre-transactions/line-handling.ts'
import type { preTransactionSettlements } from '@khlang/contract/pre-transactions/partners/settlements.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { duesOfGateway, duesWhenCame, owedBy } from '../../payment-gateways/settlements/gateway-dues.ts'
import {
  coveredBy,
  dueBy,
  feeCheckOf,
  isExactDue,
  type Dues,
} from '../../payment-gateways/settlements/dues.ts'
import { namesGateway } from './rules.ts'

type Handling = z.output<typeof LineHandling>
type Option = HandlerOutput<typeof preTransactionSettlements.settlementOptions>['records'][number]

interface Collector {
  readonly id: string
  readonly name: string
  readonly code: string
}

/** Gateways that collect for us, also those that stand: what they owe they pay still. */
async function collectors(db: Reader): Promise<Collector[]> {
  const { rows } = await sql<Collector>`
    select id, name, code from payment_gateways where direction in ('in', 'both')
     order by priority, name`.execute(db)
  return rows
}

/** The bank's own words of a line: of its messages, and of its rows in statement files. */
async function printedOf(db: Reader, line: StoredLine) {
  const { rows } = await sql<{ words: string }>`
    select raw_text as words from bank_messages where statement_line_id = ${line.id}
    union all select description from statement_file_rows where line_id = ${line.id}`.execute(db)
  return { payer: line.payer_name, words: [line.ref ?? '', ...rows.map(({ words }) => words)] }
}

/** A gateway, locked, so that two settlements of it come one after the other; undefined for none of ours. */
export async function lockCollector(tx: Tx, id: string): Promise<Collector | undefined> {
  const { rows } = await sql<Collector>`
    select id, name, code from payment_gateways where id = ${id} and direction in ('in', 'both')
       for no key update`.execute(tx)
  return rows[0]
}

/** What one gateway owes by the bank's day of a line. */
export async function duesFor(db: Reader, gatewayId: string, line: StoredLine): Promise<Dues> {
  const owed = await owedBy(db, [gatewayId])
  return duesOfGateway(db, gatewayId, owed.get(gatewayId) ?? 0, { on: line.value_on })
}

/** Whether a line is exactly what fell due: by all that is owed now, or by what was when it came. */
async function isExactFor(db: Reader, id: string, dues: Dues, line: StoredLine): Promise<boolean> {
  const { amount_minor: amountMinor, value_on: on } = line
  if (isExactDue(dues, amountMinor, on)) return true
  return isExactDue(await duesWhenCame(db, id, dues.owedMinor, line), amountMinor, on)
}

/** What a line of this amount pays: the first and last day of settlement, and how far it is off. Pure. */
export function tellingOf(dues: Dues, { amount_minor: amountMinor, value_on: on }: StoredLine) {
  const paid = coveredBy(dues, amountMinor).filter(({ coveredMinor }) => coveredMinor > 0)
  return {
    dueMinor: dueBy(dues, on),
    coversFrom: paid[0]?.settlesOn ?? null,
    coversTo: paid.at(-1)?.settlesOn ?? null,
  }
}

/** Every gateway that collects for us beside a line, those that it names first. */
export async function optionsOf(db: Reader, line: StoredLine, maySee: boolean): Promise<Option[]> {
  const printed = await printedOf(db, line)
  const options: Option[] = []
  for (const { id, name, code } of await collectors(db)) {
    const dues = await duesFor(db, id, line)
    const { owedMinor, olderMinor } = dues
    const dueMinor = dueBy(dues, line.value_on)
    options.push({
      gateway: { id, name },
      isNamed: namesGateway(printed, { name, code }),
      isExact: await isExactFor(db, id, dues, line),
      isAboveOwed: line.amount_minor > owedMinor,
      figures: maySee
        ? {
            owedMinor,
            dueMinor,
            dueOn: line.value_on,
            differenceMinor: line.amount_minor - dueMinor,
            ...feeCheckOf(dues, line.amount_minor, line.value_on),
            days: coveredBy(dues, line.amount_minor).map(
              ({ collectedMinor: _collected, feeMinor: _fee, ...day }) => day,
            ),
            olderMinor,
          }
        : null,
    })
  }
  const rank = ({ isNamed, isExact }: Option): number => (isNamed ? 2 : 0) + (isExact ? 1 : 0)
  return options.toSorted((a, b) => rank(b) - rank(a))
}

/** Gateways that an open line names and of whose dues it is exactly one: people decide, nothing is posted. */
export async function suggestedOf(db: Reader, line: StoredLine): Promise<Handling['settlementsSuggested']> {
  const all = await collectors(db)
  if (all.length === 0) return []
  const printed = await printedOf(db, line)
  const found: Handling['settlementsSuggested'] = []
  for (const gateway of all.filter((each) => namesGateway(printed, each))) {
    const dues = await duesFor(db, gateway.id, line)
    if (line.amount_minor <= dues.owedMinor && (await isExactFor(db, gateway.id, dues, line)))
      found.push({ id: gateway.id, name: gateway.name })
  }
  return found
}

/** The newest settlement of a line. */
export async function settlementOf(db: Reader, lineId: string): Promise<Handling['settlement']> {
  const { rows } = await sql<NonNullable<Handling['settlement']>>`
    select json_build_object('id', g.id, 'name', g.name) as gateway, s.covers_from as "coversFrom",
           s.covers_to as "coversTo", s.amount_minor - s.due_minor as "differenceMinor",
           m.display_name as by, c.display_name as checker, s.reason, s.settled_at as "settledAt",
           s.reversed_at as "reversedAt"
      from gateway_settlements s join payment_gateways g on g.id = s.gateway_id
      join employees m on m.id = s.maker_id join approvals a on a.id = s.approval_id
      left join employees c on c.id = a.checker_id
     where s.line_id = ${lineId} order by s.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

interface Standing {
  readonly id: string
  readonly gatewayId: string
  readonly gateway: string
}

/** The settlement that a line stands for, held; undefined for one that is none. */
export async function standingSettlement(tx: Tx, lineId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select s.id, s.gateway_id as "gatewayId", g.name as gateway
      from gateway_settlements s join payment_gateways g on g.id = s.gateway_id
     where s.line_id = ${lineId} and s.reversed_at is null for update of s`.execute(tx)
  return rows[0]
}
