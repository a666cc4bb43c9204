import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { transferKinds } from '@khlang/ledger/kinds.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalKinds } from '../approval-kinds.ts'
import { ofDifferences, ofOurAccounts } from './dual-control.fixture.ts'
import { uploadEvidence } from '../../testing/world/evidence.ts'
import { lineMakers } from './dual-control-lines.fixture.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import { saysItIsTheirs } from '../../testing/world/links.ts'
import { newMember } from '../../testing/world/members.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Person } from '../../testing/server.ts'
import { decidePassword } from '../../testing/world/decide.ts'

// Every act that needs a second person, tried by its maker: with a raw client, from another session, with
// another account of theirs, as an admin; and in the database. Each kind that is added needs its row here.

let world: MoneyOutWorld
let maker: Person
/** Another account of the maker: the same phone in another spelling. */
let twin: Person
let checker: Person
/** The maker's session at another computer. */
let otherSession: string
beforeAll(async () => {
  world = await createMoneyOutWorld()
  maker = await world.cashier({ isAdmin: true })
  twin = await world.cashier({ isAdmin: true })
  checker = await world.cashier({ isAdmin: true })
  const phones = [maker.id, twin.id, '0812223344', '66812223344']
  await world.factory.query(
    `update employees set phone = case id when $1 then $3 else $4 end where id in ($1, $2)`,
    phones,
  )
  const { username } = maker
  otherSession = await world.server.as(null)('auth.login', { username, password: decidePassword })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

interface Asked {
  readonly approvalId: string | null
}
const reason = 'asked by the one it is about'

/** How a maker asks for each kind of act. */
const asks: { readonly [K in keyof typeof approvalKinds]: () => Promise<Asked> } = {
  employeeRole: async () => {
    const person = await world.server.person()
    const role = await world.server.person({ permissions: { dashboard: ['isRead'] } })
    const roleId = await roleOf(role)
    return maker.call('employees.setRole', { id: encodeId('employee', person.id), roleId, reason })
  },
  roleChange: async () => {
    const id = await roleOf(await world.server.person())
    const role = await maker.call('roles.get', { id })
    const { version, permission, isAdmin, abilities, roleName, description } = role
    const changed = { ...permission, dashboard: { ...permission.dashboard, isRead: true } }
    const input = { id, version, roleName, description, isAdmin, abilities, permission: changed, reason }
    return maker.call('roles.update', input)
  },
  employeeLimits: async () => {
    const { id } = await world.server.person()
    const wanted = { id: encodeId('employee', id), approvalLimitMinor: 5_000_000, reason }
    return maker.call('employees.update', { ...(await factsOf(id)), ...wanted })
  },
  otpReset: async () => {
    const person = await world.server.person()
    await world.server.database.plant('update employees set otp_confirmed_at = now() where id = $1', [
      person.id,
    ])
    return maker.call('employees.resetOtp', { id: encodeId('employee', person.id), reason })
  },
  memberAccountChange: async () => {
    const { outside: id } = await world.factory.member()
    const { bank, accountNo, accountName } = newMember()
    const evidenceId = await uploadEvidence(world.server, maker, id)
    const wanted = { id, bank, accountNo, accountName, reason, evidenceId }
    return maker.call('members.changeAccount', wanted, once())
  },
  manualDeposit: async () => {
    const [member, account] = [await world.factory.member(), await world.factory.account()]
    return deposit(member.outside, { kind: 'realDeposit', accountId: account.outside })
  },
  manualCredit: async () => deposit((await world.factory.member()).outside, { kind: 'goodwill' }),
  manualCreditReversal: async () => {
    const { outside: memberId } = await world.factory.member()
    return maker.call('preTransactions.askReversal', { id: await typedGoodwill(memberId), reason }, once())
  },
  depositUnlink: async () => {
    const phone = await bankPhone(world.factory, await world.factory.account({ bank: 'SCB' }))
    const id = (await phone.receives({ amountMinor: 12_300 })).body.data?.lineId ?? ''
    const member = await world.factory.member()
    await saysItIsTheirs(world.factory, id, member)
    await checker.call('preTransactions.link', { id, version: 1, memberId: member.outside }, once())
    return maker.call('preTransactions.askUnlink', { id, version: 2, reason }, once())
  },
  lineLink: async () => {
    const phone = await bankPhone(world.factory, await world.factory.account({ bank: 'SCB' }))
    const id = (await phone.receives({ amountMinor: 12_400 })).body.data?.lineId ?? ''
    const { outside: memberId } = await world.factory.member()
    return maker.call('preTransactions.link', { id, version: 1, memberId, remark: reason }, once())
  },
  ...lineMakers(() => ({ world, maker, checker })),
  withdrawalApproval: async () => {
    const member = await world.factory.member()
    await world.fund(member, 5_000_000)
    const id = (await world.withdraw(member, 5_000_000)).body.data?.id ?? ''
    await maker.call('preTransactions.approve', { id, version: 1, remark: reason }, once())
    const own = await maker.call('approvals.list', { scope: 'own' })
    return { approvalId: own.records.find(({ entityId }) => entityId === id)?.id ?? null }
  },
  payoutFuse: async () => {
    const alarm = { code: 'payoutFuse', entity: 'brand', entityId: 'brand', detail: { limitMinor: 1 } }
    await world.server.services.db.transaction().execute((tx) => raiseAlarm(tx, alarm))
    await maker.call('dashboard.resumePayouts', { reason }, once())
    const own = await maker.call('approvals.list', { scope: 'own' })
    return { approvalId: own.records.find(({ kind }) => kind === 'payoutFuse')?.id ?? null }
  },
  restoredRelease: async () => {
    await world.server.database.plant("insert into restores (restored_to, source) values (now(), 'own')")
    await maker.call('dashboard.releaseRestored', { reason, isRailListChecked: true }, once())
    const own = await maker.call('approvals.list', { scope: 'own' })
    return { approvalId: own.records.find(({ kind }) => kind === 'restoredRelease')?.id ?? null }
  },
  groupPlace: async () => {
    const credential = 'secret-of-the-room'
    const place = { channel: 'telegram' as const, target: '-100', credential }
    await maker.call('groupNotifications.create', {
      name: `room ${key().slice(0, 8)}`,
      events: ['deposit.large'],
      ...place,
    })
    const own = await maker.call('approvals.list', { scope: 'own' })
    return { approvalId: own.records.find(({ kind }) => kind === 'groupPlace')?.id ?? null }
  },
  ...ofOurAccounts(() => ({ world, maker, reason })),
  ...ofDifferences(() => ({ world, maker, reason })),
}

/** Goodwill that one person gave alone; its id as the outside knows it. */
async function typedGoodwill(memberId: string): Promise<string> {
  const input = { memberId, amountMinor: 70_000, kind: 'goodwill', reasonCode: 'compensation' } as const
  await checker.call('preTransactions.createDeposit', { ...input, remarkStaff: reason }, once())
  const [row] = await world.factory.query<{ id: string }>(
    'select id from adjustments where member_id = $1',
    [decodeId('member', memberId)],
  )
  return encodeId('adjustment', row?.id ?? '')
}

/** What an edit of a person sends, as it stands. */
async function factsOf(person: string) {
  const { version, displayName, phone, shift, addresses, approvalLimitMinor, adjustmentPerDayMinor } =
    await maker.call('employees.get', { id: encodeId('employee', person) })
  const limits = { approvalLimitMinor, adjustmentPerDayMinor }
  return { version, displayName, phone, shift, addresses, ...limits }
}

/** The inside id of a request that the second person agreed to. */
async function approved({ approvalId }: Asked): Promise<string | null> {
  const id = approvalId ?? ''
  const { documentHash } = await checker.call('approvals.get', { id })
  expect(await settleRaw(checker.token ?? '', id, documentHash)).toBe('200 done')
  return decodeId('approval', id)
}

const once = () => ({ idempotencyKey: key() })
const roleOf = async ({ id }: Person): Promise<string> => {
  const [row] = await world.factory.query<{ id: string }>(
    'select role_id as id from employees where id = $1',
    [id],
  )
  return encodeId('role', row?.id ?? '')
}
const deposit = (memberId: string, kind: { kind: 'realDeposit' | 'goodwill'; accountId?: string }) =>
  maker.call(
    'preTransactions.createDeposit',
    { memberId, amountMinor: 600_000, reasonCode: 'compensation', remarkStaff: reason, ...kind },
    once(),
  )

/** As a program of somebody's own would: the path of the published document, a token, JSON. */
async function settleRaw(token: string, approvalId: string, documentHash: string) {
  const path = `/api/v1/approval/decide/${approvalId}`
  const answer = await world.server.fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ isApproved: true, comment: reason, documentHash, password: decidePassword }),
  })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return `${answer.status} ${error?.code ?? 'done'}`
}

