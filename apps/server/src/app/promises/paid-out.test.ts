import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'

// ADR 0025: what leaves is what was decided, to the member's account, of the member's money; tried by SQL as
// the program itself, and by one person with accounts of their own making.

let world: MoneyOutWorld
let member: FactoryMember
let thief: FactoryMember
beforeAll(async () => {
  world = await createMoneyOutWorld()
  await world.cashier({ isAdmin: true })
  ;[member, thief] = [await world.regular(500_000), await world.factory.member()]
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const refusal = (error: { code?: string }) => error.code
/** In a transaction of its own, which is never kept. */
async function bySql(...statements: readonly (readonly [string, ...unknown[]])[]) {
  const client = await world.server.services.pool.connect()
  try {
    await client.query('begin')
    for (const [text, ...values] of statements) await client.query(text, values)
    return await client.query('set constraints all immediate').then(() => 'done', refusal)
  } catch (error) {
    return refusal(error as { code?: string })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type Statement = readonly [string, ...unknown[]]
/** Each by itself after the same beginning, which is never kept: what the database says of it. */
async function eachAfter(begin: readonly Statement[], tries: Readonly<Record<string, Statement>>) {
  const client = await world.server.services.pool.connect()
  const said: Record<string, unknown> = {}
  try {
    await client.query('begin')
    for (const [text, ...values] of begin) await client.query(text, values)
    for (const [name, [text, ...values]] of Object.entries(tries)) {
      await client.query('savepoint one')
      said[name] = await client
        .query(text, values)
        .then(() => client.query('set constraints all immediate'))
        .then(() => 'done', refusal)
      await client.query('rollback to one')
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  return said
}
const all = (codes: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, codes]))

const id = '0190a0a0-0000-7000-8000-000000000001'
const asked = (state: 'review' | 'approved', over: { no?: string; band?: string } = {}) =>
  [
    `insert into withdrawals (id, reference, member_id, request_key, state, amount_minor, to_bank,
       to_account_no, to_account_name, sla_ends_at, business_on, decision_kind, band)
     values ($1, $2, $3, $2, $4, 100000, 'KBANK', $5, 'x', now(), brand_day(),
       case $4 when 'approved' then 'auto' end, $6)`,
    id,
    key(),
    member.id,
    state,
    over.no ?? member.accountNo,
    over.band ?? (state === 'approved' ? 'auto' : 'onePerson'),
  ] as const
/** Whose flags count for a kind of request, as the database holds them. */
const flagsOf = (kind: string) => `(select requires from approval_needs where kind = ${kind})`
const change = (set: string) => [`update withdrawals set ${set} where id = $1`, id] as const

test('a withdrawal goes to the member’s account, by a decision that stays', async () => {
  const one = await world.cashier()
  const two = await world.cashier()
  const by = `decided_at = now(), decision_kind = 'employee', decided_by = '${one.id}'`
  expect(await bySql(asked('approved'))).toBe('done')
  expect(await bySql(asked('approved', { no: '9999999999' }))).toBe('KL105')
  expect(await bySql(asked('approved'), change(by))).toBe('KL105')
  const both = `state = 'approved', first_approved_by = '${two.id}', ${by}`
  expect(await bySql(asked('review', { band: 'twoPeople' }), change(both))).toBe('KL105')
  const stranger = [
    `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
     values ($1, 'KBANK', '9999999999', 'x', 'alias')`,
    member.id,
  ] as const
  expect(await bySql(stranger)).toBe('KL104')
})

test('a withdrawal stays as it was asked for, and its decision as it was made', async () => {
  const [one, two] = [await world.cashier(), await world.cashier()]
  const frozen = {
    reference: `'x'`,
    member_id: `'${thief.id}'`,
    request_key: `'x'`,
    amount_minor: '100001',
    fee_minor: '1',
    to_bank: `'SCB'`,
    to_account_no: `'1'`,
    to_account_name: `'y'`,
    requested_at: `now() - interval '1 day'`,
    business_on: 'brand_day() - 1',
  }
  const tries = Object.entries(frozen).map(([name, value]) => [name, change(`${name} = ${value}`)] as const)
  expect(await eachAfter([asked('review')], Object.fromEntries(tries))).toEqual(
    all('KL101', Object.keys(frozen)),
  )
  const phone = change(`is_phone_request = true, requested_by = '${one.id}'`)
  const others = `remark_staff = 'x', remark_member = 'y', claimed_by = '${one.id}', sla_ends_at = now()`
  expect(await eachAfter([asked('review')], { phone, others: change(others) })).toEqual({
    phone: 'KL101',
    others: 'done',
  })
  const decided = (by: string, more = '') =>
    change(
      `state = 'approved', decision_kind = 'employee', decided_by = '${by}', decided_at = now()${more}`,
    )
  const first = change(`first_approved_by = '${one.id}', first_approved_at = now()`)
  const twoPeople = asked('review', { band: 'twoPeople' })
  // What the first asked the second for, and the second agreed to.
  const requestId = '0190a0a0-0000-7000-8000-000000000004'
  const request = [
    `insert into approvals (id, kind, entity, entity_id, document, document_hash, amount_minor, reason,
       maker_id, requires)
     values ($1, 'withdrawalApproval', 'withdrawal', outside_id('wdr', $2), jsonb_build_object(
       'withdrawalId', outside_id('wdr', $2), 'amountMinor', 100000, 'toBank', 'KBANK',
       'toAccountNo', $3::text), '\\x00', 100000, 'x', $4, ${flagsOf(`'withdrawalApproval'`)})`,
    requestId,
    id,
    member.accountNo,
    one.id,
  ] as const
  const agreed = [
    `update approvals set state = 'approved', checker_id = $2, settled_at = now() where id = $1`,
    requestId,
    two.id,
  ] as const
  const named = `, approval_id = '${requestId}'`
  expect(
    await eachAfter([twoPeople, first, request], {
      whileItWaits: decided(two.id, named),
      withoutIt: decided(two.id),
    }),
  ).toEqual(all('KL105', ['whileItWaits', 'withoutIt']))
  expect(
    await eachAfter([twoPeople, first, request, agreed], {
      bySecond: decided(two.id, named),
      unnamed: decided(two.id),
      byFirst: decided(one.id, named),
      otherFirst: decided(one.id, `${named}, first_approved_by = '${two.id}'`),
      taken: change('first_approved_by = null, first_approved_at = null'),
    }),
  ).toEqual({ ...all('KL105', ['unnamed', 'byFirst', 'otherFirst']), bySecond: 'done', taken: 'done' })
  expect(
    await eachAfter([asked('review'), decided(one.id)], {
      other: change(`decided_by = '${two.id}'`),
      kind: change(`decision_kind = 'member'`),
      alone: change('is_sole_owner = true'),
      first: change(`first_approved_by = '${two.id}'`),
      back: change(`state = 'review', decided_by = null, decided_at = null, decision_kind = null`),
      sent: change(`state = 'sending'`),
    }),
  ).toEqual({ ...all('KL105', ['other', 'kind', 'alone', 'first']), back: 'done', sent: 'done' })
  const failed = [asked('approved'), change(`state = 'sending'`), change(`state = 'failed'`)]
  const by = `decision_kind = 'employee', decided_by = '${one.id}', decided_at = now()`
  expect(
    await eachAfter(failed, {
      refused: change(`state = 'rejected', ${by}`),
      again: change(`state = 'approved'`),
      taken: change(`state = 'approved', ${by}`),
    }),
  ).toEqual({ refused: 'done', again: 'done', taken: 'KL105' })
  const begun = `insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
      to_account_no, to_account_name, sla_ends_at, business_on, decision_kind, decided_by, band)
    values ($1, $2, $1, $3, 100000, 'KBANK', $4, 'x', now(), brand_day(), $5, $6, 'onePerson')`
  const values = [key(), member.id] as const
  expect(
    await eachAfter([], {
      review: [begun, ...values, 'review', member.accountNo, null, null],
      decided: [begun, ...values, 'approved', member.accountNo, 'employee', one.id],
      sending: [begun, ...values, 'sending', member.accountNo, 'employee', one.id],
      paid: [begun, ...values, 'paid', member.accountNo, 'auto', null],
    }),
  ).toEqual({ review: 'done', decided: 'KL105', sending: 'KL105', paid: 'KL101' })
})

test('money goes to an account of this member that nobody refused', async () => {
  const approve = change(`state = 'approved', decision_kind = 'employee', decided_at = now(),
    decided_by = '${(await world.cashier()).id}'`)
  const to = async (bank: string, no: string) => {
    await world.server.database.plant(
      `insert into withdrawals (id, reference, member_id, request_key, state, amount_minor, to_bank,
         to_account_no, to_account_name, sla_ends_at, business_on, band)
       values ($1, 'P1', $2, 'P1', 'review', 100, $3, $4, 'x', now(), '2026-11-01', 'onePerson')`,
      [id, member.id, bank, no],
    )
    const said = await eachAfter([], { approve })
    const sending = await eachAfter([approve].slice(0, said['approve'] === 'done' ? 1 : 0), {
      send: change(`state = 'sending'`),
    })
    await world.server.database.plant('delete from withdrawals where id = $1', [id])
    return [said['approve'], sending['send']]
  }
  expect(await to('KBANK', member.accountNo)).toEqual(['done', 'done'])
  expect((await to('SCB', member.accountNo))[0]).toBe('KL105')
  expect((await to('KBANK', thief.accountNo))[0]).toBe('KL105')
  const plant = (no: string, state: string) =>
    world.server.database.plant(
      `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
       values ($1, 'KBANK', $2, 'x', $3)`,
      [member.id, no, state],
    )
  await plant('1111111111', 'alias')
  await plant('2222222222', 'refused')
  expect((await to('KBANK', '1111111111'))[0]).toBe('done')
  expect((await to('KBANK', '2222222222'))[0]).toBe('KL105')
})

test('a payout stays as it was ordered; what became of it is written down', async () => {
  const payoutId = '0190a0a0-0000-7000-8000-000000000002'
  const order = [
    `insert into payouts (id, withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, business_on)
     values ($1, $2, 1, $3, $4, 100000, brand_day())`,
    payoutId,
    id,
    world.source.id,
    world.rail.id,
  ] as const
  const set = (what: string) => [`update payouts set ${what} where id = $1`, payoutId] as const
  const sending = [asked('approved'), change(`state = 'sending'`), order]
  expect(
    await eachAfter(sending, {
      id: set('id = uuidv7()'),
      withdrawal_id: set('withdrawal_id = uuidv7()'),
      attempt: set('attempt = 2'),
      bank_account_id: set('bank_account_id = uuidv7()'),
      rail_id: set('rail_id = uuidv7()'),
      amount_minor: set('amount_minor = 1'),
      state: set(`state = 'succeeded', rail_ref = 'x', settled_at = now(), status_tries = 9`),
    }),
  ).toEqual({
    ...all('KL101', ['id', 'withdrawal_id', 'attempt', 'bank_account_id', 'rail_id', 'amount_minor']),
    state: 'done',
  })
})

test('a request for approval is frozen, decided once and in its time', async () => {
  const [maker, checker] = [await world.cashier(), await world.cashier()]
  const approvalId = '0190a0a0-0000-7000-8000-000000000003'
  const waiting = (ends: string) =>
    [
      `insert into approvals (id, kind, entity, entity_id, document, document_hash, reason, maker_id,
         requires, expires_at)
       values ($1, 'memberAccountChange', 'member', $2, '{}', '\\x00', 'x', $3,
         ${flagsOf(`'memberAccountChange'`)}, now() + $4::interval)`,
      approvalId,
      member.outside,
      maker.id,
      ends,
    ] as const
  const set = (what: string) => [`update approvals set ${what} where id = $1`, approvalId] as const
  const frozen = {
    id: 'uuidv7()',
    kind: `'x'`,
    entity: `'brand'`,
    entity_id: `'${thief.outside}'`,
    document: `'{"a": 1}'`,
    document_hash: `'\\x01'`,
    before: `'{}'`,
    amount_minor: '1',
    reason: `'y'`,
    maker_id: `'${checker.id}'`,
    expires_at: `now() + interval '9 days'`,
    created_at: `now() - interval '1 day'`,
    checkers_needed: '2',
    is_sole_owner: 'true',
  }
  const tries = Object.entries(frozen).map(([name, value]) => [name, set(`${name} = ${value}`)] as const)
  expect(await eachAfter([waiting('1 day')], Object.fromEntries(tries))).toEqual(
    all('KL101', Object.keys(frozen)),
  )
  const settled = (state: string, by = checker.id) =>
    set(`state = '${state}', checker_id = '${by}', settled_at = now()`)
  const ended = set(`state = 'expired', settled_at = now()`)
  expect(
    await eachAfter([waiting('1 day')], {
      approved: settled('approved'),
      rejected: settled('rejected'),
      byMaker: settled('approved', maker.id),
    }),
  ).toMatchObject({ approved: 'done', rejected: 'done' })
  expect(await eachAfter([waiting('1 day'), ended], { approved: settled('approved') })).toEqual({
    approved: 'KL101',
  })
  expect(
    await eachAfter([waiting('0 seconds')], {
      approved: settled('approved'),
      rejected: settled('rejected'),
      ended,
    }),
  ).toEqual({ approved: 'KL101', rejected: 'done', ended: 'done' })
})

test('a payout is of a withdrawal that is being sent, and of its amount', async () => {
  const ordered = (amountMinor: number) =>
    [
      `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, business_on)
       values ($1, 1, $2, $3, $4, brand_day())`,
      id,
      world.source.id,
      world.rail.id,
      amountMinor,
    ] as const
  const sending = change(`state = 'sending'`)
  expect(await bySql(asked('approved'), ordered(100_000), sending)).toBe('done')
  expect(await bySql(asked('approved'), ordered(100_000))).toBe('KL105')
  expect(await bySql(asked('review'), ordered(100_000))).toBe('KL105')
  for (const amountMinor of [99_999, 100_001])
    expect(await bySql(asked('approved'), sending, ordered(amountMinor))).toBe('KL105')
  const [begin, ...values] = asked('approved')
  const text = begin.replace('amount_minor,', 'fee_minor, amount_minor,').replace('$4, 1', '$4, 30, 1')
  const fee = [text, ...values] as const
  expect(await bySql(fee, sending, ordered(99_970))).toBe('done')
  for (const wrong of [100_000, 100_030]) expect(await bySql(fee, sending, ordered(wrong))).toBe('KL105')
  const more = ['update payouts set amount_minor = amount_minor + 1 where withdrawal_id = $1', id] as const
  expect(await bySql(asked('approved'), sending, ordered(100_000), more)).toBe('KL101')
})

test('the circuit breaker ends under its approval, and as many check as the amount asks for', async () => {
  const alarm = { code: 'payoutFuse', entity: 'brand', entityId: 'brand' }
  await world.server.services.db.transaction().execute((tx) => raiseAlarm(tx, alarm))
  expect(await bySql([`update alarms set cleared_at = now() where code = 'payoutFuse'`])).toBe('KL105')
  const [open] = await world.factory.query<{ id: string; outside: string }>(
    `select id, outside_id('alm', id) as outside from alarms where code = 'payoutFuse'`,
  )
  const cleared = (more = '') =>
    [`update alarms set cleared_at = now()${more} where id = $1`, open?.id] as const
  const underApproval = async (state: string, alarmId = open?.outside, kind = 'payoutFuse') => {
    await world.server.database.plant(
      `insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id, requires,
         state, checker_id, settled_at)
       select $1, 'brand', 'brand', jsonb_build_object('alarmId', $2::text), '\\x00', 'x', e.id, '{}', $3,
         case when $3 in ('approved', 'rejected') then c.id end, case when $3 <> 'pending' then now() end
         from employees e, employees c where e.id <> c.id limit 1`,
      [kind, alarmId, state],
    )
    const said = await eachAfter([], {
      clear: cleared(),
      other: cleared(`, raised_at = now() - interval '1 day'`),
      named: [`update alarms set code = 'x' where id = $1`, open?.id],
    })
    await world.server.database.plant('delete from approvals')
    return said
  }
  const no = all('KL105', ['clear', 'other', 'named'])
  expect(await underApproval('approved')).toEqual({ ...no, clear: 'done' })
  for (const state of ['pending', 'rejected', 'withdrawn', 'expired'])
    expect(await underApproval(state)).toEqual(no)
  expect(await underApproval('approved', 'alm_other')).toEqual(no)
  expect(await underApproval('approved', open?.outside, 'lineLink')).toEqual(no)
  const { id: maker } = await world.cashier({ isAdmin: true })
  await world.cashier({ isAdmin: true })
  const request = (needed: number, amountMinor: number | null) =>
    [
      `insert into approvals (kind, entity, entity_id, document, document_hash, amount_minor, reason,
         maker_id, requires, checkers_needed, expires_at)
       values ('manualCredit', 'member', $1, '{"amountMinor": 90000000}', '\\x00', $4, 'x', $2,
         ${flagsOf(`'manualCredit'`)}, $3, now() + interval '1 day')`,
      member.outside,
      maker,
      needed,
      amountMinor,
    ] as const
  expect(await bySql(request(2, 90_000_000))).toBe('done')
  expect(await bySql(request(1, 90_000_000))).toBe('KL105')
  expect(await bySql(request(1, null))).toBe('KL105')
  const ofKind = (kind: string, amountMinor: number | null) =>
    [
      `insert into approvals (kind, entity, entity_id, document, document_hash, amount_minor, reason,
         maker_id, requires, checkers_needed)
       values ($1, 'member', $2, '{"amountMinor": 500}', '\\x00', $3, 'x', $4, ${flagsOf('$1')}, 1)`,
      kind,
      member.outside,
      amountMinor,
      maker,
    ] as const
  // What the document says of the amount is what is judged.
  const ofAmount = ['manualDeposit', 'manualCredit', 'manualCreditReversal', 'lineLink']
  for (const kind of [...ofAmount, 'withdrawalApproval'])
    expect(
      await eachAfter([], { same: ofKind(kind, 500), less: ofKind(kind, 499), none: ofKind(kind, null) }),
    ).toEqual({ same: 'done', less: 'KL105', none: 'KL105' })
  expect(await eachAfter([], { none: ofKind('memberAccountChange', null) })).toEqual({ none: 'done' })
})

test('nobody makes an account of more rights than their own', async () => {
  const [cashier, admin] = [await world.cashier(), await world.cashier({ isAdmin: true })]
  const made = (maker: string, like: string) =>
    bySql([
      `insert into employees (username, display_name, role_id, created_by)
       select 'new', 'x', role_id, $1 from employees where id = $2`,
      maker,
      like,
    ])
  expect(await made(cashier.id, cashier.id)).toBe('done')
  expect(await made(admin.id, cashier.id)).toBe('done')
  expect(await made(cashier.id, admin.id)).toBe('KL105')
  expect(await bySql([`update employees set type = 'seller' where id = $1`, cashier.id])).toBe('KL105')
  const withRole = (permission: object, isAdmin = false) =>
    bySql(
      [`insert into roles (name, is_admin, permission) values ('new', $1, $2)`, isAdmin, permission],
      [
        `insert into employees (username, display_name, role_id, created_by)
         select 'new', 'x', id, $1 from roles where name = 'new'`,
        cashier.id,
      ],
    )
  const held = { isRead: true, isUpdate: true }
  expect(await withRole({})).toBe('done')
  expect(await withRole({ pretransactionRequest: held })).toBe('done')
  expect(await withRole({ pretransactionRequest: { ...held, isDelete: false } })).toBe('done')
  expect(await withRole({ reconcile: { isRead: false } })).toBe('done')
  expect(await withRole({ pretransactionRequest: { ...held, isDelete: true } })).toBe('KL105')
  expect(await withRole({ pretransactionRequest: held, reconcile: { isRead: true } })).toBe('KL105')
  expect(await withRole({}, true)).toBe('KL105')
})

test('what enters a wallet or a hold comes from where its kind takes it', async () => {
  const [own, theirs] = [`member:${member.outside}`, `member:${thief.outside}`]
  const posted = (kind: string, from: string, to: string, hold: string | null = null) =>
    bySql([
      `select post_transfers('strict', array[$1 || ':x'], array[$1], array['x'], array[brand_day()],
         array[brand_day()], $4::text[], array[1], array[$2, $3], array[1], array[2],
         array[100::bigint], array['THB'], null)`,
      kind,
      from,
      to,
      hold === null ? null : [hold],
    ])
  expect(await posted('withdraw.hold', `${own}:cash`, `${own}:locked`, 'open')).toBe('done')
  expect(await posted('withdraw.hold', `${own}:cash`, `${theirs}:locked`, 'open')).toBe('KL105')
  expect(await posted('withdraw.failed', `${own}:cash`, `${theirs}:locked`, 'open')).toBe('KL105')
  for (const kind of ['withdraw.release', 'deposit.reversed', 'bet.place', 'bet.settle', 'bonus.grant'])
    expect([kind, await posted(kind, `${own}:cash`, `${theirs}:cash`)]).toEqual([kind, 'KL105'])
  const maker = [
    'update members set created_by = null, id = gen_random_uuid() where id = $1',
    thief.id,
  ] as const
  expect(await bySql(maker)).toBe('KL105')
})

test('an amount that another was told shortly before proves nothing, to machine or person', async () => {
  const account = await world.factory.account({ bank: 'SCB' })
  const phone = await bankPhone(world.factory, account)
  const [late, now] = [await world.factory.member(), await world.factory.member()]
  const told = await world.factory.request(late, account, 70_042, { isUniqueSatang: true })
  const ended = `update deposits set state = 'expired' where id = $1`
  await world.factory.query(ended, [decodeId('deposit', told) ?? told])
  await world.factory.request(now, account, 70_042, { isUniqueSatang: true })
  const answer = await phone.receives({ amountMinor: 70_042 })
  expect(await world.factory.cash(now)).toBe(0)
  const cashier = await world.cashier({
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
  })
  const line = { id: answer.body.data?.lineId ?? '', memberId: now.outside }
  const seen = await cashier.call('preTransactions.previewLink', line)
  expect(seen.reasons).toEqual(['lowScore'])
})

test('who registered a member is not the first to pay them out', async () => {
  const [registrar, other] = [await world.cashier(), await world.cashier()]
  const regular = await world.regular(400_000)
  const registered = 'update members set created_by = $2 where id = $1'
  await world.server.database.plant(registered, [regular.id, registrar.id])
  const outsideId = encodeId('member', regular.id)
  await world.server.database.plant('update members set is_auto_withdraw = false where id = $1', [
    regular.id,
  ])
  const { body } = await world.withdraw({ ...regular, outside: outsideId }, 100_000)
  const input = { id: body.data?.id ?? '', version: 1 }
  const approve = (person: typeof registrar) =>
    person.call('preTransactions.approve', input, { idempotencyKey: key() })
  await expect(approve(registrar)).rejects.toMatchObject({ code: 'fourEyes' })
  expect(await approve(other)).toMatchObject({ state: 'approved' })
})
