import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../testing/world/members.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { handOver, hire, signInWith, type Hired } from '../../testing/world/people.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { tellNews } from '../../testing/news.ts'

// Whoever made an account, or was handed its code, counts as the one who sits behind it, until somebody else
// has confirmed it (decisions 44).

let world: MoneyOutWorld
/** Hires, and asks for money; no admin. */
let manager: Person
let colleague: Person
const people = { employeeManagement: ['isRead', 'isCreate', 'isUpdate'] } as const
const desk = { ...people, pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'] } as const

beforeAll(async () => {
  world = await createMoneyOutWorld()
  manager = await world.cashier({ permissions: desk, hasStepUp: true })
  colleague = await world.cashier({ permissions: desk, hasStepUp: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

/** A request for goodwill that needs a second person. */
async function asked(by: Pick<Person, 'call'>): Promise<string> {
  const member = await world.factory.member()
  const { approvalId } = await by.call(
    'preTransactions.createDeposit',
    {
      memberId: member.outside,
      amountMinor: 600_000,
      kind: 'goodwill',
      reasonCode: 'compensation',
      remarkStaff: 'for the trouble',
    },
    { idempotencyKey: key() },
  )
  return approvalId ?? ''
}
const settles = async (who: Pick<Person, 'call'>, id: string) => codeOf(decideAs(who as Person, id))
const standing = async (reader: Person, of: { id: string }) =>
  (await reader.call('employees.get', { id: encodeId('employee', of.id) })).standing
async function confirm(by: Pick<Person, 'call'>, of: { id: string }, lastLink?: number) {
  const id = encodeId('employee', of.id)
  const seen = lastLink ?? (await standing(colleague, of)).lastLink ?? 0
  return by.call('employees.confirm', { id, lastLink: seen, reason: 'met in the office' })
}
const bySql = (statement: string, values: readonly unknown[] = []) =>
  world.server.services.pool.query(statement, [...values]).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const settledBySql = (approvalId: string, checker: { id: string }) =>
  bySql(`update approvals set state = 'approved', checker_id = $2, settled_at = now() where id = $1`, [
    decodeId('approval', approvalId),
    checker.id,
  ])
const puppet = (of: Person | Hired): Promise<Hired> => hire(world.server, of)

describe('an account that somebody made', () => {
  test('approves nothing of its maker, nor its maker of it, also by SQL; somebody else does', async () => {
    const own = await puppet(manager)
    const request = await asked(manager)
    expect(await settles(own, request)).toBe('403 fourEyes')
    expect(await settledBySql(request, own)).toBe('KL105')
    expect((await own.call('approvals.list', {})).records.map(({ id }) => id)).not.toContain(request)
    expect(await settles(colleague, request)).toBe('ok')
    const back = await asked(own)
    expect(await settles(manager, back)).toBe('403 fourEyes')
    expect(await settles(colleague, back)).toBe('ok')
  })

  test('approves nothing of another that the same person made, nor of one that this one made', async () => {
    const [one, two] = [await puppet(manager), await puppet(manager)]
    const three = await puppet(two)
    const request = await asked(one)
    for (const each of [two, three, manager]) expect(await settles(each, request)).toBe('403 fourEyes')
    expect(await settledBySql(request, three)).toBe('KL105')
    expect(await settles(colleague, request)).toBe('ok')
  })

  test('does not give the second approval of a big withdrawal, nor send money to its maker', async () => {
    const own = await puppet(manager)
    const member = await world.factory.member()
    await world.fund(member, 5_000_000)
    const id = (await world.withdraw(member, 5_000_000)).body.data?.id ?? ''
    const approve = (by: Pick<Person, 'call'>, version: number) =>
      codeOf(by.call('preTransactions.approve', { id, version }, { idempotencyKey: key() }))
    expect(await approve(manager, 1)).toBe('ok')
    expect(await approve(own, 2)).toBe('403 fourEyes')
    const second = await bySql(
      `update withdrawals set state = 'approved', decision_kind = 'employee', decided_by = $2,
         decided_at = now() where id = $1`,
      [decodeId('withdrawal', id), own.id],
    )
    expect(second).toBe('KL105')
    expect(await approve(colleague, 2)).toBe('ok')

    const boss = await world.cashier({ permissions: desk, hasStepUp: true })
    await world.factory.query(`update employees set phone = '0810000041' where id = $1`, [boss.id])
    const mine = await puppet(boss)
    const payee = await world.factory.member({ phone: '+66810000041' })
    await world.fund(payee, 1_000_000)
    const small = (await world.withdraw(payee, 1_000_000)).body.data?.id ?? ''
    const toBoss = mine.call(
      'preTransactions.approve',
      { id: small, version: 1 },
      { idempotencyKey: key() },
    )
    expect(await codeOf(toBoss)).toBe('403 fourEyes')
  })

  test('is confirmed by none of them, and counts as its own once somebody else has', async () => {
    const own = await puppet(manager)
    const again = await puppet(manager)
    const request = await asked(manager)
    expect(await standing(colleague, own)).toMatchObject({
      links: [
        { why: 'created', by: manager.username },
        { why: 'code', by: manager.username },
      ],
      same: expect.arrayContaining([manager.username, again.username]),
      confirmed: null,
      blocked: null,
    })
    for (const each of [own, again, manager]) {
      expect(await codeOf(confirm(each, own))).toBe('403 fourEyes')
      const forged = `insert into employee_confirmations (employee_id, confirmed_by) values ($1, $2)`
      expect(await bySql(forged, [own.id, each.id])).toBe('KL105')
    }
    await confirm(colleague, own)
    expect(await standing(colleague, own)).toMatchObject({
      links: [],
      same: [],
      confirmed: { how: 'person', by: colleague.username },
    })
    expect(await settles(again, request)).toBe('403 fourEyes')
    expect(await settles(own, request)).toBe('ok')
    const [row] = (await colleague.call('employees.list', { username: own.username })).records
    expect(row?.id).toBe(encodeId('employee', own.id))
  })

  test('is not confirmed by what was seen before another code, nor while one is open', async () => {
    const own = await puppet(manager)
    const { lastLink } = await standing(colleague, own)
    const code = await handOver(manager, own)
    expect(await codeOf(confirm(colleague, own, lastLink ?? 0))).toBe('409 stale')
    expect((await standing(colleague, own)).blocked).toBe('codeOpen')
    expect(await codeOf(confirm(colleague, own))).toBe('409 stateRefused')
    // A code whose time is over opens nothing any more.
    const { plant } = world.server.database
    const bare = `insert into employee_confirmations (employee_id, confirmed_by) values ($1, $2)`
    const ends = (when: string) =>
      plant(`update one_time_codes set expires_at = ${when} where employee_id = $1 and used_at is null`, [
        own.id,
      ])
    await ends(`now() + interval '1 minute'`)
    expect(await bySql(bare, [own.id, colleague.id])).toBe('KL105')
    await ends('now()')
    expect(
      await bySql(
        `begin; ${bare.replace('$1', `'${own.id}'`).replace('$2', `'${colleague.id}'`)}; rollback`,
      ),
    ).toBe('done')
    expect((await standing(colleague, own)).blocked).toBeNull()
    await ends(`now() + interval '1 minute'`)
    await signInWith(world.server, own, code)
    expect(await codeOf(confirm(colleague, own))).toBe('ok')
    expect(await codeOf(confirm(colleague, own, 1))).toBe('409 stateRefused')
  })

  test('is confirmed, while it is active, by active staff with the rights over people', async () => {
    const own = await puppet(manager)
    const by = async (who: { id: string }, set = '') => {
      const client = await world.server.services.pool.connect()
      try {
        await client.query('begin')
        if (set !== '') await client.query(set)
        await client.query(
          'insert into employee_confirmations (employee_id, confirmed_by) values ($1, $2)',
          [own.id, who.id],
        )
        return 'done'
      } catch (error) {
        return (error as { code?: string }).code
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect(await by(colleague)).toBe('done')
    expect(await by(colleague, `update employees set state = 'locked' where id = '${own.id}'`)).toBe(
      'KL105',
    )
    expect(await by(colleague, `update employees set state = 'left' where id = '${colleague.id}'`)).toBe(
      'KL105',
    )
    const reader = await world.cashier({ permissions: { employeeManagement: ['isRead'] } })
    const writer = await world.cashier({ permissions: { employeeManagement: ['isUpdate'] } })
    const seller = await world.server.person({ permissions: people, type: 'seller' })
    for (const who of [reader, writer, seller]) expect(await by(who)).toBe('KL105')
    expect(await by(await world.cashier({ isAdmin: true }))).toBe('done')
    const unset = await world.server.person()
    expect(
      await bySql('insert into employee_confirmations (employee_id, confirmed_by) values ($1, $2)', [
        unset.id,
        colleague.id,
      ]),
    ).toBe('KL105')
  })
})

describe('a colleague whose password is reset', () => {
  test('counts as who was handed the code, until somebody else has confirmed the account', async () => {
    const clerk = await world.cashier({ permissions: desk, hasStepUp: true })
    const request = await asked(manager)
    const taken = await signInWith(world.server, clerk, await handOver(manager, clerk))
    expect(await settles(taken, request)).toBe('403 fourEyes')
    expect(await settledBySql(request, clerk)).toBe('KL105')
    await confirm(colleague, clerk)
    expect(await settles(taken, request)).toBe('ok')
    // Another code after that is another chance to sit behind it.
    const next = await asked(manager)
    await handOver(manager, clerk)
    expect(await settledBySql(next, clerk)).toBe('KL105')
  })

  test('stays another person while the authenticator stands; no more once it is taken off', async () => {
    const clerk = await world.cashier({ permissions: desk, hasStepUp: true })
    const { plant } = world.server.database
    await plant(`update employees set otp_confirmed_at = now() - interval '1 hour' where id = $1`, [
      clerk.id,
    ])
    await handOver(manager, clerk)
    expect((await standing(colleague, clerk)).links).toEqual([])
    await plant(`update employees set otp_confirmed_at = null where id = $1`, [clerk.id])
    expect((await standing(colleague, clerk)).same).toEqual(expect.arrayContaining([manager.username]))
    const request = await asked(manager)
    expect(await settledBySql(request, clerk)).toBe('KL105')
    // Enrolled anew, by whoever had the code.
    await plant(`update employees set otp_confirmed_at = now() where id = $1`, [clerk.id])
    expect(await settledBySql(request, clerk)).toBe('KL105')
  })
})

test('that an account was made and its code handed out is told to every administrator, once', async () => {
  const admin = await world.cashier({ isAdmin: true })
  const own = await puppet(manager)
  await tellNews(world.server.services)
  await tellNews(world.server.services)
  const inbox = async (of: Person) =>
    (await of.call('notifications.list', {})).records.filter(
      ({ code, entityId }) => code === 'account.code_handed' && entityId === encodeId('employee', own.id),
    )
  const told = await inbox(admin)
  expect(told).toHaveLength(1)
  expect(JSON.stringify(told)).toContain(manager.username)
  expect(await inbox(colleague)).toEqual([])
  await confirm(colleague, own)
  const rows = await world.factory.query(
    `select action from activity_log where action = 'accountConfirmed' and entity_id = $1`,
    [encodeId('employee', own.id)],
  )
  expect(rows).toHaveLength(1)
})

describe('by SQL as the program itself', () => {
  test('no link is taken back, none is left out, and nothing it is reckoned from changes', async () => {
    const own = await puppet(manager)
    const refused = [
      [`update employees set created_by = null where id = $1`, 'KL105'],
      [`update employees set created_by = id where id = $1`, 'KL105'],
      [`update employees set otp_confirmed_at = now() - interval '2 days' where id = $1`, 'KL105'],
      [`delete from employee_links where employee_id = $1`, '42501'],
      [`update employee_links set linked_to = linked_to where employee_id = $1`, '42501'],
      [`insert into employee_links (employee_id, linked_to, why) values ($1, $1, 'code')`, '42501'],
      [`delete from employee_confirmations where employee_id = $1`, '42501'],
      [`insert into employee_confirmations (employee_id, how) values ($1, 'time')`, '42501'],
      [`insert into employee_confirmations (employee_id, at) values ($1, now())`, '42501'],
      [`insert into employee_confirmations (employee_id, confirmed_by) values ($1, $1)`, 'KL105'],
      [`insert into known_persons (employee_id) values ($1)`, '42501'],
      [`update one_time_codes set given_to = null where employee_id = $1`, '42501'],
      [`update one_time_codes set employee_id = $1 where employee_id <> $1`, '42501'],
      [`update one_time_codes set used_at = null where employee_id = $1`, 'KL105'],
    ] as const
    for (const [statement, code] of refused) expect(await bySql(statement, [own.id]), statement).toBe(code)
    expect((await standing(colleague, own)).links).toHaveLength(2)
  })

  test('no account is made without its maker, no code without who is handed it', async () => {
    const made = (columns: string, values: string) =>
      bySql(
        `insert into employees (username, display_name, role_id, ${columns})
         select 'x' || substr(md5(random()::text), 1, 8), 'x', role_id, ${values}
           from employees where id = $1`,
        [manager.id],
      )
    expect(await made('created_by', 'null')).toBe('KL105')
    expect(await made('created_by, otp_confirmed_at', 'id, now()')).toBe('KL105')
    expect(await made('created_by', 'id')).toBe('done')
    const itself = await bySql(
      `insert into employees (id, username, display_name, role_id, created_by)
       select '0190a0a0-0000-7000-8000-0000000000aa', 'itself', 'x', role_id,
         '0190a0a0-0000-7000-8000-0000000000aa' from employees where id = $1`,
      [manager.id],
    )
    expect(itself).toBe('23514')
    const code = (to: string) =>
      bySql(
        `insert into one_time_codes (employee_id, purpose, code_hash, expires_at, given_to)
         values ($1, 'reset', decode(md5(random()::text), 'hex'), now() + interval '1 hour', ${to})`,
        [colleague.id],
      )
    expect(await code('null')).toBe('23514')
    expect(await code('$1')).toBe('23514')
  })

  test('nobody is told by a notice that did not go to all administrators', async () => {
    const own = await puppet(manager)
    const [link] = await world.factory.query<{ id: number }>(
      'select id from employee_links where employee_id = $1 order by id desc limit 1',
      [own.id],
    )
    const [notice] = await world.factory.query<{ id: string }>(
      `with e as (insert into events (code, entity, entity_id, occurrence)
         values ('account.code_handed', 'employee', $1, 'forged') returning id)
       insert into notifications (event_id, code, severity, title, body, entity, entity_id, audience,
         employee_ids)
       select id, 'account.code_handed', 'critical', '{}', '{}', 'employee', $1, 'employees', '{}' from e
       returning id`,
      [encodeId('employee', own.id)],
    )
    const telling = `insert into employee_link_tellings (link_id, notification_id) values ($1, $2)`
    await world.cashier({ isAdmin: true })
    expect(await bySql(telling, [link?.id, notice?.id])).toBe('KL105')
    const early = `insert into employee_link_tellings (link_id, notification_id, told_at)
      values ($1, $2, now() - interval '2 days')`
    expect(await bySql(early, [link?.id, notice?.id])).toBe('42501')
  })
})
