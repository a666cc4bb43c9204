import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aMember,
  aLink,
  aPerson,
  aRole,
  json,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'

// Which accounts count as one person, and who may say that they do not, as the database judges it (0021,
// 0030, 0039): at the moment, and one second before and after it.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const ago = (span: string): string => `now() - interval '${span}'`
const people = (...numbers: number[]): string[] => numbers.map((n) => aPerson(n))
const phoned = (n: number, phone: string): string => aPerson(n, { phone: `'${phone}'` })
const oldPhone = (n: number, phone: string, at: string): string =>
  row('employee_phones', { employee_id: uuid(n), phone: `'${phone}'`, replaced_at: at })
const confirmed = (n: number, at: string): string =>
  row('employee_confirmations', { employee_id: uuid(n), how: `'upgrade'`, at })
const member = (n: number, phone: string): string => aMember(n, { phone: `'${phone}'` })
/** The numbers at the ends of uuids that a function gives. */
const numbers = (call: string): string =>
  `select coalesce(array_agg(right(x::text, 3)::integer order by x), '{}') from ${call} as f (x)`

describe('accounts that count as one person', () => {
  const same = (setUp: string[], n = 1, codes = 'true') =>
    trials.answer(setUp, numbers(`person_accounts(${uuid(n)}, ${codes})`))

  test('are the account itself, and none for nobody', async () => {
    expect(await same(people(1, 2))).toEqual([1])
    expect(await trials.answer(people(1), numbers('person_accounts(null)'))).toEqual([])
  })

  test.each([
    ['+66812223344', '0812223344'],
    ['66812223344', '0812223344'],
    ['0066812223344', '+66812223344'],
    ['0812223344', '0812223344'],
  ])('share a phone, however it is spelt: %s and %s', async (one, other) => {
    const setUp = [phoned(1, one), phoned(2, other), phoned(3, '0812223345'), phoned(4, ''), phoned(5, '')]
    expect(await same(setUp)).toEqual([1, 2])
    expect(await same(setUp, 2)).toEqual([1, 2])
    expect(await same(setUp, 4)).toEqual([4])
  })

  test('shared one within thirty days, on either side', async () => {
    const late = ago('29 days 23:59:59')
    const over = ago('30 days')
    expect(await same([...people(1), phoned(2, '0811'), oldPhone(1, '0811', late)])).toEqual([1, 2])
    expect(await same([...people(1), phoned(2, '0811'), oldPhone(1, '0811', over)])).toEqual([1])
    expect(await same([phoned(1, '0811'), ...people(2), oldPhone(2, '66811', late)])).toEqual([1, 2])
    expect(await same([phoned(1, '0811'), ...people(2), oldPhone(2, '66811', over)])).toEqual([1])
    const both = [...people(1, 2), oldPhone(1, '0811', late), oldPhone(2, '0811', late)]
    expect(await same(both)).toEqual([1, 2])
  })

  test('are linked in either direction, as far as the links and phones lead', async () => {
    const setUp = [
      phoned(1, '0811'),
      ...people(3, 5),
      aPerson(4),
      phoned(2, '0811'),
      aLink(3, 2),
      aLink(3, 4),
    ]
    for (const n of [1, 2, 3, 4]) expect(await same(setUp, n)).toEqual([1, 2, 3, 4])
    expect(await same(setUp, 5)).toEqual([5])
  })

  test('are not linked by a code where only what an account began with counts', async () => {
    const setUp = [
      ...people(1, 2, 3, 4, 5),
      aLink(1, 2),
      aLink(1, 3, 'code'),
      aLink(4, 1, 'code'),
      aLink(5, 1),
    ]
    expect(await same(setUp)).toEqual([1, 2, 3, 4, 5])
    expect(await same(setUp, 1, 'false')).toEqual([1, 2, 5])
  })

  const second = ` + interval '1 second'`
  const at = ago('2 days')
  test.each<[string, string[], boolean]>([
    ['made', [aPerson(1), aLink(1, 2, 'created', at)], true],
    [
      'made, though it has its authenticator',
      [aPerson(1, { otp_confirmed_at: ago('3 days') }), aLink(1, 2, 'created', at)],
      true,
    ],
    ['handed a code, without an authenticator', [aPerson(1), aLink(1, 2, 'code', at)], true],
    [
      'handed a code before its authenticator',
      [aPerson(1, { otp_confirmed_at: at + second }), aLink(1, 2, 'code', at)],
      true,
    ],
    [
      'handed a code as it got its authenticator',
      [aPerson(1, { otp_confirmed_at: at }), aLink(1, 2, 'code', at)],
      true,
    ],
    [
      'handed a code beside an authenticator',
      [aPerson(1, { otp_confirmed_at: at }), aLink(1, 2, 'code', at + second)],
      false,
    ],
    ['confirmed since', [aPerson(1), aLink(1, 2, 'created', at), confirmed(1, at + second)], false],
    ['confirmed at the same moment', [aPerson(1), aLink(1, 2, 'created', at), confirmed(1, at)], false],
    ['confirmed before', [aPerson(1), aLink(1, 2, 'created', at + second), confirmed(1, at)], true],
    [
      'not itself confirmed, but the other',
      [aPerson(1), aLink(1, 2, 'created', at), confirmed(2, at + second)],
      true,
    ],
  ])('an account that was %s', async (_, setUp, isLinked) => {
    expect(await same([...setUp, aPerson(2)])).toEqual(isLinked ? [1, 2] : [1])
    const asked = `is_same_person(${uuid(2)}, ${uuid(1)})`
    expect(await trials.answer([...setUp, aPerson(2)], asked)).toBe(isLinked)
  })

  test('the members a person is, by the phones of all these accounts, and the other way round', async () => {
    const setUp = [
      phoned(1, '0811111111'),
      phoned(2, '85512345678'),
      aPerson(3),
      phoned(4, '0833333333'),
      phoned(5, ''),
      aLink(2, 1),
      oldPhone(1, '0822222222', ago('29 days 23:59:59')),
      oldPhone(1, '0844444444', ago('30 days')),
      member(201, '+66811111111'),
      member(202, '+85512345678'),
      member(203, '+66822222222'),
      member(204, '+66833333333'),
      member(205, '+66844444444'),
    ]
    for (const n of [1, 2])
      expect(await trials.answer(setUp, numbers(`own_members(${uuid(n)})`))).toEqual([201, 202, 203])
    expect(await trials.answer(setUp, numbers(`own_members(${uuid(4)})`))).toEqual([204])
    for (const n of [3, 5])
      expect(await trials.answer(setUp, numbers(`own_members(${uuid(n)})`))).toEqual([])
    const accounts = (n: number) => trials.answer(setUp, numbers(`accounts_of_member(${uuid(n)})`))
    for (const [n, found] of [
      [201, [1, 2]],
      [202, [1, 2]],
      [203, [1, 2]],
      [204, [4]],
      [205, []],
    ] as const)
      expect(await accounts(n)).toEqual(found)
  })

  test('a phone that changes is kept, one that stays or was none is not', async () => {
    const kept = async (was: string, is: string) => {
      const setUp = [
        aRole(100),
        phoned(1, was),
        phoned(2, '0899'),
        `set local session_replication_role = 'origin';
        update employees set phone = '${is}', display_name = 'other' where id = ${uuid(1)};`,
      ]
      return trials.answer(
        setUp,
        `select array_agg(phone || right(employee_id::text, 1)) from employee_phones`,
      )
    }
    expect(await kept('0811', '0822')).toEqual(['08111'])
    expect(await kept('0811', '')).toEqual(['08111'])
    expect(await kept('0811', '0811')).toBeNull()
    expect(await kept('', '0811')).toBeNull()
  })
})

