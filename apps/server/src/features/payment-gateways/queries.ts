import type { paymentGateways } from '@khlang/contract/payments/payment-gateways.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { openEventStates } from '@khlang/contract/values/gateway-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { gatewayFloat, gatewayReceivable, screenMinor } from '@khlang/ledger/accounts.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { addDays } from '../../platform/business-day.ts'
import type { Keyset, SortColumn } from '../../platform/db/cursor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { notYetDue } from './settlements/gateway-dues.ts'
import type { GatewaySetup } from './gateway-setup.ts'
import { breakerOf, type Health } from './breaker.ts'

type Card = HandlerOutput<typeof paymentGateways.list>['records'][number]
type Order = HandlerOutput<typeof paymentGateways.orders>['records'][number]
type Event = HandlerOutput<typeof paymentGateways.events>['records'][number]
type Settings = HandlerOutput<typeof paymentGateways.get>

const words = sql`g.code, g.name, g.adapter, g.direction, g.methods, g.base_url as "baseUrl",
  g.merchant_id as "merchantId", g.key_id as "keyId", g.biller_id as "billerId", g.fee_bps as "feeBps",
  g.fee_fixed_minor as "feeFixedMinor", g.fee_by as "feeBy", g.settle_days as "settleDays", g.addresses,
  g.min_minor as "minMinor", g.max_minor as "maxMinor", g.day_cap_minor as "dayCapMinor",
  g.exact_minor::text[]::float8[] as "exactMinor", g.priority, g.weight, g.levels,
  g.opens_minute as "opensMinute", g.closes_minute as "closesMinute",
  g.order_expiry_s as "orderExpiryS", g.needs_payer_match as "needsPayerMatch", g.version,
  g.is_sandbox as "isSandbox"`

