import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { depositCredited, depositReceived } from '@khlang/ledger/deposits.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { postTransfersText } from '../../platform/posting/posting-columns.ts'
import { postStrict, type PostingResult } from '../../platform/posting/ledger-store.ts'
import { normaliseName } from '../../platform/people/names.ts'
import { payerKeyOf, type StoredLine } from './stored-line.ts'

/** Who credits: a person, or the phone whose message did it. */
export interface CreditActor {
  readonly kind: 'employee' | 'machine'
  readonly id: string
  readonly name: string
  readonly address: string
  readonly requestId: string
}

/** A line that becomes a member's money. */
export interface Credit {
  readonly depositId: string
  readonly line: StoredLine
  readonly memberId: string
  /** The open request that is adopted; null: a new deposit. */
  readonly requestId: string | null
  /** How often this deposit was credited, this time included. */
  readonly occurrence: number
  readonly businessOn: string
  readonly actor: CreditActor
  /** False where a person confirmed a member who is not active. */
  readonly mustBeActive: boolean
  readonly remark: string | null
  /** The approval of a link by hand that needed a second person. */
  readonly approvalId?: string | null
}

export const newCredit = (
  parts: Omit<Credit, 'depositId' | 'occurrence'> & { readonly occurrence?: number },
): Credit => ({ ...parts, depositId: parts.requestId ?? randomUUIDv7(), occurrence: parts.occurrence ?? 1 })

const received = (line: StoredLine, on: string, occurrence = 1): Posting =>
  depositReceived({
    sourceId: encodeId('statementLine', line.id),
    occurrence,
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    amountMinor: line.amount_minor,
    businessOn: on,
    valueOn: line.value_on,
  })

/** The bank's money, owner not known yet. */
export const receivedPosting = received

/** Received and credited, in this order; the first is answered `replayed` where it was posted before. */
export const creditPostings = ({
  line,
  depositId,
  memberId,
  businessOn,
  occurrence,
}: Credit): Posting[] => [
  received(line, businessOn),
  depositCredited({
    sourceId: encodeId('deposit', depositId),
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    memberId: encodeId('member', memberId),
    amountMinor: line.amount_minor,
    businessOn,
    valueOn: line.value_on,
    occurrence,
  }),
]

// The member's row is held in share: whoever suspends them at this instant comes before or after, never
// between.
const memberRow = ({ memberId, mustBeActive }: Credit) => sql`
  select id from members where id = ${memberId} and state <> 'blacklisted'
     and (${!mustBeActive} or (state = 'active' and can_deposit)) for share`

const insertDeposit = (credit: Credit): RawBuilder<unknown> => {
  const { line, actor } = credit
  const isPerson = actor.kind === 'employee'
  return sql`
    insert into deposits (id, reference, member_id, state, method, amount_minor, bank_account_id,
      statement_line_id,
      from_bank, from_account_no, by_kind, by_id, remark_staff, link_approval_id,
      credited_at, business_on, credits)
    select ${credit.depositId}, 'D' || ${credit.businessOn.slice(2, 4) + credit.businessOn.slice(5, 7)} || '-'
           || lpad(n.n, greatest(6, length(n.n)), '0'), m.id, 'credited',
             ${line.payer_bank === 'TMW' ? 'truewallet' : 'bank'},
           ${line.amount_minor}, ${line.bank_account_id}, ${line.id}, ${line.payer_bank}, ${line.payer_mask},
           ${isPerson ? 'employee' : 'auto'}, ${isPerson ? actor.id : null}, ${credit.remark},
             ${credit.approvalId ?? null}::uuid, now(), ${credit.businessOn}, 1
      from (${memberRow(credit)}) m, (select nextval('deposit_reference')::text as n) n
    returning id`
}

