import { encodeId } from '@khlang/contract/values/values.ts'
import { withdrawFailed, withdrawHold, withdrawSent } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import { checkerNeeds } from '../../platform/approvals/approval-kinds.ts'
import { documentHash } from '../../platform/approvals/approvals.ts'
import { wantedFlags } from '../../platform/approvals/checkers.ts'
import { valueOn } from '../../platform/business-day.ts'
import { attachToApproval, keepPicture } from '../../platform/files/private-files.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { memberAccountChange } from '../../features/members/approval-kinds.ts'
import { decideLine } from '../../features/bank-lines/decide-line.ts'
import { requestWithdrawal } from '../../features/withdrawals/request.ts'
import type { SeedWithdrawal } from './history-shapes.ts'
import { iso, uuidAt } from './ids.ts'
import { lineRow } from './line-rows.ts'
import { payoutRow, withdrawalRow } from './money-rows.ts'
import { passbookPicture } from './passbook-picture.ts'
import type { SeedMember } from './people.ts'
import type { SeedWorld } from './world.ts'
import { insertRows } from './store.ts'
import type { OpenReferences } from './store-history.ts'
import { storeStrangeMessages } from './strange-messages.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Minutes before now at which the requests of `openDeposits` and the stuck payouts began, oldest first. */
const ages = { deposits: [160, 95, 13, 9, 4], withdrawals: [55, 25] } as const

/** The moments (ms) of what is stored here with a reference drawn together with the history's. */
export const openMoments = (nowMs: number) => ({
  deposits: ages.deposits.map((minutes) => nowMs - minutes * minuteMs),
  withdrawals: ages.withdrawals.map((minutes) => nowMs - minutes * minuteMs),
})

/**
 * What waits for a person when the sandbox opens: withdrawals, requests, lines, messages, an account. What
 * moves money goes oldest first, because the book and the ids of what members ask for are in that order.
 */
export async function openCases(world: SeedWorld, references: OpenReferences): Promise<void> {
  const { failed, unknown } = world.people
  const [failedAt = 0, unknownAt = 0] = openMoments(world.nowMs).withdrawals
  const [first = '', second = ''] = references.withdrawals
  await stuckWithdrawal(world, { state: 'failed', member: failed, atMs: failedAt, reference: first })
  await stuckWithdrawal(world, { state: 'unknown', member: unknown, atMs: unknownAt, reference: second })
  await waitingWithdrawals(world)
  await openDeposits(world, references.deposits)
  await judgeOpenLines(world)
  await storeStrangeMessages(world)
  await accountChange(world)
}

/** Asked for as members ask, so that the product's own checks say why they wait. */
async function waitingWithdrawals({ services, people, nowMs, random }: SeedWorld): Promise<void> {
  const settings = await services.settings.get()
  const wishes: [SeedMember, number, number][] = [
    [people.rich, 60_000, 14],
    [people.sharer, 1200, 7],
    [people.newcomer, 450, 3],
  ]
  for (const [member, baht, minutesAgo] of wishes) {
    await services.db.transaction().execute((tx) =>
      requestWithdrawal(tx, {
        id: uuidAt(nowMs - minutesAgo * minuteMs, random.next),
        memberId: member.id,
        amountMinor: baht * 100,
        requestKey: `seed-waiting-${member.id}`,
        requestedBy: null,
        nowMs: nowMs - minutesAgo * minuteMs,
        settings,
      }),
    )
  }
}

/** A payout that the rail refused, or of which nobody knows. */
async function stuckWithdrawal(
  world: SeedWorld,
  stuck: { state: 'failed' | 'unknown'; member: SeedMember; atMs: number; reference: string },
): Promise<void> {
  const { services, house, random, employees, history } = world
  const { state, member, atMs, reference } = stuck
  const account = house.accounts.find(({ role }) => role === 'withdrawal')
  if (account === undefined) return
  const withdrawal: SeedWithdrawal = {
    id: uuidAt(atMs, random.next),
    payoutId: uuidAt(atMs + 1000, random.next),
    member,
    account,
    amountMinor: 180_000,
    outcome: 'paid',
    isAuto: true,
    requestedAtMs: atMs,
    decidedAtMs: atMs + 400,
    sentAtMs: atMs + 1000,
    paidAtMs: atMs + 11_000,
    movement: null,
    beforeMinor: history.cashMinor.get(member.id) ?? 0,
  }
  const { db } = services
  await insertRows(db, 'withdrawals', [withdrawalRow(withdrawal, reference, employees.cashierId)])
  const isFailed = state === 'failed'
  const cause = {
    sourceId: encodeId('withdrawal', withdrawal.id),
    memberId: encodeId('member', member.id),
    bankAccountId: encodeId('bankAccount', account.id),
    amountMinor: withdrawal.amountMinor,
    businessOn: valueOn(atMs),
  }
  await db.transaction().execute((tx) => postStrict(tx, [withdrawHold(cause)]))
  const sent = withdrawSent(cause)
  const [posted] = await db.transaction().execute((tx) => postStrict(tx, [sent]))
  await sql`update withdrawals set state = 'sending' where id = ${withdrawal.id}`.execute(db)
  await insertRows(db, 'payouts', [
    {
      ...payoutRow(withdrawal, house.railId),
      state,
      rail_ref: null,
      answer: isFailed
        ? { state: 'failed', reason: 'beneficiaryRefused' }
        : { state: 'unknown', reason: 'noAnswer' },
      settled_at: isFailed ? iso(withdrawal.paidAtMs) : null,
    },
  ])
  const holds = isFailed ? 2 : 1
  await sql`update withdrawals set state = ${state}, holds = ${holds} where id = ${withdrawal.id}`.execute(
    db,
  )
  if (!isFailed || posted === undefined) return
  const failed = withdrawFailed({ ...cause, sent: { legs: sent.legs, transferIds: posted.transferIds } })
  await db.transaction().execute((tx) => postStrict(tx, [failed]))
}

