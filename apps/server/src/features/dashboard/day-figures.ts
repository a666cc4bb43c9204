import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { addDays, instantsOf } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import { medianOf, readRollup, sumOf, type Counted } from '../../platform/work/rollups.ts'
import { seesBrand, visibleMember, visibleTo } from '../../platform/people/visibility.ts'

interface Sum {
  readonly count: number
  readonly amountMinor: number
}
interface HourFigures {
  readonly hour: number
  readonly depositMinor: number
  readonly withdrawalMinor: number
}
export interface DayFigures {
  readonly deposits: Sum
  readonly withdrawals: Sum
  readonly auto: Sum
  readonly manual: Sum
  readonly firsts: Sum
  /** Medians, in seconds: from the bank's message to the credit, and from request to payment. */
  readonly creditSeconds: number | null
  readonly withdrawalSeconds: number | null
  /** By the hour in Bangkok, every hour of the day. */
  readonly hours: readonly HourFigures[]
}

const day = (on: string) => ({ from: on, to: on })

function medianSeconds(counted: readonly Counted[]): number | null {
  const times = new Map<number, number>()
  for (const { parts, entries } of counted) {
    const seconds = parts[3]
    if (seconds === null || seconds === undefined) continue
    times.set(Number(seconds), (times.get(Number(seconds)) ?? 0) + entries)
  }
  return medianOf(times)
}

/** What a day counts as; `counted` has the parts of the figure `day`. Pure. */
function figuresOf(counted: readonly Counted[], firsts: readonly Counted[]): DayFigures {
  const ofKind = (kind: string): Counted[] => counted.filter(({ parts }) => parts[0] === kind)
  const [deposits, withdrawals] = [ofKind('deposit'), ofKind('withdrawal')]
  const by = (kind: string): Sum => sumOf(deposits.filter(({ parts }) => parts[2] === kind))
  const inHour = (of: readonly Counted[], hour: number): number =>
    sumOf(of.filter(({ parts }) => Number(parts[1] ?? -1) === hour)).amountMinor
  return {
    deposits: sumOf(deposits),
    withdrawals: sumOf(withdrawals),
    auto: by('auto'),
    manual: by('employee'),
    firsts: sumOf(firsts),
    creditSeconds: medianSeconds(deposits),
    withdrawalSeconds: medianSeconds(withdrawals),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      depositMinor: inHour(deposits, hour),
      withdrawalMinor: inHour(withdrawals, hour),
    })),
  }
}

/** The same parts, counted row by row from what an agent or a seller sees. */
async function ownFigures(db: Reader, actor: EmployeeActor, on: string): Promise<DayFigures> {
  const { rows } = await sql<Counted & { readonly isFirst: boolean }>`
    select f.parts, x.is_first as "isFirst", count(*) as entries,
           sum(f.amount_minor)::bigint as "amountMinor" from (
      select d.*, not exists (select from deposits e where e.member_id = d.member_id
               and e.state = 'credited' and (e.credited_at, e.id) < (d.credited_at, d.id)) as is_first
        from deposits d where d.business_on = ${on}::date and d.state = 'credited'
         and ${visibleMember(actor, sql.ref('d.member_id'))}) x
     cross join lateral deposit_figures(x.state, x.business_on, x.amount_requested_minor, x.amount_minor,
       x.bank_account_id, x.by_kind, x.credited_at, x.statement_line_id) f
     where f.figure = 'day' group by 1, 2
    union all
    select f.parts, false, count(*), sum(f.amount_minor)::bigint from withdrawals w
     cross join lateral withdrawal_figures(w.state, w.business_on, w.amount_minor, w.bank_account_id,
       w.decision_kind, w.requested_at, w.paid_at) f
     where w.business_on = ${on}::date and w.state = 'paid' and f.figure = 'day'
       and ${visibleMember(actor, sql.ref('w.member_id'))}
     group by 1`.execute(db)
  return figuresOf(
    rows,
    rows.filter(({ isFirst }) => isFirst),
  )
}

/**
 * Deposits credited and withdrawals paid that are dated on a business day, as the queue lists them by day and
 * state. Whoever sees the whole brand is answered from what is kept counted.
 */
export async function dayFigures(db: Reader, actor: EmployeeActor, on: string): Promise<DayFigures> {
  if (!seesBrand(actor)) return ownFigures(db, actor, on)
  const [counted, firsts] = await Promise.all([
    readRollup(db, 'day', day(on)),
    readRollup(db, 'first', day(on)),
  ])
  return figuresOf(counted, firsts)
}

/** From what is kept counted, of a day that begins with an hour: its date, and the next until that hour. */
async function registeredOfBrand(db: Reader, on: string, firstHour: number): Promise<number> {
  const hour = ({ parts }: Counted): number => Number(parts[0])
  const begun = (await readRollup(db, 'registered', day(on))).filter((each) => hour(each) >= firstHour)
  const rest = firstHour === 0 ? [] : await readRollup(db, 'registered', day(addDays(on, 1)))
  return sumOf([...begun, ...rest.filter((each) => hour(each) < firstHour)]).count
}

/** Members registered on a business day; of one that begins within an hour they are counted one by one. */
export async function registeredOn(
  db: Reader,
  { actor, settings, on }: { actor: EmployeeActor; settings: BrandSettings; on: string },
): Promise<number> {
  const firstHour = settings.dayCutOffMinutes / 60
  if (seesBrand(actor) && Number.isInteger(firstHour)) return registeredOfBrand(db, on, firstHour)
  const { from, until } = instantsOf(settings, on)
  const { rows } = await sql<{ count: number }>`select count(*) as count from members m
    where m.created_at >= ${from} and m.created_at < ${until} and ${visibleTo(actor)}`.execute(db)
  return rows[0]?.count ?? 0
}