const adoptRequest = (credit: Credit): RawBuilder<unknown> => {
  const { line, actor } = credit
  const isPerson = actor.kind === 'employee'
  return sql`
    update deposits d set state = 'credited', amount_minor = ${line.amount_minor},
      bank_account_id = ${line.bank_account_id},
      statement_line_id = ${line.id}, from_bank = ${line.payer_bank}, from_account_no = ${line.payer_mask},
      by_kind = ${isPerson ? 'employee' : 'auto'}, by_id = ${isPerson ? actor.id : null},
      remark_staff = coalesce(${credit.remark}, d.remark_staff),
      link_approval_id = ${credit.approvalId ?? null}, credited_at = now(),
      business_on = ${credit.businessOn}, credits = ${credit.occurrence}, version = d.version + 1
     from (${memberRow(credit)}) m
     where d.id = ${credit.depositId} and d.member_id = m.id and d.state in ('created', 'pending')
    returning d.id`
}

// By itself a payer is learnt only from digits, which fitted the member or nothing had been credited; a name
// alone is learnt from a person who linked it.
const learnPayer = ({ line, memberId, actor }: Credit): RawBuilder<unknown>[] => {
  if (actor.kind === 'machine' && line.payer_mask === null) return []
  const key = payerKeyOf(line, line.payer_name === null ? '' : normaliseName(line.payer_name))
  if (key === null) return []
  return [
    sql`insert into payer_aliases (member_id, payer_key) values (${memberId}, ${key})
        on conflict (payer_key, member_id) do update set hits = payer_aliases.hits + 1, last_at = now()`,
  ]
}

const logCredit = ({ actor, line, depositId, memberId }: Credit): RawBuilder<unknown> => sql`
  insert into activity_log (actor_kind, actor_id, actor_name, address, entity, entity_id, action, after,
    detail, request_id)
  values (${actor.kind}, ${actor.id}, ${actor.name}, ${actor.address}, 'deposit',
    ${encodeId('deposit', depositId)},
    'credited', ${JSON.stringify({ state: 'credited', amountMinor: line.amount_minor })}::jsonb,
    ${JSON.stringify({
      lineId: encodeId('statementLine', line.id),
      memberId: encodeId('member', memberId),
      by: actor.kind === 'machine' ? 'score' : 'person',
    })}::jsonb, ${actor.requestId})`

/** The business rows of a credit, for `writeTogether`; `deposit` is the part that must have made one row. */
export function creditRows(credit: Credit): {
  deposit: RawBuilder<unknown>
  others: RawBuilder<unknown>[]
  news: { topic: string; id: string }[]
} {
  const depositId = encodeId('deposit', credit.depositId)
  return {
    deposit: credit.requestId === null ? insertDeposit(credit) : adoptRequest(credit),
    others: [...learnPayer(credit), ...(credit.actor.kind === 'machine' ? [logCredit(credit)] : [])],
    news: [
      { topic: 'deposit', id: depositId },
      { topic: 'member', id: encodeId('member', credit.memberId) },
      { topic: 'transfer', id: depositId },
    ],
  }
}

/** Posts last of all and notes on each deposit what its wallet held before and after. */
export async function postCredits(
  tx: Tx,
  postings: readonly Posting[],
  credits: readonly Credit[],
): Promise<PostingResult[]> {
  // Where in the ledger's answer the wallet's new balance stands: it is the receiving side of one leg.
  const places = credits.map((credit) => {
    const code = memberCash(encodeId('member', credit.memberId)).code
    const key = `deposit.credited:${encodeId('deposit', credit.depositId)}:${credit.occurrence}`
    const before = postings.slice(
      0,
      postings.findIndex((posting) => posting.key === key),
    )
    const leg = postings[before.length]?.legs.findIndex((each) => each.to === code) ?? -1
    if (leg < 0) throw new Error(`No posting credits ${key}.`)
    return before.reduce((legs, posting) => legs + posting.legs.length, leg)
  })
  if (credits.length === 0) return postStrict(tx, postings)
  return postStrict(tx, postings, {
    text: `with posted as materialized (${postTransfersText}),
      noted as (update deposits d
        set credit_after_minor = u.after, credit_before_minor = u.after - d.amount_minor
        from (select i.id, (p.answer -> 'toAfters' ->> i.place)::bigint as after
                from posted p, unnest($15::uuid[], $16::int[]) as i (id, place)) u where d.id = u.id)
      select answer from posted`,
    values: [credits.map((credit) => credit.depositId), places],
  })
}