describe.each(Object.keys(approvalKinds) as (keyof typeof approvalKinds)[])('%s', (kind) => {
  test('is decided by nobody who asked for it, admin or not, and by no row of the database', async () => {
    const { approvalId } = await asks[kind]()
    const id = approvalId ?? ''
    const { documentHash, state } = await checker.call('approvals.get', { id })
    expect(state).toBe('pending')
    for (const token of [maker.token, otherSession, twin.token]) {
      expect(await settleRaw(token ?? '', id, documentHash)).toBe('403 fourEyes')
    }
    for (const person of [maker, twin]) {
      const bySql = world.server.services.pool.query(
        `update approvals set state = 'approved', checker_id = $2, settled_at = now() where id = $1`,
        [decodeId('approval', id), person.id],
      )
      await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
    }
    expect(await settleRaw(checker.token ?? '', id, documentHash)).toBe('200 done')
  })
})

test('nobody approves a change of their own role under any account, not by SQL either', async () => {
  const person = await world.server.person()
  const again = await world.server.person()
  await world.server.database.plant('update employees set phone = $2 where id = any($1)', [
    [person.id, again.id],
    '0810000777',
  ])
  const roleId = await roleOf(await world.server.person({ permissions: { dashboard: ['isRead'] } }))
  const asked = { id: encodeId('employee', person.id), roleId, reason }
  const { approvalId } = await maker.call('employees.setRole', asked)
  for (const { id } of [person, again]) {
    const bySql = world.server.services.pool.query(
      `update approvals set state = 'approved', checker_id = $2, settled_at = now() where id = $1`,
      [decodeId('approval', approvalId ?? ''), id],
    )
    await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
  }
})

