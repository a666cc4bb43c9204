import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { devices } from '@khlang/contract/payments/devices.ts'
import type { phoneMessageKinds } from '@khlang/contract/values/value-lists.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { addDays, instantsOf, valueOn } from '../../platform/business-day.ts'
import type { Context } from '../../platform/call/context.ts'
import { keysetOf, type Keyset } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import { readRollup } from '../../platform/work/rollups.ts'
import { withoutBalances } from '../matching/message-text.ts'

type Row = HandlerOutput<typeof devices.messages>['records'][number]
type Kind = (typeof phoneMessageKinds)[number]

const daysMax = 7
const midnight = { dayCutOffMinutes: 0 }
const statesOf: Readonly<Record<Kind, readonly string[]>> = {
  read: ['read', 'joined', 'duplicate'],
  failed: ['parseFailed', 'senderUnknown'],
  notMoney: ['notMoney'],
  test: ['test'],
}
const kindOf = sql`case when m.state = any(${[...statesOf.read]}::text[]) then 'read'
  when m.state = any(${[...statesOf.failed]}::text[]) then 'failed' else m.state end`

/** How many messages of today each phone got read, and how many nobody could read. */
export async function todayOf(db: Reader, nowMs: number) {
  const today = valueOn(nowMs)
  const counted = await readRollup(db, 'message', { from: today, to: today })
  const countOf = (id: string, kind: Kind): number =>
    counted
      .filter(({ parts: [device, state] }) => device === id && statesOf[kind].includes(state ?? ''))
      .reduce((sum, { entries }) => sum + entries, 0)
  return (id: string) => ({ readToday: countOf(id, 'read'), failedToday: countOf(id, 'failed') })
}

interface Filter {
  readonly deviceIds?: readonly string[] | undefined
  readonly kind?: Kind | undefined
  readonly from: string
  readonly until: string
}

/** Phone by phone as much as a page holds, by their index: a page costs the same however old the book. */
async function pageOf(db: Reader, { deviceIds, kind, from, until }: Filter, keyset: Keyset) {
  const { rows } = await sql<Row & { keysetKey: string[] }>`
    select m.id, d.name as device, ${kindOf} as kind, m.source, m.sender, m.raw_text as text,
           case when b.id is not null then
             json_build_object('id', b.id, 'bank', b.bank, 'label', b.label) end as account,
           m.failure, m.dismissed_at is not null as "isDismissed", m.sent_at as "sentAt",
           m.received_at as "receivedAt", ${keyset.key} as "keysetKey"
      from devices d cross join lateral (
        select * from bank_messages m
         where m.device_id = d.id and m.received_at >= ${from} and m.received_at < ${until}
           and ${kind === undefined ? sql`true` : sql`m.state = any(${[...statesOf[kind]]}::text[])`}
           and ${keyset.where ?? sql`true`}
         order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}) m
      left join bank_accounts b on b.id = m.bank_account_id
     where ${deviceIds === undefined ? sql`true` : sql`d.id = any(${[...deviceIds]}::uuid[])`}
     order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return keyset.pageOf(rows)
}

/** What phones passed on, of a few days. @throws dateRange */
export async function listMessages({ db, input, actor, services }: Context<typeof devices.messages>) {
  const { deviceIds, kind } = input
  const to =
    input.to ?? (input.from === undefined ? valueOn(services.now()) : addDays(input.from, daysMax - 1))
  const from = input.from ?? addDays(to, 1 - daysMax)
  if (from > to || addDays(from, daysMax) <= to) throw new ApiError('dateRange', { field: 'from' })
  const keyset = keysetOf({
    list: 'devices.messages',
    sort: [
      { by: sql`m.received_at`, type: 'timestamptz' },
      { by: sql`m.id`, type: 'uuid' },
    ],
    input,
    actor,
    secrets: services.secrets,
  })
  const span = { from: instantsOf(midnight, from).from, until: instantsOf(midnight, to).until }
  const page = await pageOf(db, { deviceIds, kind, ...span }, keyset)
  if (seesBalances(actor)) return page
  return { ...page, records: page.records.map((row) => ({ ...row, text: withoutBalances(row.text) })) }
}
