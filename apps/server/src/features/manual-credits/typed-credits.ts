import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import type { Posted } from '@khlang/ledger/posting.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { visibleTo } from '../../platform/people/visibility.ts'

/**
 * A credit that goes back by itself, without a line: what people typed (goodwill, a correction, real money
 * before its line), and that of a gateway's order.
 */
export interface TypedCredit {
  readonly id: string
  readonly kind: 'realDeposit' | 'gatewayOrder' | 'goodwill' | 'correction'
  readonly reference: string
  readonly member_id: string
  readonly username: string
  readonly name: string
  readonly member_state: string
  readonly amount_minor: number
  readonly credited_at: string
  /**
   * `lineArrived`: the money of the bank is there, so it goes back by its line. `notRefunded`: the gateway
   * did not say that it gave the money back.
   */
  readonly refused: 'alreadyReversed' | 'lineArrived' | 'notRefunded' | null
  readonly value_on: string
  /** Of a gateway's order: which. */
  readonly order_id: string | null
}

/** A deposit, as opposed to an adjustment. */
export const isDeposit = (kind: TypedCredit['kind']): boolean =>
  kind === 'realDeposit' || kind === 'gatewayOrder'

/** Its id as the outside knows it. */
export const outsideOf = ({ kind, id }: Pick<TypedCredit, 'kind' | 'id'>) =>
  isDeposit(kind) ? encodeId('deposit', id) : encodeId('adjustment', id)

/** The credit behind `dep_…` or `adj_…` in the actor's sight; undefined for anything else. */
export async function typedCredit(
  db: Reader,
  actor: EmployeeActor,
  outsideId: string,
): Promise<TypedCredit | undefined> {
  const depositId = decodeId('deposit', outsideId)
  const adjustmentId = decodeId('adjustment', outsideId)
  const { rows } = await sql<TypedCredit>`
    select x.*, m.username, m.first_name || ' ' || m.last_name as name, m.state as member_state from (
      select d.id, case d.method when 'manual' then 'realDeposit' else 'gatewayOrder' end as kind,
             d.reference, d.member_id, d.amount_minor, d.credited_at,
             case when d.state <> 'credited' then 'alreadyReversed'
                  when d.statement_line_id is not null then 'lineArrived'
                  when d.method = 'gateway' and not is_refunded_order(d.id) then 'notRefunded'
             end as refused,
             (select t.value_on from transfers t
               where t.key = 'deposit.credited:' || outside_id('dep', d.id) || ':1') as value_on,
             inside_id(d.gateway_ref) as order_id
        from deposits d where d.id = ${depositId}::uuid and d.method in ('manual', 'gateway')
      union all
      select j.id, j.kind, j.reference, j.member_id, j.amount_minor, j.created_at,
             case when j.reversed_at is not null then 'alreadyReversed' end, j.business_on,
             null
        from adjustments j where j.id = ${adjustmentId}::uuid) x
      join members m on m.id = x.member_id
     where ${visibleTo(actor)}`.execute(db)
  return rows[0]
}

/** Keeps the row as it is until the transaction ends. */
export async function holdTypedCredit(tx: Tx, outsideId: string): Promise<void> {
  const depositId = decodeId('deposit', outsideId)
  const adjustmentId = decodeId('adjustment', outsideId)
  await sql`select from deposits where id = ${depositId}::uuid for update`.execute(tx)
  await sql`select from adjustments where id = ${adjustmentId}::uuid for no key update`.execute(tx)
}

/** Says of the row that it is taken back; the database judges it by its approval. */
export async function markReversed(
  tx: Tx,
  { kind, id }: Pick<TypedCredit, 'kind' | 'id'>,
  approvalId: string,
): Promise<void> {
  if (isDeposit(kind))
    await sql`update deposits set state = 'reversed', version = version + 1,
      reversal_approval_id = ${approvalId} where id = ${id}`.execute(tx)
  else
    await sql`update adjustments set reversed_at = now(), reversal_approval_id = ${approvalId}
      where id = ${id}`.execute(tx)
}

/** The posting that credited it. */
export async function creditPosting(db: Reader, credit: TypedCredit): Promise<Posted> {
  const kind = isDeposit(credit.kind) ? 'deposit.credited' : 'credit.add'
  const key = `${kind}:${outsideOf(credit)}:1`
  const { rows } = await sql<{
    id: number
    from: string
    to: string
    amountMinor: number
    currency: string
  }>`
    select t.id, f.code as from, o.code as to, t.amount_minor as "amountMinor", t.currency
      from transfers t join accounts f on f.id = t.from_id join accounts o on o.id = t.to_id
     where t.key = ${key}`.execute(db)
  const transfer = rows[0]
  if (!transfer || transfer.to !== memberCash(encodeId('member', credit.member_id)).code)
    throw new Error(`No transfer ${key}.`)
  const { id, ...leg } = transfer
  return { legs: [leg], transferIds: [id] }
}
