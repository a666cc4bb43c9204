import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { baht, bankPhone, scbTime } from '../../testing/bank-phone.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { refreshMemberFacts } from '../members/jobs.ts'

const hourMs = 3_600_000
let world: MoneyOutWorld
let anna: Person
let ben: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  anna = await world.cashier()
  ben = await world.cashier()
})
beforeEach(() => {
  world.rail.plan = 'succeed'
  world.rail.statusPlan = null
})
afterEach(() => {
  world.server.clock.ms = 0
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )
const ask = async (member: FactoryMember, amountMinor: number) => {
  const answer = await world.withdraw(member, amountMinor)
  return { id: answer.body.data?.id ?? '', said: answer.body.data?.state ?? answer.body.error?.code }
}
const stateOf = async (id: string) => (await world.row(id)).state
const checkOf = async (id: string, name: string) =>
  (await world.row(id)).checks.find((check) => check.code === name)?.result
const once = () => ({ idempotencyKey: key() })
const approve = (by: Person, id: string, version: number, accountId?: string) =>
  by.call('preTransactions.approve', { id, version, ...(accountId ? { accountId } : {}) }, once())
const retry = (by: Person, id: string, version: number) =>
  by.call('preTransactions.retry', { id, version }, once())
const setSource = (set: string) =>
  world.factory.query(`update bank_accounts set ${set} where id = $1`, [world.source.id])

let amount = 30_000
/** An automatic withdrawal of an amount nobody else has. */
async function sent(amountMinor = (amount += 1)) {
  const member = await world.regular(amountMinor * 2)
  const { id } = await ask(member, amountMinor)
  await world.payouts()
  return { ...(await world.row(id)), member, amountMinor, outside: id }
}
/** A new member's first withdrawal, which a person looks at. */
async function review(amountMinor: number) {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return { member, ...(await ask(member, amountMinor)) }
}

describe('an account that pays', () => {
  test('may be emptied to its limit of a day; what failed and yesterday’s do not count', async () => {
    world.server.clock.ms = 24 * hourMs
    world.rail.plan = 'fail'
    expect((await sent()).state).toBe('failed')
    world.rail.plan = 'succeed'
    await setSource('day_limit_minor = 30000')
    expect((await sent(20_000)).state).toBe('paid')
    expect((await sent(10_000)).state).toBe('paid')
    const late = await sent(10_000)
    expect(late.state).toBe('approved')
    world.server.clock.ms += 24 * hourMs
    await world.payouts()
    expect(await stateOf(late.outside)).toBe('paid')
    await setSource('day_limit_minor = null')
  })

  test('counts what is still on its way, and what nobody knows of, into its limit of a day', async () => {
    world.server.clock.ms = 30 * 24 * hourMs
    world.rail.plan = 'accept'
    await setSource('day_limit_minor = 30000')
    expect((await sent(20_000)).state).toBe('sending')
    world.rail.plan = 'succeed'
    const over = await sent(15_000)
    expect(over.state).toBe('approved')
    expect((await sent(10_000)).state).toBe('paid')
    await setSource('day_limit_minor = null')
    await world.payouts()
    expect(await stateOf(over.outside)).toBe('paid')
  })

  test('is chosen by the checker, of those that can pay so much today', async () => {
    const other = await world.factory.account({
      role: 'withdrawal',
      railId: world.rail.id,
      anchorMinor: 900_000_000,
    })
    await world.factory.query(
      'update bank_accounts set priority = 900, day_limit_minor = 50000 where id = $1',
      [other.id],
    )
    world.server.clock.ms = 72 * hourMs
    const used = await review(30_000)
    await approve(anna, used.id, 1, other.outside)
    await world.payouts()
    expect(await world.row(used.id)).toMatchObject({ state: 'paid', bank_account_id: other.id })
    // Asked for the day before: what the account has paid today is what counts.
    world.server.clock.ms = 48 * hourMs
    const asked = await review(30_000)
    world.server.clock.ms = 72 * hourMs
    const sheet = await anna.call('preTransactions.withdrawal', { id: asked.id })
    expect(sheet.sources.map(({ id }) => id)).toEqual([world.source.outside])
    expect(await code(approve(anna, asked.id, 1, other.outside))).toBe('invalidValue')
    await world.factory.query(`update bank_accounts set state = 'paused' where id = $1`, [other.id])
  })
})

describe('an outgoing line', () => {
  test('of another account of ours settles nothing', async () => {
    const { factory } = world
    const scb = await factory.account({ bank: 'SCB', role: 'holding', anchorMinor: 5_000_000 })
    const phone = await bankPhone(factory, scb, 5_000_000)
    const paid = await sent()
    const said = await phone.receives({ amountMinor: paid.amountMinor, direction: 'out' })
    expect(said.body.data?.lineState).toBe('unmatched')
    expect((await world.row(paid.outside)).settled_line_id).toBeNull()
  })

  test('ends the payout to the account that it names, on the bank’s day, and tells screens', async () => {
    const { factory, server, source } = world
    const local = new Date(Date.now() + 7 * hourMs)
    const minutes = local.getUTCHours() * 60 + local.getUTCMinutes()
    await server.set({ dayCutOffMinutes: (minutes + 90) % 1440 })
    const { machine } = await bankPhone(factory, source)
    const [one, named] = [await sent(44_000), await sent(44_000)]
    const [feed] = await factory.query<{ minor: number; told: number }>(
      `select last_balance_minor as minor, (select coalesce(max(id), 0) from outbox) as told
         from bank_account_feeds where bank_account_id = $1`,
      [source.id],
    )
    const [day, clock] = scbTime(new Date()).split('@')
    const year = String(local.getUTCFullYear() + 543).slice(2)
    const [own, payee] = [source, named.member].map(({ accountNo }) => accountNo.slice(-4))
    const left = baht((feed?.minor ?? 0) - 44_000)
    const said = await machine.send('/auto/v1/message/create', {
      externalId: key(),
      source: 'sms',
      sender: 'KBANK',
      text: `${day}/${year} ${clock} หักบช X-${own} เข้า X-${payee} 440.00 คงเหลือ ${left} บ.`,
      sentAt: new Date().toISOString(),
    })
    await server.set({ dayCutOffMinutes: 0 })
    expect(said.body.data).toMatchObject({ state: 'read', lineState: 'settled' })
    const lineId = said.body.data?.lineId ?? ''
    const settled = await Promise.all([one, named].map(({ outside }) => world.row(outside)))
    expect(settled.map((row) => row.settled_line_id)).toEqual([null, decodeId('statementLine', lineId)])
    const moved = await factory.query(
      `select t.business_on = l.business_on as on, t.value_on = l.value_on as of, t.amount_minor as amount
         from transfers t join statement_lines l on l.id = $2
        where t.kind = 'withdraw.settled' and t.source_id = $1`,
      [named.outside, decodeId('statementLine', lineId)],
    )
    expect(moved).toEqual([{ on: true, of: true, amount: 44_000 }])
    const news = await factory.query<{ topic: string }>(
      'select distinct topic from outbox where id > $1 and entity_id = any($2) order by topic',
      [feed?.told, [lineId, named.outside, source.outside]],
    )
    expect(news.map(({ topic }) => topic)).toEqual(['bankAccount', 'statementLine', 'withdrawal'])
    expect(await factory.query('select code from alarms where entity_id = $1', [lineId])).toEqual([])
  })

  test('raises an alarm when the same member was paid the same amount before, and only then', async () => {
    const alarms = (id: string) =>
      world.factory.query(`select code from alarms where entity_id = $1 and code = 'sameAmountTwice'`, [id])
    const first = await sent()
    await world.outgoing(first.amountMinor)
    expect(await alarms(first.outside)).toEqual([])
    const stranger = await sent(first.amountMinor)
    await world.outgoing(first.amountMinor)
    expect(await alarms(stranger.outside)).toEqual([])
    const { id } = await ask(first.member, first.amountMinor)
    const row = await world.row(id)
    await approve(anna, id, row.version)
    await world.payouts()
    await world.outgoing(first.amountMinor)
    expect(await alarms(id)).toHaveLength(1)
  })
})

describe('what a member asks for in a day', () => {
  test('counts what was paid, not what was taken back, and begins anew the next day', async () => {
    const member = await world.regular(200_000)
    await world.factory.query(
      'update members set withdrawal_day_count = 1, is_auto_withdraw = false where id = $1',
      [member.id],
    )
    const first = await ask(member, 20_000)
    const taken = { id: first.id, memberId: member.outside }
    expect((await world.site.send('/member/v1/withdrawal/cancel', taken, key())).status).toBe(200)
    const second = await ask(member, 20_000)
    expect(second.said).toBe('review')
    await approve(anna, second.id, 1)
    await world.payouts()
    expect((await ask(member, 20_000)).said).toBe('amountLimit')
    world.server.clock.ms = 24 * hourMs
    expect((await ask(member, 20_000)).said).toBe('review')
  })

  test('belongs to Bangkok’s date in the hours after its midnight', async () => {
    const nowMs = Date.now()
    // Half an hour after the next midnight in Bangkok: in London it is still the day before.
    const midnightMs = Math.ceil((nowMs + 7 * hourMs) / (24 * hourMs)) * 24 * hourMs - 7 * hourMs
    world.server.clock.ms = midnightMs + hourMs / 2 - nowMs
    const on = new Date(midnightMs + 8 * hourMs).toISOString().slice(0, 10)
    const paid = await sent()
    expect(paid).toMatchObject({ state: 'paid', business_on: on })
    const dates = await world.factory.query(
      `select t.business_on as on from transfers t where t.source_id = $1
       union select p.business_on from payouts p where p.withdrawal_id = $2`,
      [paid.outside, paid.id],
    )
    expect(dates).toEqual([{ on }])
  })
})

describe('the checks look', () => {
  test('for a deposit since the last payout, whenever that was', async () => {
    const paid = await sent()
    const again = await ask(paid.member, paid.amountMinor)
    expect(await checkOf(again.id, 'noDeposit')).toBe('review')
    const other = await sent()
    await world.fund(other.member, 100_000)
    expect(await checkOf((await ask(other.member, 20_000)).id, 'noDeposit')).toBe('pass')
    // One that was taken back is none.
    const third = await sent()
    await world.fund(third.member, 100_000)
    await world.server.database.plant(
      `update deposits set state = 'reversed' where member_id = $1 and amount_minor = 100000`,
      [third.member.id],
    )
    expect(await checkOf((await ask(third.member, 20_000)).id, 'noDeposit')).toBe('review')
  })

  test('for other members on the same device, and do not count the member themselves', async () => {
    const members = [await world.regular(50_000), await world.regular(0), await world.regular(0)]
    const onDevice = async (count: number) => {
      for (const { id } of members.slice(0, count)) {
        await world.factory.query(`update members set device_hash = 'same' where id = $1`, [id])
      }
    }
    const look = async () => {
      const asked = await anna.call('preTransactions.previewWithdrawal', {
        memberId: members[0]?.outside ?? '',
      })
      return asked.checks.find((check) => check.code === 'multiAccount')?.result
    }
    await onDevice(2)
    expect(await look()).toBe('pass')
    await onDevice(3)
    expect(await look()).toBe('review')
  })

  test('for credit typed by one person alone; one that two people gave is as good as money', async () => {
    const member = await world.regular(50_000)
    const given = await anna.call(
      'preTransactions.createDeposit',
      {
        memberId: member.outside,
        amountMinor: 500_000,
        kind: 'goodwill',
        reasonCode: 'compensation',
        remarkStaff: 'for the trouble',
      },
      once(),
    )
    await decideAs(ben, given.approvalId)
    expect(await checkOf((await ask(member, 20_000)).id, 'manualCredit')).toBe('pass')
  })

  test.each(['accountNo', 'bankAndAccountNo'])(
    'for the account on the blacklist by %s: the payout goes back until the entry is removed',
    async (how) => {
      const { id, member } = await review(20_000)
      await approve(anna, id, 1)
      const value = how === 'accountNo' ? member.accountNo : `KBANK:${member.accountNo}`
      await world.factory.query(
        `insert into blacklist (kind, value, source, reason) values ('bankAccount', $1, 'mule', 'test')`,
        [value],
      )
      await world.payouts()
      expect(await stateOf(id)).toBe('review')
      const { version } = await world.row(id)
      expect(await code(approve(anna, id, version))).toBe('blocked')
      await world.server.database.plant('update blacklist set removed_at = now() where value = $1', [value])
      expect(await code(approve(anna, id, version))).toBe('done')
      await world.payouts()
      expect(await stateOf(id)).toBe('paid')
    },
  )
})

describe('sending a failed payout again', () => {
  const failed = async () => {
    world.rail.plan = 'fail'
    const paid = await sent()
    world.rail.plan = 'succeed'
    expect(paid.state).toBe('failed')
    return paid
  }

  test('needs the limit of the person, the version that is there, and nobody else at work', async () => {
    const { outside, version, amountMinor } = await failed()
    const small = await world.cashier({ abilities: { approvalLimitMinor: amountMinor - 1 } })
    const exact = await world.cashier({ abilities: { approvalLimitMinor: amountMinor } })
    expect(await code(retry(small, outside, version))).toBe('overApprovalLimit')
    expect(await code(retry(exact, outside, version - 1))).toBe('stale')
    const claimed = await anna.call('preTransactions.claim', { id: outside, isTakeover: false })
    expect(await code(retry(exact, outside, claimed.version))).toBe('claimedByOther')
    const sheet = await exact.call('preTransactions.withdrawal', { id: outside })
    expect(sheet.row).toMatchObject({ claimedBy: anna.username })
    await anna.call('preTransactions.release', { id: outside })
    expect(await code(retry(exact, outside, claimed.version + 1))).toBe('done')
  })

  test('is blocked for a member suspended meanwhile', async () => {
    const { outside, version, member } = await failed()
    await world.factory.query(`update members set state = 'suspended' where id = $1`, [member.id])
    expect(await code(retry(anna, outside, version))).toBe('blocked')
  })

  test('is not for who typed it in', async () => {
    const member = await world.regular(100_000)
    const input = { memberId: member.outside, amountMinor: 20_000, remark: 'asked by phone' }
    const { withdrawalId: id } = await anna.call('preTransactions.createWithdrawal', input, once())
    await approve(ben, id, 1)
    world.rail.plan = 'fail'
    await world.payouts()
    const { version } = await world.row(id)
    expect(await code(retry(anna, id, version))).toBe('fourEyes')
    expect(await code(retry(ben, id, version))).toBe('done')
  })
})

describe('people at one withdrawal', () => {
  test('a row in another’s hands is not rejected, nor one of an old version', async () => {
    const { id } = await review(20_000)
    const input = { id, reasonCode: 'other' as const, remarkStaff: 'not this time' }
    const reject = (by: Person, version: number) =>
      by.call('preTransactions.reject', { ...input, version }, once())
    const { version } = await anna.call('preTransactions.claim', { id, isTakeover: false })
    expect(await code(reject(ben, version))).toBe('claimedByOther')
    expect(await code(reject(anna, version - 1))).toBe('stale')
    expect(await code(reject(anna, version))).toBe('done')
  })

  test('who may change employees takes a row over, another cashier does not', async () => {
    const { id } = await review(20_000)
    await anna.call('preTransactions.claim', { id, isTakeover: false })
    const manager = await world.cashier({ permissions: { employeeManagement: ['isUpdate'] } })
    expect(await code(ben.call('preTransactions.claim', { id, isTakeover: true }))).toBe('claimedByOther')
    expect(await code(manager.call('preTransactions.claim', { id, isTakeover: false }))).toBe(
      'claimedByOther',
    )
    expect(await code(manager.call('preTransactions.claim', { id, isTakeover: true }))).toBe('done')
  })

  test('the sheet says why one cannot approve', async () => {
    const { id } = await review(20_000)
    const reason = async (by: Person) =>
      (await by.call('preTransactions.withdrawal', { id })).cannotApproveReason
    expect(await reason(await world.cashier({ abilities: { approvalLimitMinor: 19_999 } }))).toBe(
      'overApprovalLimit',
    )
    expect(await reason(await world.cashier({ abilities: { approvalLimitMinor: 20_000 } }))).toBeNull()
    const reader = await world.cashier({ permissions: { pretransactionRequest: ['isRead'] } })
    expect(await reason(reader)).toBe('forbidden')
    await anna.call('preTransactions.claim', { id, isTakeover: false })
    expect([await reason(anna), await reason(ben)]).toEqual([null, 'claimedByOther'])
  })

  test('a first approval is worth nothing once its giver has left', async () => {
    const { id } = await review(5_000_000)
    const leaver = await world.cashier()
    expect((await approve(leaver, id, 1)).state).toBe('awaitingSecond')
    await world.factory.query(`update employees set state = 'left' where id = $1`, [leaver.id])
    expect((await approve(anna, id, 2)).state).toBe('awaitingSecond')
    expect((await approve(ben, id, 3)).state).toBe('approved')
  })
})

test('an unknown payout needs another person, and a free line of its account to end it', async () => {
  const maker = await world.cashier()
  const member = await world.regular(2_000_000)
  const input = { memberId: member.outside, amountMinor: 765_400, remark: 'asked by phone' }
  const { withdrawalId: id } = await maker.call('preTransactions.createWithdrawal', input, once())
  await approve(anna, id, 1)
  world.rail.plan = 'lostAfter'
  world.rail.statusPlan = 'lost'
  await world.payouts()
  const { version } = await world.row(id)
  const resolve = (by: Person, line: { lineId: string }, of = version) =>
    code(
      by.call(
        'preTransactions.resolveUnknown',
        {
          id,
          version: of,
          lineId: encodeId('statementLine', line.lineId),
          remark: 'seen on the statement',
        },
        once(),
      ),
    )
  const line = await world.outgoing(765_400, { isOnlyStored: true })
  const foreign = await world.outgoing(765_400, { isOnlyStored: true })
  const used = await world.outgoing(765_400, { isOnlyStored: true })
  const other = await world.factory.account({ role: 'holding' })
  await world.server.database.plant('update statement_lines set bank_account_id = $2 where id = $1', [
    foreign.lineId,
    other.id,
  ])
  await world.factory.query(`update statement_lines set state = 'ignored' where id = $1`, [used.lineId])
  expect(await resolve(maker, line)).toBe('fourEyes')
  expect(await resolve(ben, line, version - 1)).toBe('stale')
  expect(await resolve(ben, foreign)).toBe('lineNotOpen')
  expect(await resolve(ben, used)).toBe('lineNotOpen')
  expect(await resolve(ben, line)).toBe('done')
})

test('the database moves a withdrawal along its graph only', async () => {
  const { id } = await sent()
  await world.factory.asAdmin(`
    create table moves (move text, refusal text);
    grant select on moves to public;
    do $$
    declare
      v_states text[] := array['review', 'approved', 'sending', 'paid', 'unknown', 'failed', 'rejected',
        'cancelled'];
      v_from text; v_to text;
    begin
      foreach v_from in array v_states loop foreach v_to in array v_states loop
        continue when v_from = v_to;
        perform set_config('session_replication_role', 'replica', true);
        update withdrawals set state = v_from where id = '${id}';
        perform set_config('session_replication_role', 'origin', true);
        begin
          update withdrawals set state = v_to where id = '${id}';
          insert into moves values (v_from || ' ' || v_to, null);
        exception when others then
          insert into moves values (v_from || ' ' || v_to, sqlstate);
        end;
      end loop; end loop;
      perform set_config('session_replication_role', 'replica', true);
      update withdrawals set state = 'paid' where id = '${id}';
    end $$`)
  const moves = await world.factory.query<{ move: string; refusal: string | null }>(
    'select move, refusal from moves order by move',
  )
  expect(moves.filter(({ refusal }) => refusal === null).map(({ move }) => move)).toEqual([
    'approved review',
    'approved sending',
    'failed approved',
    'failed rejected',
    'review approved',
    'review cancelled',
    'review rejected',
    'sending failed',
    'sending paid',
    'sending unknown',
    'unknown failed',
    'unknown paid',
  ])
  expect(new Set(moves.map(({ refusal }) => refusal))).toEqual(new Set([null, 'KL101']))
})

test('what members are owed stays the same while a withdrawal is held', async () => {
  const owner = await world.cashier({ permissions: { dashboard: ['isRead'], reconcile: ['isRead'] } })
  const owed = async () => {
    await refreshMemberFacts(world.server.services.db)
    return (await owner.call('dashboard.now', {})).memberLiabilityMinor
  }
  const member = await world.factory.member()
  await world.fund(member, 50_000)
  const before = await owed()
  expect((await ask(member, 30_000)).said).toBe('review')
  expect(await owed()).toBe(before)
})