/** The whole of a gateway, held: what is asked for begins from here. @throws notFound */
export async function lockSetup(tx: Tx, id: string): Promise<GatewaySetup> {
  const { rows } = await sql<Omit<GatewaySetup, 'gatewayId'>>`
    select ${words}, g.api_secret::text as "apiSecret", g.api_secret_last4 as "apiSecretLast4",
           g.webhook_secret::text as "webhookSecret", g.webhook_secret_last4 as "webhookSecretLast4"
      from payment_gateways g where g.id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw new ApiError('notFound')
  return { gatewayId: encodeId('gateway', id), ...rows[0] }
}

/** @throws notFound */
export async function findSettings(db: Reader, id: string): Promise<Omit<Settings, 'callbackPath'>> {
  const { rows } = await sql<Omit<Settings, 'callbackPath'>>`
    select g.id, ${words}, g.state,
           json_build_object('last4', g.api_secret_last4,
             'at', ${instantOf(sql`g.api_secret_at`)}) as "apiSecret",
           json_build_object('last4', g.webhook_secret_last4,
             'at', ${instantOf(sql`g.webhook_secret_at`)}) as "webhookSecret",
           exists (select from approvals a where a.kind = 'gatewaySetup' and a.state = 'pending'
             and a.entity_id = outside_id('gwy', g.id)) as "isSetupAsked"
      from payment_gateways g where g.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

/** RFC 3339 inside of JSON, where PostgreSQL prints moments in its own way. */
const instantOf = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type Counted = 'inToday' | 'outToday' | 'breaker' | 'receivableMinor' | 'overdueMinor' | 'floatMinor'
type CardRow = Omit<Card, Counted> &
  Health & { inCount: number; inMinor: number; outCount: number; outMinor: number }

/** All gateways, what went through each on a business date, and how it goes with it now. */
export async function cardsOf(db: Reader, on: string, nowMs: number): Promise<Card[]> {
  const { rows } = await sql<CardRow>`
    select g.id, g.code, g.name, g.adapter, g.direction, g.methods, g.state, g.is_sandbox as "isSandbox",
           g.day_cap_minor as "dayCapMinor", g.version, coalesce(h.failures, 0) as failures,
           h.opened_at as "openedAt", h.probe_at as "probeAt", h.last_callback_at as "lastCallbackAt",
           h.last_error as "lastError", d.paid::int as "inCount", d.paid_minor as "inMinor",
           case when d.ended > 0 then (d.paid * 10000 / d.ended)::int end as "successBps",
           d.pending::int as "pendingCount", p.n::int as "outCount", p.minor as "outMinor",
           (select percentile_cont(0.5) within group (order by extract(epoch from l.paid_at - l.created_at))
              from (select o.paid_at, o.created_at from gateway_orders o where o.gateway_id = g.id
                       and o.business_on = ${on}::date and o.state = 'paid' limit 200) l)::int as "medianS",
           (select count(*) from gateway_events e where e.gateway_id = g.id and e.handled_at is null
              and e.state = any(${[...openEventStates]}::text[]))::int as "peopleCount",
           (select count(*) from gateway_errors e where e.gateway_id = g.id
              and e.at > now() - interval '1 hour')::int as "errorsLastHour"
      from payment_gateways g left join gateway_health h on h.gateway_id = g.id
     cross join lateral (select count(*) filter (where o.state in ('paid', 'refunded')) as paid,
          coalesce(sum(o.amount_minor) filter (where o.state in ('paid', 'refunded')), 0)::bigint
            as paid_minor,
          count(*) filter (where o.state in ('paid', 'refunded', 'failed', 'expired')) as ended,
          count(*) filter (where o.state in ('created', 'pending')) as pending
        from gateway_orders o where o.gateway_id = g.id and o.business_on = ${on}::date) d
     cross join lateral (select count(*) as n, coalesce(sum(y.amount_minor), 0)::bigint as minor
        from payment_rails r join bank_accounts a on a.rail_id = r.id
        join payouts y on y.bank_account_id = a.id and y.business_on = ${on}::date and y.state <> 'failed'
       where r.gateway_id = g.id) p
     order by g.priority, g.name`.execute(db)
  const codes = rows.flatMap(({ id }) => [
    gatewayReceivable(encodeId('gateway', id)).code,
    gatewayFloat(encodeId('gateway', id)).code,
  ])
  const balances = await balancesOf(db, codes)
  const later = await notYetDue(db, addDays(on, -1), on)
  return rows.map((row, at) => {
    const { failures, openedAt, probeAt, inCount, inMinor, outCount, outMinor, ...card } = row
    const balance = (offset: number) =>
      screenMinor('asset', balances.get(codes[at * 2 + offset] ?? '') ?? 0)
    return {
      ...card,
      breaker: breakerOf({ failures, openedAt, probeAt }, nowMs),
      inToday: { count: inCount, amountMinor: inMinor },
      outToday: { count: outCount, amountMinor: outMinor },
      receivableMinor: balance(0),
      overdueMinor: Math.max(0, balance(0) - (later.get(row.id) ?? 0)),
      floatMinor: balance(1),
    }
  })
}

/** Newest first, of orders and of events alike: their ids begin with when they came. */
export const newestFirst = (alias: 'o' | 'e'): SortColumn[] => [
  { by: sql.ref(`${alias}.id`), type: 'uuid' },
]

const orderColumns = sql`o.id, o.reference, json_build_object('id', g.id, 'name', g.name) as gateway,
  json_build_object('id', m.id, 'username', m.username) as member, o.method, o.amount_minor as "amountMinor",
  o.fee_minor as "feeMinor", o.credited_minor as "creditedMinor", o.state, o.gateway_ref as "gatewayRef",
  case when d.state = 'reversed' and o.person_reason = 'refunded' then null else o.person_reason end
    as "personReason", d.id as "depositId",
  coalesce(d.state = 'reversed', false) as "isTakenBack", o.created_at as "createdAt", o.paid_at as "paidAt",
  o.expires_at as "expiresAt", o.settles_on as "settlesOn", o.version`
const orderTables = sql`gateway_orders o join payment_gateways g on g.id = o.gateway_id
  join members m on m.id = o.member_id
  left join deposits d on d.gateway_ref = outside_id('gwo', o.id)`

const whereAll = (conditions: readonly (RawBuilder<boolean> | null)[]) => {
  const given = conditions.filter((each) => each !== null)
  return given.length === 0 ? sql`` : sql`where ${sql.join(given, sql` and `)}`
}

type OrderFilter = Pick<HandlerInput<typeof paymentGateways.orders>, 'gatewayId' | 'state'>

export async function pageOfOrders(db: Reader, keyset: Keyset, { gatewayId, state }: OrderFilter) {
  const { rows } = await sql<Order & { keysetKey: string[] }>`
    select ${orderColumns}, ${keyset.key} as "keysetKey" from ${orderTables}
    ${whereAll([
      keyset.where,
      gatewayId === undefined ? null : sql<boolean>`o.gateway_id = ${gatewayId}::uuid`,
      state === undefined ? null : sql<boolean>`o.state = any(${[...state]}::text[])`,
    ])}
    order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return keyset.pageOf(rows)
}

const eventColumns = sql`e.id, json_build_object('id', g.id, 'name', g.name) as gateway, e.source, e.verdict,
  e.state, e.kind, e.order_id as "orderId", left(e.order_ref, 100) as "orderRef",
  e.amount_minor as "amountMinor", e.currency, e.address, e.repeats, e.received_at as "receivedAt",
  e.happened_at as "happenedAt", b.display_name as "handledBy", e.handled_reason as "handledReason"`
const eventTables = sql`gateway_events e join payment_gateways g on g.id = e.gateway_id
  left join employees b on b.id = e.handled_by`

type EventFilter = Pick<HandlerInput<typeof paymentGateways.events>, 'gatewayId' | 'state'>

export async function pageOfEvents(db: Reader, keyset: Keyset, { gatewayId, state }: EventFilter) {
  const { rows } = await sql<Event & { keysetKey: string[] }>`
    select ${eventColumns}, ${keyset.key} as "keysetKey" from ${eventTables}
    ${whereAll([
      keyset.where,
      gatewayId === undefined ? null : sql<boolean>`e.gateway_id = ${gatewayId}::uuid`,
      state === undefined ? null : sql<boolean>`e.state = any(${[...state]}::text[])`,
    ])}
    order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return keyset.pageOf(rows)
}

type OrderDetail = HandlerOutput<typeof paymentGateways.order>

/** @throws notFound */
export async function findOrderDetail(db: Reader, id: string): Promise<OrderDetail> {
  const { rows } = await sql<Omit<OrderDetail, 'events'>>`
    select ${orderColumns}, o.qr_payload as "qrPayload", o.pay_url as "payUrl", o.routing,
           coalesce(d.state = 'credited' and is_refunded_order(d.id), false) as "mayTakeBack",
           (select json_build_object('approvalId', a.id, 'by', b.display_name, 'checker', c.display_name,
                     'reason', a.reason, 'askedAt', ${instantOf(sql`a.created_at`)},
                     'doneAt',
                     case when a.id = d.reversal_approval_id then ${instantOf(sql`a.settled_at`)} end)
              from approvals a join employees b on b.id = a.maker_id
              left join employees c on c.id = a.checker_id
             where a.entity = 'deposit' and a.entity_id = outside_id('dep', d.id)
               and a.kind = 'gatewayCreditReversal'
               and (a.id = d.reversal_approval_id or ${isWaitingApproval('a')})
             limit 1) as "takingBack"
      from ${orderTables} where o.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  const { rows: events } = await sql<Event>`
    select ${eventColumns} from ${eventTables} where e.order_id = ${id} order by e.id limit 100`.execute(db)
  return { ...rows[0], events }
}

/** @throws notFound */
export async function findEvent(
  db: Reader,
  id: string,
): Promise<HandlerOutput<typeof paymentGateways.event>> {
  const { rows } = await sql<HandlerOutput<typeof paymentGateways.event>>`
    select ${eventColumns}, e.raw from ${eventTables} where e.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}
