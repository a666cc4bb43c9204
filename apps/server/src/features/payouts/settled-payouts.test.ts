import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { meanwhile } from '../../testing/world/while-held.ts'
import { settleByLine, type OutgoingLine } from '../withdrawals/settle-by-line.ts'

// Which payouts of the book an outgoing line may settle, and what the line leaves of the one it settles.
let world: MoneyOutWorld
let otherAccountId: string
beforeAll(async () => {
  world = await createMoneyOutWorld()
  otherAccountId = (await world.factory.account({ role: 'withdrawal', railId: world.rail.id })).id
})
afterAll(() => world.stop())

/** A payout that is on its way, of 500 baht with the fee in it; `set` makes it another. */
async function payoutOf(amountMinor: number, set = '', memberId?: string): Promise<string> {
  const member = memberId ?? (await world.factory.member()).id
  const reference = key()
  await world.server.database.plant(
    `insert into withdrawals (reference, member_id, request_key, state, amount_minor, fee_minor, to_bank,
       to_account_no, to_account_name, decision_kind, band, bank_account_id, sla_ends_at, sent_at,
       business_on)
     values ($1, $2, $1, 'sending', $3, 100, 'KBANK', '1234567890', 'x', 'auto', 'auto', $4, now(), now(),
       current_date)`,
    [reference, member, amountMinor + 100, world.source.id],
  )
  if (set !== '')
    await world.server.database.plant(`update withdrawals set ${set} where reference = $1`, [reference])
  const [row] = await world.factory.query<{ id: string }>(
    'select id from withdrawals where reference = $1',
    [reference],
  )
  return row?.id ?? ''
}
async function lineOf(amountMinor: number, parts: Partial<OutgoingLine> = {}): Promise<OutgoingLine> {
  const { lineId } = await world.outgoing(amountMinor, { isOnlyStored: true })
  const at = new Date().toISOString()
  const on = at.slice(0, 10)
  const nobody = { payeeBank: null, payeeMask: null, payeeName: null, ref: null }
  const own = { id: lineId, bankAccountId: world.source.id, amountMinor, bankTime: at, receivedAt: at }
  return { ...own, ...nobody, businessOn: on, valueOn: on, ...parts }
}
/** What a line would settle, and the alarms it would raise; nothing of it stays. */
async function wouldSettle(line: OutgoingLine) {
  const tx = await world.server.services.db.startTransaction().execute()
  try {
    const { withdrawalId, postings } = await settleByLine(tx, line)
    const alarms = await tx
      .selectFrom('alarms')
      .select(['code', 'entity_id'])
      .where('code', 'in', ['doublePayment', 'sameAmountTwice'])
      .execute()
    return { withdrawalId, postings: postings.length, alarms }
  } finally {
    await tx.rollback().execute()
  }
}
let amounts = 1_000_000
const anAmount = (): number => (amounts += 1_000)