describe('what an account began with', () => {
  const making = (columns: Parameters<typeof row>[1]) =>
    row('employees', { username: `'new'`, display_name: `'x'`, role_id: uuid(100), ...columns })
  const session = row('sessions', {
    token_hash: `''`,
    kind: `'full'`,
    employee_id: uuid(1),
    address: `''`,
    device: `''`,
    idle_ends_at: 'now()',
    expires_at: 'now()',
  })
  const base = [aRole(100), aPerson(1)]

  test('has no maker only before anybody has ever signed in, and no authenticator of its own', async () => {
    expect(await trials.judged(base, making({}))).toBe('done')
    expect(await trials.judged([...base, session], making({}))).toBe('makerMissing')
    expect(await trials.judged([...base, session], making({ created_by: uuid(1) }))).toBe('done')
    const early = { created_by: uuid(1), otp_confirmed_at: 'now()' }
    expect(await trials.judged(base, making(early))).toBe('makerMissing')
  })

  const stays = 'what an account began with stays'
  test.each([
    [`created_by = ${uuid(2)}`, {}, stays],
    [`created_by = null`, { created_by: uuid(2) }, stays],
    ['otp_confirmed_at = now()', {}, 'done'],
    [`otp_confirmed_at = ${ago('1 second')}`, {}, stays],
    ['otp_confirmed_at = now()', { otp_confirmed_at: ago('1 day') }, stays],
    [`state = 'locked', state_at = ${ago('90 days')}`, {}, 'done'],
  ])('is set by no statement: %s', async (set, columns, expected) => {
    const setUp = [
      aRole(100),
      aPerson(1, columns),
      aPerson(2, {}),
      aRole(101, { is_admin: true }),
      aPerson(9, { role_id: uuid(101) }),
    ]
    expect(await trials.judged(setUp, `update employees set ${set} where id = ${uuid(1)}`)).toBe(expected)
  })

  test('since when somebody is away is when they left, whatever a statement says', async () => {
    const since = (state: string, set: string) =>
      trials.answer(
        [
          aRole(100),
          aPerson(1, { state: `'${state}'`, state_at: ago('50 days') }),
          `set local session_replication_role = 'origin'; update employees set ${set} where id = ${uuid(1)};`,
        ],
        `select now() - state_at from employees where id = ${uuid(1)}`,
      )
    expect(await since('active', `state = 'locked', state_at = ${ago('90 days')}`)).toEqual({})
    expect(await since('locked', `state_at = ${ago('90 days')}`)).toEqual({ days: 50 })
  })

  test('a link is written for whoever made it or was handed its code', async () => {
    const seen = (statement: string) =>
      trials.answer(
        [...base, aPerson(2), `set local session_replication_role = 'origin'; ${statement}`],
        `select json_build_array(
           (select json_agg(json_build_array(right(employee_id::text, 3), right(linked_to::text, 3), why))
              from employee_links),
           (select json_agg(right(employee_id::text, 3)) from known_persons))`,
      )
    const made = (by: string) =>
      `insert into employees (id, username, display_name, role_id, created_by)
       values (${uuid(3)}, 'new', 'x', ${uuid(100)}, ${by});`
    expect(await seen(made(uuid(2)))).toEqual([[['003', '002', 'created']], null])
    expect(await seen(made('null'))).toEqual([null, ['003']])
    const code = (purpose: string, to: string) =>
      `insert into one_time_codes (employee_id, purpose, code_hash, given_to, expires_at)
       values (${uuid(1)}, '${purpose}', '', ${to}, now());`
    expect(await seen(code('reset', uuid(2)))).toEqual([[['001', '002', 'code']], null])
    expect(await seen(code('firstAdmin', 'null'))).toEqual([null, null])
    expect(await seen(confirmed(1, 'now()'))).toEqual([null, ['001']])
  })

  test('a code that was used stays used, and used when it was', async () => {
    const code = (used: string) =>
      aRole(100) +
      aPerson(1) +
      row('one_time_codes', {
        id: uuid(50),
        employee_id: uuid(1),
        purpose: `'firstAdmin'`,
        code_hash: `''`,
        expires_at: 'now()',
        used_at: used,
      })
    const set = (used: string) => `update one_time_codes set used_at = ${used} where id = ${uuid(50)}`
    const frozen = 'a code that was used stays used'
    expect(await trials.judged([code('null')], set('now()'))).toBe('done')
    expect(await trials.judged([code(ago('1 day'))], set('now()'))).toBe(frozen)
    expect(await trials.judged([code('now()')], set('null'))).toBe(frozen)
    expect(await trials.judged([code('now()')], set('now()'))).toBe('done')
  })
})

