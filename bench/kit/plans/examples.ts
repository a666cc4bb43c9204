import type { CallName } from '@khlang/contract/calls.ts'
import type { BenchEnv } from '../env.ts'

export type Filter = Readonly<Record<string, unknown>>
/** What a call is asked for, again and again; `{}` is the first page of a list. */
export type Asked = readonly [name: CallName, ...filters: Filter[]]

/** What people type to find a member: names, parts of names and numbers, common and rare. */
export const words = [
  'user77',
  'user1',
  'สมชาย',
  'นามสกุล',
  'สมชาย12',
  'กุล499',
  '0900012345',
  '4321',
  'วิ',
  'zzzz nobody',
]

/** Rows of the book that calls are asked about. */
export interface Examples {
  readonly today: string
  readonly monthAgo: string
  readonly weekAgo: string
  readonly member: string
  readonly account: string
  readonly outAccount: string
  readonly deposit: string
  readonly withdrawal: string
  readonly openLine: string
  readonly line: string
  readonly clerk: string
  readonly transfer: string
  readonly adjustment: string
  readonly role: string
}

export async function examplesOf(env: BenchEnv, database: string): Promise<Examples> {
  const { rows } = await env.admin(
    database,
    `with d as (select * from deposits where state = 'credited' and by_kind = 'employee'
        order by id desc offset 40 limit 1)
     select (now() at time zone 'Asia/Bangkok')::date::text as today,
       ((now() at time zone 'Asia/Bangkok')::date - 30)::text as "monthAgo",
       ((now() at time zone 'Asia/Bangkok')::date - 7)::text as "weekAgo",
       outside_id('mbr', d.member_id) as member, outside_id('oba', d.bank_account_id) as account,
       outside_id('oba', (select id from bank_accounts where role = 'withdrawal' limit 1)) as "outAccount",
       outside_id('dep', d.id) as deposit, outside_id('stl', d.statement_line_id) as line,
       outside_id('wdr', (select id from withdrawals where state = 'review' order by id limit 1))
         as withdrawal,
       outside_id('stl', (select id from statement_lines where state = 'unmatched' order by id limit 1))
         as "openLine",
       outside_id('emp', (select maker_id from adjustments order by id desc limit 1)) as clerk,
       (select max(id) from transfers)::text as transfer,
       outside_id('adj', (select id from adjustments order by id desc limit 1)) as adjustment,
       outside_id('rol', (select id from roles order by id limit 1)) as role
     from d`,
  )
  const [found] = rows as Examples[]
  if (!found) throw new Error('The book has no example of a credited deposit.')
  return found
}
