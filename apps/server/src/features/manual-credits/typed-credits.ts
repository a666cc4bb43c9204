import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import type { Posted } from '@khlang/ledger/posting.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { visibleTo } from '../../platform/people/visibility.ts'

/** A credit that people typed: goodwill, a correction, or real money before its line. */
export interface TypedCredit {
  readonly id: string
  readonly kind: 'realDeposit' | 'goodwill' | 'correction'
  readonly reference: string
  readonly member_id: string
  readonly username: string
  readonly name: string
  readonly member_state: string
  readonly amount_minor: number
  readonly credited_at: string
  /** `lineArrived`: the money of the bank is there, so it goes back by its line. */
  readonly refused: 'alreadyReversed' | 'lineArrived' | null
  readonly value_on: string
}

/** Its id as the outside knows it. */
export const outsideOf = ({ kind, id }: Pick<TypedCredit, 'kind' | 'id'>) =>
  kind === 'realDeposit' ? encodeId('deposit', id) : encodeId('adjustment', id)

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
      select d.id, 'realDeposit' as kind, d.reference, d.member_id, d.amount_minor, d.credited_at,
             case when d.state <> 'credited' then 'alreadyReversed'
                  when d.statement_line_id is not null then 'lineArrived' end as refused,
             (select t.value_on from transfers t
               where t.key = 'deposit.credited:' || outside_id('dep', d.id) || ':1') as value_on
        from deposits d where d.id = ${depositId}::uuid and d.method = 'manual'
      union all
      select j.id, j.kind, j.reference, j.member_id, j.amount_minor, j.created_at,
             case when j.reversed_at is not null then 'alreadyReversed' end, j.business_on
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
  if (kind === 'realDeposit')
    await sql`update deposits set state = 'reversed', version = version + 1,
      reversal_approval_id = ${approvalId} where id = ${id}`.execute(tx)
  else
    await sql`update adjustments set reversed_at = now(), reversal_approval_id = ${approvalId}
      where id = ${id}`.execute(tx)
}

/** The posting that credited it. */
export async function creditPosting(db: Reader, credit: TypedCredit): Promise<Posted> {
  const kind = credit.kind === 'realDeposit' ? 'deposit.credited' : 'credit.add'
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