describe('that an account is its own person', () => {
  const manager = { permission: json({ employeeManagement: { isRead: true, isUpdate: true } }) }
  const reader = { permission: json({ employeeManagement: { isRead: true, isUpdate: false } }) }
  const roles = [
    aRole(100),
    aRole(101, manager),
    aRole(102, reader),
    aRole(103, { is_admin: true }),
    aRole(104, { permission: json({ employeeManagement: { isRead: false, isUpdate: true } }) }),
  ]
  const of = (n: number, role: number, columns: Parameters<typeof aPerson>[1] = {}) =>
    aPerson(n, { role_id: uuid(role), ...columns })
  const code = (columns: Parameters<typeof row>[1]) =>
    row('one_time_codes', {
      employee_id: uuid(1),
      purpose: `'reset'`,
      given_to: uuid(3),
      code_hash: `''`,
      expires_at: `now() + interval '1 second'`,
      ...columns,
    })
  const says = `insert into employee_confirmations (employee_id, confirmed_by)
    values (${uuid(1)}, ${uuid(2)})`

  test.each<[string, string[], 'done' | 'fourEyes']>([
    ['a manager', [of(1, 100), of(2, 101)], 'done'],
    ['an admin', [of(1, 100), of(2, 103)], 'done'],
    ['who only reads people', [of(1, 100), of(2, 102)], 'fourEyes'],
    ['who only changes people', [of(1, 100), of(2, 104)], 'fourEyes'],
    ['an admin who is a seller', [of(1, 100), of(2, 103, { type: `'seller'` })], 'fourEyes'],
    ['an admin who is locked', [of(1, 100), of(2, 103, { state: `'locked'` })], 'fourEyes'],
    ['an admin who has left', [of(1, 100), of(2, 103, { state: `'left'` })], 'fourEyes'],
    ['a manager who made it', [of(1, 100), of(2, 101), aLink(1, 2)], 'fourEyes'],
    ['a manager who made who made it', [of(1, 100), of(2, 101), aLink(1, 3), aLink(3, 2)], 'fourEyes'],
    ['a manager, where another made it', [of(1, 100), of(2, 101), aLink(1, 3)], 'done'],
    ['a manager, of who is locked', [of(1, 100, { state: `'locked'` }), of(2, 101)], 'fourEyes'],
    ['a manager, of who has no password', [of(1, 100, { password_hash: null }), of(2, 101)], 'fourEyes'],
    ['a manager, while a code is open', [of(1, 100), of(2, 101), code({})], 'fourEyes'],
    ['a manager, after the code', [of(1, 100), of(2, 101), code({ expires_at: 'now()' })], 'done'],
    ['a manager, with the code used', [of(1, 100), of(2, 101), code({ used_at: 'now()' })], 'done'],
    [
      'a manager, while another has a code',
      [of(1, 100), of(2, 101), code({ employee_id: uuid(4) })],
      'done',
    ],
  ])('is said by %s', async (_, setUp, expected) => {
    expect(await trials.judged([...roles, aPerson(3), aPerson(4), ...setUp], says)).toBe(expected)
  })

  test('all administrators there are must have been told of a link', async () => {
    const told = (columns: Parameters<typeof row>[1]) =>
      trials.judged(
        [
          ...roles,
          aPerson(1),
          of(2, 103),
          of(3, 103),
          of(4, 103, { state: `'locked'` }),
          of(5, 103, { type: `'agent'` }),
          of(6, 101),
          row('employee_links', { id: 900, employee_id: uuid(1), linked_to: uuid(2), why: `'code'` }),
          row('notifications', {
            id: uuid(60),
            code: `'account.code_handed'`,
            severity: `'critical'`,
            title: `'{}'`,
            body: `'{}'`,
            audience: `'employees'`,
            entity: `'employee'`,
            entity_id: `outside_id('emp', ${uuid(1)})`,
            employee_ids: `array[${uuid(2)}, ${uuid(3)}]::uuid[]`,
            event_id: 1,
            ...columns,
          }),
        ],
        `insert into employee_link_tellings (link_id, notification_id) values (900, ${uuid(60)})`,
      )
    expect(await told({})).toBe('done')
    for (const wrong of [
      { code: `'account.made'` },
      { severity: `'warn'` },
      { audience: `'all'` },
      { entity_id: `outside_id('emp', ${uuid(2)})` },
      { employee_ids: `array[${uuid(2)}, ${uuid(6)}]::uuid[]` },
    ])
      expect(await told(wrong), JSON.stringify(wrong)).toBe('tellingMissing')
  })

  describe('nobody said it', () => {
    const day = ago('24 hours')
    const early = ago('23:59:59')
    const told = (at: string) =>
      row('employee_link_tellings', { link_id: 900, notification_id: uuid(60), told_at: at })
    const link = (at: string) =>
      row('employee_links', { id: 900, employee_id: uuid(1), linked_to: uuid(2), why: `'created'`, at })
    const ripe = { otp_confirmed_at: day }
    const owner = of(2, 103)
    const base = [...roles, owner, link(day), told(day)]

    test.each<[string, string[], number[]]>([
      ['a day after all of it', [...base, of(1, 100, ripe)], [1]],
      ['less than a day after the link', [...roles, owner, link(early), told(day), of(1, 100, ripe)], []],
      [
        'less than a day after the telling',
        [...roles, owner, link(day), told(early), of(1, 100, ripe)],
        [],
      ],
      ['nobody told', [...roles, owner, link(day), of(1, 100, ripe)], []],
      ['one of two links untold', [...base, aLink(1, 3, 'created', day), of(1, 100, ripe)], []],
      ['less than a day after the authenticator', [...base, of(1, 100, { otp_confirmed_at: early })], []],
      ['no authenticator', [...base, of(1, 100)], []],
      ['no password', [...base, of(1, 100, { ...ripe, password_hash: null })], []],
      ['the account locked', [...base, of(1, 100, { ...ripe, state: `'locked'` })], []],
      ['a manager there', [...base, of(1, 100, ripe), of(3, 101)], []],
      ['another admin there', [...base, of(1, 100, ripe), of(3, 103)], []],
      ['only a reader there', [...base, of(1, 100, ripe), of(3, 102)], [1]],
      ['only a seller there', [...base, of(1, 100, ripe), of(3, 103, { type: `'seller'` })], [1]],
      [
        'a manager away for less than thirty days',
        [...base, of(1, 100, ripe), of(3, 101, { state: `'locked'`, state_at: ago('29 days 23:59:59') })],
        [],
      ],
      [
        'a manager away for thirty days',
        [...base, of(1, 100, ripe), of(3, 101, { state: `'locked'`, state_at: ago('30 days') })],
        [1],
      ],
      ['a manager whom the same owner made', [...base, of(1, 100, ripe), of(3, 101), aLink(3, 2)], [1]],
      [
        'a manager by whose phone it looks like one',
        [...base, of(1, 100, { ...ripe, phone: `'0811'` }), of(3, 101, { phone: `'0811'` })],
        [],
      ],
      [
        'a manager whose code it was handed',
        [...base, of(1, 100, ripe), of(3, 101), aLink(3, 4), aPerson(4), aLink(4, 1)],
        [1],
      ],
    ])('and %s', async (_, setUp, ripened) => {
      const asked = `select array(select right(r::text, 3)::integer from ripen_accounts() r)`
      expect(await trials.answer(setUp, asked)).toEqual(ripened)
    })
  })
})