describe('an outgoing line', () => {
  test('settles what its account sent of its amount, net of the fee, and nothing else', async () => {
    const settled: Record<string, boolean> = {}
    for (const set of [
      `state = 'sending'`,
      `state = 'unknown'`,
      `state = 'paid', paid_at = now()`,
      `state = 'approved'`,
      `state = 'failed'`,
      `state = 'rejected'`,
      `bank_account_id = '${otherAccountId}'`,
      'amount_minor = amount_minor + 1',
      'amount_minor = amount_minor - 1',
      'fee_minor = 0',
      'amount_minor = amount_minor - 200',
    ]) {
      const amountMinor = anAmount()
      const id = await payoutOf(amountMinor, set)
      const { withdrawalId, postings, alarms } = await wouldSettle(await lineOf(amountMinor))
      settled[set] = withdrawalId === id
      expect([postings, alarms]).toEqual([withdrawalId === null ? 0 : 1, []])
    }
    expect(Object.entries(settled).filter(([, is]) => is)).toEqual([
      [`state = 'sending'`, true],
      [`state = 'unknown'`, true],
      [`state = 'paid', paid_at = now()`, true],
    ])
  })

  test('is called a second payment of what was settled within 24 hours, not of what was before', async () => {
    for (const [ago, isDouble] of [
      ['23 hours 59 minutes', true],
      ['24 hours 1 minute', false],
    ] as const) {
      const amountMinor = anAmount()
      const before = await lineOf(amountMinor)
      const set = `state = 'paid', paid_at = now() - interval '${ago}', settled_line_id = '${before.id}'`
      const id = await payoutOf(amountMinor, set)
      const { withdrawalId, alarms } = await wouldSettle(await lineOf(amountMinor))
      const alarm = { code: 'doublePayment', entity_id: encodeId('withdrawal', id) }
      expect([withdrawalId, alarms]).toEqual([null, isDouble ? [alarm] : []])
    }
  })

  test('is known by the reference that the rail gave one of two attempts', async () => {
    const amountMinor = anAmount()
    await payoutOf(amountMinor)
    const id = await payoutOf(amountMinor)
    await world.server.database.plant(
      `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, state, rail_ref,
         business_on) select $1, n, $2, $3, 1, case n when 2 then 'sending' else 'failed' end,
         case n when 1 then 'R-first' end, current_date from generate_series(1, 2) n`,
      [id, world.source.id, world.rail.id],
    )
    expect((await wouldSettle(await lineOf(amountMinor))).withdrawalId).toBeNull()
    expect((await wouldSettle(await lineOf(amountMinor, { ref: 'R-first' }))).withdrawalId).toBe(id)
    expect((await wouldSettle(await lineOf(amountMinor, { ref: '' }))).withdrawalId).toBeNull()
  })

  test('tells of another payout of the amount to the same member within a day alone', async () => {
    const told: Record<string, boolean> = {}
    const paid = (ago: string) => `state = 'paid', paid_at = now() - interval '${ago}'`
    for (const [set, isOther] of [
      [paid('23 hours 59 minutes'), false],
      [paid('24 hours 1 minute'), false],
      [`${paid('1 hour')}, amount_minor = amount_minor + 1`, false],
      [`${paid('1 hour')}, fee_minor = 0`, false],
      [`state = 'rejected', paid_at = now() - interval '1 hour'`, false],
      [paid('1 hour'), true],
    ] as const) {
      const [amountMinor, member, other] = [
        anAmount(),
        await world.factory.member(),
        await world.factory.member(),
      ]
      const before = await lineOf(amountMinor)
      await payoutOf(amountMinor, `${set}, settled_line_id = '${before.id}'`, (isOther ? other : member).id)
      const id = await payoutOf(amountMinor, '', member.id)
      const { withdrawalId, alarms } = await wouldSettle(await lineOf(amountMinor))
      expect(withdrawalId).toBe(id)
      told[`${set}${isOther ? ' of another' : ''}`] = alarms.some(({ code }) => code === 'sameAmountTwice')
    }
    expect(Object.entries(told).flatMap(([set, is]) => (is ? [set] : []))).toEqual([
      paid('23 hours 59 minutes'),
    ])
  })

  test('ends its payout: paid when the bank says, its attempt proven, its alarm over', async () => {
    const member = await world.regular(200_000)
    world.rail.plan = 'lostAfter'
    const asked = await world.withdraw(member, 70_000)
    await world.payouts()
    const outsideId = asked.body.data?.id ?? ''
    const { id, version } = await world.row(outsideId)
    await world.server.database.plant(
      `insert into alarms (code, entity, entity_id) values ('payoutWithoutLine', 'withdrawal', $1)`,
      [outsideId],
    )
    await world.server.database.plant(
      `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, state,
         business_on)
       select withdrawal_id, 9, bank_account_id, rail_id, amount_minor, 'failed', business_on from payouts
        where withdrawal_id = $1`,
      [id],
    )
    const bankTime = new Date(Date.now() + 30_000).toISOString()
    const line = await lineOf(70_000, {
      bankTime,
      ref: 'BANK-1',
      payeeMask: `???${member.accountNo.slice(3)}`,
    })
    await world.factory.query('delete from outbox')
    await world.server.services.db.transaction().execute(async (tx) => {
      await postStrict(tx, (await settleByLine(tx, line)).postings)
    })
    const [row] = await world.factory.query(
      `select state, settled_line_id, paid_at, bank_ref, version from withdrawals where id = $1`,
      [id],
    )
    const end = { state: 'paid', settled_line_id: line.id, paid_at: bankTime, bank_ref: 'BANK-1' }
    expect(row).toEqual({ ...end, version: version + 1 })
    const attempts = await world.factory.query(
      `select attempt, state, settled_at is not null as "isSettled", next_check_at, evidence ->> 'at' as at
         from payouts where withdrawal_id = $1 order by attempt`,
      [id],
    )
    expect(attempts).toEqual([
      { attempt: 1, state: 'succeeded', isSettled: true, next_check_at: null, at: bankTime },
      expect.objectContaining({ attempt: 9, state: 'failed', isSettled: false, at: null }),
    ])
    const left = await world.factory.query(
      `select (select cleared_at is not null from alarms where code = 'payoutWithoutLine' and entity_id = $1)
                as "isOver",
              (select topic || ' ' || version from outbox where entity_id = $1) as told,
              (select array[before ->> 'state', after ->> 'state', detail ->> 'lineId'] from activity_log
                where entity_id = $1 and action = 'settle') as log`,
      [outsideId],
    )
    const log = ['unknown', 'paid', encodeId('statementLine', line.id)]
    expect(left).toEqual([{ isOver: true, told: `withdrawal ${version + 1}`, log }])
    expect(await world.factory.judge()).toEqual([])
  })

  test('leaves the moment and the reference of one that is paid already, and knows no other', async () => {
    const amountMinor = anAmount()
    const id = await payoutOf(amountMinor, `state = 'paid', paid_at = '2026-11-20', bank_ref = 'BANK-2'`)
    const line = await lineOf(amountMinor)
    const tx = await world.server.services.db.startTransaction().execute()
    expect((await settleByLine(tx, line)).withdrawalId).toBe(id)
    const row = await tx
      .selectFrom('withdrawals')
      .select(['paid_at', 'bank_ref', 'settled_line_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    await tx.rollback().execute()
    const paid = { paid_at: '2026-11-20T00:00:00.000Z', bank_ref: 'BANK-2', settled_line_id: line.id }
    expect(row).toEqual(paid)
  })

  test('proves by the rail’s reference alone while a restored database is held', async () => {
    const amountMinor = anAmount()
    const id = await payoutOf(amountMinor)
    await world.server.database.plant(
      `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, state, rail_ref,
         business_on) values ($1, 1, $2, $3, 1, 'sending', 'R-held', current_date)`,
      [id, world.source.id, world.rail.id],
    )
    await world.server.database.plant(`insert into restores (restored_to, source) values (now(), 'own')`)
    expect((await wouldSettle(await lineOf(amountMinor))).withdrawalId).toBeNull()
    expect((await wouldSettle(await lineOf(amountMinor, { ref: 'R-held' }))).withdrawalId).toBe(id)
    await world.server.database.plant('delete from restores')
    expect((await wouldSettle(await lineOf(amountMinor))).withdrawalId).toBe(id)
  })

  test('that somebody sets aside at this very moment ends no payout by hand', async () => {
    const amountMinor = anAmount()
    const id = await payoutOf(amountMinor, `state = 'unknown'`)
    const line = await lineOf(amountMinor)
    const anna = await world.cashier()
    const input = {
      id: encodeId('withdrawal', id),
      version: 1,
      lineId: encodeId('statementLine', line.id),
      remark: 'seen on the statement',
    }
    const text = `update statement_lines set state = 'ignored', version = version + 1 where id = $1`
    const resolving = meanwhile(world.server, { text, values: [line.id] }, () =>
      anna.call('preTransactions.resolveUnknown', input, { idempotencyKey: key() }),
    )
    await expect(resolving).rejects.toMatchObject({ code: 'lineNotOpen' })
  })

  test('and another at the same instant settle one payout once', async () => {
    const amountMinor = anAmount()
    const id = await payoutOf(amountMinor)
    const [one, other] = [await lineOf(amountMinor), await lineOf(amountMinor)]
    const { db } = world.server.services
    const tx = await db.startTransaction().execute()
    expect((await settleByLine(tx, one)).withdrawalId).toBe(id)
    const second = db.transaction().execute((later) => settleByLine(later, other))
    await new Promise((done) => {
      setTimeout(done, 150)
    })
    await tx.commit().execute()
    expect((await second).withdrawalId).toBeNull()
  })
})
