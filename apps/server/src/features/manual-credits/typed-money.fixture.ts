import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { those, type Sql } from '../matching/links/judged-sql.fixture.ts'

export const amountMinor = 60_000
export const cash = (of: FactoryMember): string => `member:${of.outside}:cash`
export const locked = (of: FactoryMember): string => `member:${of.outside}:locked`
export const depositId = randomUUID()
/** A deposit, typed an hour before unless it is said otherwise. */
export const depositRow = (set: {
  readonly of: string
  readonly at: string
  readonly by: string | null
  readonly method?: string
  readonly state?: string
  readonly amount?: number
  readonly line?: string | null
  readonly kind?: string
  readonly made?: string
  readonly approval?: string | null
}): Sql => {
  const row = {
    method: 'manual',
    state: 'credited',
    amount: amountMinor,
    line: null,
    kind: 'employee',
    made: '1 hour',
    approval: null,
    ...set,
  }
  return [
    `insert into deposits (id, reference, member_id, state, method, amount_minor, bank_account_id,
       statement_line_id, by_kind, by_id, created_at, credited_at, business_on, credits, reversal_approval_id)
     values ($1::uuid, $1::uuid::text, $2, $3, $4, $5, $6, $7, $8, $9, now() - $10::interval,
       case when $3 in ('credited', 'reversed') then now() - $10::interval end, current_date, 1, $11)`,
    ...those(
      depositId,
      row.of,
      row.state,
      row.method,
      row.amount,
      row.at,
      row.line,
      row.kind,
      row.by,
      row.made,
    ),
    row.approval,
  ]
}
export interface Leg {
  readonly from: string
  readonly to: string
  readonly amount?: number
  readonly reverses?: number | null
}
/** A posting as the program sends it; `number`: how often the source does this. */
export const posted = (kind: string, source: string, legs: readonly Leg[], number = '1'): Sql => {
  const holds: Readonly<Record<string, string>> = {
    hold: 'open',
    sent: 'post',
    release: 'void',
    failed: 'open',
  }
  const codes = [...new Set(legs.flatMap(({ from, to }) => [from, to]))]
  const at = (code: string) => codes.indexOf(code) + 1
  return [
    `select post_transfers('strict', array[$1], array[$2], array[$3], array[current_date],
       array[current_date], array[$10::text], array[$4::int], $5::text[], $6::int[], $7::int[], $8::bigint[],
       array_fill('THB'::text, array[$4::int]), $9::bigint[])`,
    ...those(`${kind}:${source}:${number}`, kind, source, legs.length, codes),
    legs.map(({ from }) => at(from)),
    legs.map(({ to }) => at(to)),
    legs.map(({ amount }) => amount ?? amountMinor),
    legs.map(({ reverses }) => reverses ?? null),
    source === '' ? null : (holds[kind.split('.')[1] ?? ''] ?? null),
  ]
}
/** Another call of the ledger in the same transaction, which the program never makes. */
export const oneMore: Sql = [`select set_config('khlang.posted', '', true)`]
export const quoted = (text: string | null): string => (text === null ? 'null' : `'${text}'`)
/** Each of these is refused. */
export async function refused(cases: Readonly<Record<string, () => Promise<string>>>): Promise<void> {
  const ends: Record<string, string> = {}
  for (const [of, act] of Object.entries(cases)) ends[of] = await act()
  expect(Object.entries(ends).filter(([, code]) => code !== 'KL105')).toEqual([])
}