/** Requests of today in every state: two fresh ones, one for a person, one that ran out, one refused. */
async function openDeposits(world: SeedWorld, references: readonly string[]): Promise<void> {
  const { services, members, house, random, nowMs, employees, people } = world
  const taken = new Set(Object.values(people).map((member: SeedMember) => member.id))
  const active = members.filter(({ state, id }) => state === 'active' && !taken.has(id))
  const account = house.accounts.find(({ bank }) => bank === 'SCB')
  const states = ['rejected', 'expired', 'pending', 'created', 'created'] as const
  const moments = openMoments(nowMs).deposits
  const rows = states.map((state, position) => {
    const atMs = moments[position] ?? nowMs
    const isByHand = state === 'pending' || state === 'rejected'
    return {
      id: uuidAt(atMs, random.next),
      reference: references[position] ?? '',
      member_id: random.pick(active).id,
      state,
      method: 'bank',
      amount_requested_minor: random.pick([20_000, 30_000, 50_000]),
      is_unique_satang: false,
      bank_account_id: account?.id ?? null,
      by_kind: isByHand ? 'employee' : 'member',
      by_id: isByHand ? employees.cashierId : null,
      remark_staff: isByHand ? 'ลูกค้าแจ้งฝากไม่เข้า รอตรวจสอบ' : null,
      reason_code: state === 'rejected' ? 'noMoneyFound' : null,
      expires_at: iso(atMs + 30 * minuteMs),
      sla_ends_at: iso(atMs + 5 * minuteMs),
      created_at: iso(atMs),
      business_on: valueOn(atMs),
      credits: 0,
      version: 1,
    }
  })
  await insertRows(services.db, 'deposits', rows)
}

/** The product itself says why recent money has no owner, and whom it suggests. */
async function judgeOpenLines({ services, lines, nowMs }: SeedWorld): Promise<void> {
  const { db } = services
  const settings = await services.settings.get()
  const open = lines.filter(
    ({ movement, receivedAtMs }) => movement.cause === 'stranger' && receivedAtMs > nowMs - 10 * dayMs,
  )
  for (const line of open) {
    const row = lineRow(line, { state: 'unmatched' })
    const { outcome } = await decideLine(
      db,
      {
        ...row,
        chain: row.chain === 'linked' ? 'linked' : 'noBalance',
        hint_until: null,
        possible_double_of: null,
        taught_format_id: null,
        joined_sources: [row.source],
      },
      {
        settings,
        hasBalances: line.movement.account.hasBalances,
        others: [],
        mayCredit: false,
        mayBeCredited: false,
      },
    )
    await sql`update statement_lines set state = ${outcome.state}, reason = ${outcome.reason},
      score = ${outcome.score}, best_member_id = ${outcome.bestMemberId},
      suggestion_count = ${outcome.suggestionCount},
      match_evidence = ${JSON.stringify(outcome.evidence)}::jsonb where id = ${row.id}`.execute(db)
  }
}

/** A change of bank account that the manager asked for and a second person has not decided. */
async function accountChange({ services, people, random, nowMs, employees }: SeedWorld): Promise<void> {
  const { changer } = people
  const accountName = `${changer.firstName} ${changer.lastName}`
  const accountNo = `2${random.digits(9)}`
  const picture = await passbookPicture(accountNo)
  const evidence = await services.db
    .transaction()
    .execute((tx) =>
      keepPicture(tx, services, { purpose: 'accountChange', picture, uploadedBy: employees.managerId }),
    )
  const memberId = encodeId('member', changer.id)
  const document = { memberId, bank: 'BBL', accountNo, accountName, nameSimilarityBps: 10_000, evidence }
  const atMs = nowMs - 35 * minuteMs
  const id = uuidAt(atMs, random.next)
  await insertRows(services.db, 'approvals', [
    {
      id,
      kind: 'memberAccountChange',
      entity: 'member',
      entity_id: memberId,
      document,
      document_hash: `\\x${documentHash(id, document).toString('hex')}`,
      requires: JSON.parse(wantedFlags(checkerNeeds(memberAccountChange))) as object,
      before: { bank: changer.bank, accountNo: changer.accountNo, accountName },
      state: 'pending',
      reason: 'ลูกค้าปิดบัญชีเดิม',
      maker_id: employees.managerId,
      is_sole_owner: false,
      expires_at: iso(atMs + dayMs),
      created_at: iso(atMs),
    },
  ])
  await services.db.transaction().execute((tx) => attachToApproval(tx, evidence, id))
}