test('the database knows exactly the kinds of transfers that the ledger has', async () => {
  const [row] = await world.factory.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'transfers_kind'`,
  )
  const known = [...(row?.text ?? '').matchAll(/'([\w.]+)'/g)].map(([, kind]) => kind ?? '')
  expect(known.toSorted()).toEqual(Object.keys(transferKinds).toSorted())
})

describe('by SQL as the program itself, without anybody’s approval', () => {
  /** Each in a transaction of its own. */
  const bySql = (statement: string, values: readonly unknown[] = []) =>
    world.server.services.pool.query(statement, [...values]).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  const posting = (kind: string, source: string, from: string, to: string) =>
    bySql(
      `select post_transfers('strict', array[$1 || ':' || $2 || ':1'], array[$1], array[$2],
        array[current_date], array[current_date], null, array[1], array[$3, $4], array[1], array[2],
        array[70000::bigint], array['THB'], null)`,
      [kind, source, from, to],
    )
  const typed = (makerId: string, memberId: string, amountMinor: number, daysOn = 0) =>
    bySql(
      `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff, maker_id,
         business_on) values ($1, $2, 'goodwill', $3, 'compensation', 'x', $4,
           (now() at time zone 'Asia/Bangkok')::date + $5::int)`,
      [key(), memberId, amountMinor, makerId, daysOn],
    )

  test('no limit of a person, no name of a role changes', async () => {
    const { id } = await world.server.person()
    const limits = 'update employees set approval_limit_minor = $2 where id = $1'
    expect(await bySql(limits, [id, 1])).toBe('KL105')
    const name = `update roles r set name = r.name || 'x' from employees e
      where r.id = e.role_id and e.id = $1`
    expect(await bySql(name, [id])).toBe('KL105')
  })

  test('goodwill stops at the limits of the act, of the day, and before the own account', async () => {
    const [{ id: makerId }, { id: memberId }] = [await world.server.person(), await world.factory.member()]
    expect(await typed(makerId, memberId, 500_000)).toBe('KL105')
    for (let times = 0; times < 4; times += 1) {
      expect(await typed(makerId, memberId, 499_999)).toBe('done')
    }
    expect(await typed(makerId, memberId, 499_999)).toBe('KL105')
    expect(await typed(makerId, memberId, 100, 1)).toBe('KL105')
    expect(await bySql(`update brand_settings set value = '{}'`)).toBe('42501')
    await world.server.database.plant(
      `update employees set phone = substr((select phone from members where id = $2), 2) where id = $1`,
      [maker.id, memberId],
    )
    expect(await typed(maker.id, memberId, 1)).toBe('KL105')
    await world.server.database.plant(`update employees set phone = '0812223344' where id = $1`, [maker.id])
  })

  test('goodwill of one person waits for nobody else’s approval', async () => {
    const { approvalId } = await asks.manualCredit()
    const id = approvalId ?? ''
    const { documentHash } = await checker.call('approvals.get', { id })
    expect(await settleRaw(checker.token ?? '', id, documentHash)).toBe('200 done')
    const { id: memberId } = await world.factory.member()
    const again = bySql(
      `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff, maker_id,
         checker_id, approval_id, business_on)
       values ('A-again', $1, 'goodwill', 600000, 'compensation', 'x', $2, $3, $4, current_date)`,
      [memberId, maker.id, checker.id, decodeId('approval', id)],
    )
    expect(await again).toBe('KL105')
  })

  test('no typed deposit stands, and no credit is taken back', async () => {
    const { id: memberId } = await world.factory.member()
    const columns = `(reference, member_id, state, method, amount_minor, by_kind, credited_at, business_on)`
    const row = (state: string, method: string) =>
      bySql(
        `insert into deposits ${columns} values ($1, $2, $3, $4, 100, 'employee', now(), current_date)`,
        [key(), memberId, state, method],
      )
    expect(await row('credited', 'manual')).toBe('KL105')
    expect(await row('reversed', 'bank')).toBe('KL105')
    for (const method of ['bank', 'qr', 'slip', 'gateway'])
      expect(await row('credited', method)).toBe('KL105')

    const phone = await bankPhone(world.factory, await world.factory.account({ bank: 'SCB' }))
    const id = (await phone.receives({ amountMinor: 12_300 })).body.data?.lineId ?? ''
    const linked = await world.factory.member()
    await saysItIsTheirs(world.factory, id, linked)
    await checker.call('preTransactions.link', { id, version: 1, memberId: linked.outside }, once())
    const line = decodeId('statementLine', id)
    await world.server.database.plant(
      `update statement_lines set handled_at = handled_at - interval '1 hour' where id = $1`,
      [line],
    )
    const back = `update deposits set state = 'reversed' where statement_line_id = $1`
    expect(await bySql(back, [line])).toBe('KL105')
    const turned = `update deposits set method = 'manual' where statement_line_id = $1`
    expect(await bySql(turned, [line])).toBe('KL105')
  })

  test('nobody is alone by their own word', async () => {
    const alone = (flags: string) =>
      bySql(
        `insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id, requires,
           state, checker_id, is_sole_owner, settled_at)
         values ($1, 'member', outside_id('mbr', gen_random_uuid()), '{}', '\\x00', 'x', $2, $3,
           'approved', $2, true, now())`,
        [`neverAsked${flags.length}`, maker.id, flags],
      )
    expect(await alone('{}')).toBe('KL105')
    expect(await alone('{"roleManagement": {"isUpdate": true}}')).toBe('KL105')
  })

  test('nobody is alone again once the flags were taken away from the others', async () => {
    const former = await world.cashier({ isAdmin: true })
    const held = `select count(distinct employee_id)::int as n from rights_held where is_admin`
    const [before] = await world.factory.query<{ n: number }>(held)
    await world.server.database.plant(`update employees set state = 'left' where id = $1`, [former.id])
    const [after] = await world.factory.query<{ n: number }>(held)
    expect(after?.n).toBe(before?.n)
    expect(await bySql(`delete from rights_held`)).toBe('42501')
  })

  test('no withdrawal is of a lighter band than its amount', async () => {
    const { id: memberId } = await world.factory.member()
    const asked = (state: string, band: string | null, amountMinor: number) =>
      bySql(
        `insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
           to_account_no, to_account_name, sla_ends_at, business_on, decision_kind, decided_by, band)
         values ($1, $2, $1, $3, $5, 'KBANK', '1', 'x', now(), current_date,
           case $3 when 'approved' then 'employee' end, $6, $4)`,
        [key(), memberId, state, band, amountMinor, checker.id],
      )
    expect(await asked('approved', 'onePerson', 100_000_000)).toBe('KL105')
    expect(await asked('review', 'onePerson', 5_000_000)).toBe('KL105')
    expect(await asked('approved', null, 100_000)).toBe('KL105')
    expect(await asked('review', 'auto', 500_001)).toBe('KL105')
  })

  test('nothing laid over the tables of the judgement is judged by', async () => {
    const { id: memberId } = await world.factory.member()
    const client = await world.server.services.pool.connect()
    try {
      await client.query('begin')
      // A clone of the template keeps no right of the database's own; here it may, and helps nothing.
      await client.query(`create temp table brand_settings as
        select jsonb_build_object('manualSecondPersonMinor', 9e8, 'manualSecondPersonDayMinor', 9e8)
          as value`)
      const typedOver = client.query(
        `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff,
           maker_id, business_on) values ('A-over', $1, 'goodwill', 100000000, 'compensation', 'x', $2,
             (now() at time zone 'Asia/Bangkok')::date)`,
        [memberId, maker.id],
      )
      await expect(typedOver).rejects.toMatchObject({ code: 'KL105' })
    } finally {
      await client.query('rollback')
      client.release()
    }
    const [loose] = await world.factory.query<{ names: string[] }>(`
      select coalesce(array_agg(p.proname::text), '{}') as names from pg_proc p
       where p.pronamespace = 'public'::regnamespace and (p.prorettype = 'trigger'::regtype or p.prosecdef)
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         and not coalesce('search_path=pg_catalog, public, pg_temp' = any(p.proconfig), false)`)
    expect(loose?.names).toEqual([])
  })

  test('no typed credit goes back, neither its row nor its money', async () => {
    const member = await world.factory.member()
    const id = await typedGoodwill(member.outside)
    const [uuid, cash] = [decodeId('adjustment', id), `member:${member.outside}:cash`]
    const marked = `update adjustments set reversed_at = now(), reversal_approval_id = $2 where id = $1`
    expect(await bySql(`update adjustments set reversed_at = now() where id = $1`, [uuid])).toBe('KL105')
    expect(await bySql(marked, [uuid, await approved(await asks.manualCreditReversal())])).toBe('KL105')
    expect(await bySql(`update adjustments set amount_minor = 1 where id = $1`, [uuid])).toBe('42501')
    expect(await posting('reversal', id, cash, 'expense:writeoff')).toBe('KL105')
    expect(await posting('credit.cut', id, cash, 'expense:writeoff')).toBe('KL105')
    const turned = bySql(
      `select post_transfers('strict', array['reversal:x:1'], array['reversal'], array['x'],
        array[current_date], array[current_date], null, array[1], array[$1, 'expense:writeoff'], array[1],
        array[2], array[70000::bigint], array['THB'],
        array[(select id from transfers where key = 'credit.add:' || $2 || ':1')])`,
      [cash, id],
    )
    expect(await turned).toBe('KL105')
    expect(await world.factory.cash(member)).toBe(70_000)
  })

  test('no money of these kinds is posted', async () => {
    const [member, account] = [await world.factory.member(), await world.factory.account()]
    const cash = `member:${member.outside}:cash`
    const suspense = `suspense:${account.outside}`
    const source = encodeId('adjustment', '0190a0a0-0000-7000-8000-000000000000')
    expect(await posting('credit.add', source, 'expense:writeoff', cash)).toBe('KL105')
    expect(await posting('credit.add', 'x', 'expense:writeoff', cash)).toBe('KL105')
    expect(await posting('deposit.credited', source, suspense, cash)).toBe('KL105')
    expect(await posting('deposit.reversed', source, 'expense:writeoff', cash)).toBe('KL105')
    expect(await posting('deposit.credited', source, 'agent:issued', cash)).toBe('KL105')
    expect(await posting('credit.cut', source, 'expense:writeoff', cash)).toBe('KL105')
    expect(await posting('credit.bonus', source, 'expense:writeoff', cash)).toBe('23514')
  })
})

test('a request that is out of sight is as one that is not there, whatever is sent', async () => {
  const { approvalId } = await asks.roleChange()
  const clerk = await world.server.person({ permissions: { dashboard: ['isRead'] } })
  for (const id of [approvalId ?? '', encodeId('approval', '0190a0a0-0000-7000-8000-000000000000')]) {
    for (const path of [`settle/${id}`, `withdraw/${id}`]) {
      const answer = await world.server.fetch(`/api/v1/approval/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${clerk.token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: '{"unknown":1}',
      })
      expect(answer.status).toBe(404)
    }
  }
})

test('no call of the document that decides about money is without its judgement here', async () => {
  const document = (await (await world.server.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string; 'x-money': string }>>
  }
  const deciding = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .filter((operation) => operation['x-money'] === 'checker')
    .map(({ operationId }) => operationId)
  expect(deciding.toSorted()).toEqual([...fourEyes, ...onePerson].toSorted())
})

/** Refused to who asked: above, and for withdrawals in same-person.test.ts. */
const fourEyes = [
  'approvals.decide',
  'preTransactions.approve',
  'preTransactions.retry',
  'preTransactions.resolveUnknown',
]
/** One person's by the table of domain 0: the member asked, or the line is the proof. */
const onePerson = [
  'preTransactions.link',
  'preTransactions.undoLink',
  'preTransactions.ignoreLine',
  'preTransactions.reopenLine',
  'preTransactions.internalTransfer',
  'preTransactions.closeRefund',
  'preTransactions.cancelRefund',
  'preTransactions.bookLine',
  'preTransactions.switchRuleOff',
  'preTransactions.rejectDeposit',
  'preTransactions.reject',
]
