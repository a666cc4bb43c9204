import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Columns,
  aLink,
  anApproval,
  aPerson,
  aRole,
  json,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'

// What no statement does to people and their rights without the approval that says so (0010, 0021, 0022,
// 0030, 0034, 0036): each is refused with one thing about it wrong.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const ago = (span: string): string => `now() - interval '${span}'`
const admin = (n: number, columns: Columns = {}) => aPerson(n, { role_id: uuid(101), ...columns })
const roles = [aRole(100), aRole(101, { is_admin: true })]
/** An approval of what is done, and the same with one thing wrong about it. */
const approvals = (kind: string, document: object, wrong: readonly object[]) => [
  ...wrong.map((each) => ({ kind: `'${kind}'`, document: json({ ...document, ...each }) })),
  { kind: `'x'`, document: json(document) },
  { kind: `'${kind}'`, document: json(document), state: `'pending'`, checker_id: null, settled_at: null },
  { kind: `'${kind}'`, document: json(document), state: `'rejected'` },
]
const right = (kind: string, document: object): Columns => ({ kind: `'${kind}'`, document: json(document) })
const id = (n: number): string => uuid(n).replaceAll(`'`, '')

describe('one administrator remains', () => {
  const update = (set: string, table = 'employees', n = 1) =>
    `update ${table} set ${set} where id = ${uuid(n)}`

  test.each<[string, string[], string, string]>([
    ['locked', [admin(1), admin(2)], `state = 'locked'`, 'done'],
    ['the last locked', [admin(1), aPerson(2)], `state = 'locked'`, 'lastAdmin'],
    ['the last gone', [admin(1)], `state = 'left'`, 'lastAdmin'],
    [
      'the last but one who is locked',
      [admin(1), admin(2, { state: `'locked'` })],
      `state = 'left'`,
      'lastAdmin',
    ],
    ['the last but a seller', [admin(1), admin(2, { type: `'seller'` })], `state = 'left'`, 'lastAdmin'],
    ['somebody else while there is none', [aPerson(1)], `state = 'locked'`, 'done'],
    [
      'a locked admin gone while there is none',
      [admin(1, { state: `'locked'` })],
      `state = 'left'`,
      'done',
    ],
    ['the last renamed', [admin(1)], `display_name = 'other'`, 'done'],
  ])('%s', async (_, setUp, set, expected) => {
    expect(await trials.judged([...roles, ...setUp], update(set))).toBe(expected)
  })

  test('also where a role ceases to be one', async () => {
    const document = { roleId: id(101), permission: {}, isAdmin: false, abilities: { revealPii: false } }
    const abilities = { revealPii: false, exportData: false, seeOwnBalances: false }
    const approval = anApproval(500, right('roleChange', { ...document, abilities }))
    const set = update(`is_admin = false, approval_id = ${uuid(500)}`, 'roles', 101)
    const other = aRole(102, { is_admin: true })
    expect(await trials.judged([...roles, admin(1), aPerson(2), approval], set)).toBe('lastAdmin')
    const both = [...roles, other, admin(1), aPerson(2, { role_id: uuid(102) }), approval]
    expect(await trials.judged(both, set)).toBe('done')
  })
})

describe('without the approval that says so', () => {
  const missing = 'approvalMissing'
  /** The act under each approval: the first is right, the others are not. */
  async function judged(setUp: string[], kind: string, document: object, wrong: object[], act: string) {
    const under = (columns: Columns) => trials.judged([...setUp, anApproval(500, columns)], act)
    expect(await under(right(kind, document)), 'the right one').toBe('done')
    for (const each of approvals(kind, document, wrong))
      expect(await under(each), JSON.stringify(each)).toBe(missing)
  }
  const people = [...roles, admin(1), admin(2), aPerson(3, { otp_confirmed_at: ago('1 day') })]
  const person = (text: string) => `update employees set ${text} where id = ${uuid(3)}`
  const used = (column: string) => `${person(`${column} = ${uuid(500)}`)};`

  test('nobody gets another role', async () => {
    const document = { employeeId: id(3), roleId: id(101) }
    const act = person(`role_id = ${uuid(101)}, role_approval_id = ${uuid(500)}`)
    await judged(people, 'employeeRole', document, [{ employeeId: id(1) }, { roleId: id(100) }], act)
    const again = [...people, anApproval(500, right('employeeRole', document)), used('role_approval_id')]
    expect(await trials.judged(again, act)).toBe(missing)
  })

  test('no authenticator is taken off', async () => {
    const act = person(`otp_confirmed_at = null, otp_approval_id = ${uuid(500)}`)
    await judged(people, 'otpReset', { employeeId: id(3) }, [{ employeeId: id(1) }], act)
    const setUp = [
      ...people,
      anApproval(500, right('otpReset', { employeeId: id(3) })),
      used('otp_approval_id'),
    ]
    expect(await trials.judged(setUp, act)).toBe(missing)
  })

  test('nobody gets limits of their own, nor loses them', async () => {
    const document = { employeeId: id(3), approvalLimitMinor: 500, adjustmentPerDayMinor: null }
    const act = `update employees set approval_limit_minor = 500, limits_approval_id = ${uuid(500)}
      where id = ${uuid(3)}`
    const wrong = [{ employeeId: id(1) }, { approvalLimitMinor: 499 }, { adjustmentPerDayMinor: 1 }]
    await judged(people, 'employeeLimits', document, wrong, act)
    const setUp = [
      ...people,
      anApproval(500, right('employeeLimits', document)),
      used('limits_approval_id'),
    ]
    expect(await trials.judged(setUp, act)).toBe(missing)
    for (const column of ['approval_limit_minor', 'adjustment_per_day_minor']) {
      const limited = [...roles, admin(1), aPerson(3, { [column]: 500 })]
      for (const to of ['null', '501'])
        expect(
          await trials.judged(limited, `update employees set ${column} = ${to} where id = ${uuid(3)}`),
        ).toBe(missing)
    }
  })

  test('no role gets other rights, one of them or all', async () => {
    const abilities = {
      revealPii: true,
      exportData: true,
      seeOwnBalances: true,
      approvalLimitMinor: 500,
      adjustmentPerDayMinor: null,
    }
    const document = { roleId: id(100), permission: { a: 1 }, isAdmin: true, abilities }
    const act = `update roles set permission = '{"a": 1}', is_admin = true, reveal_pii = true,
        export_data = true, see_own_balances = true, approval_limit_minor = 500, approval_id = ${uuid(500)}
      where id = ${uuid(100)}`
    await judged(
      people,
      'roleChange',
      document,
      [
        { roleId: id(101) },
        { permission: { a: 2 } },
        { isAdmin: false },
        ...Object.entries({
          revealPii: false,
          exportData: false,
          seeOwnBalances: false,
          approvalLimitMinor: null,
          adjustmentPerDayMinor: 500,
        }).map(([name, value]) => ({ abilities: { ...abilities, [name]: value } })),
      ],
      act,
    )
    const setUp = [...people, anApproval(500, right('roleChange', document))]
    const served = [...setUp, `update roles set approval_id = ${uuid(500)} where id = ${uuid(100)};`]
    expect(await trials.judged(served, act)).toBe(missing)
    for (const set of [
      `permission = '{"a": 1}'`,
      'is_admin = true',
      'reveal_pii = true',
      'export_data = true',
      'see_own_balances = true',
      'approval_limit_minor = 500',
      'adjustment_per_day_minor = 500',
    ])
      expect(await trials.judged(people, `update roles set ${set} where id = ${uuid(100)}`), set).toBe(
        missing,
      )
    expect(await trials.judged(people, `update roles set version = 2 where id = ${uuid(100)}`)).toBe('done')
  })

  test('no role is called otherwise', async () => {
    const document = { roleId: id(100), roleName: 'new', description: 'what' }
    const act = `update roles set name = 'new', description = 'what', approval_id = ${uuid(500)}
      where id = ${uuid(100)}`
    const wrong = [{ roleId: id(101) }, { roleName: 'New' }, { description: '' }]
    await judged(people, 'roleChange', document, wrong, act)
    const served = `update roles set approval_id = ${uuid(500)} where id = ${uuid(100)};`
    const setUp = [...people, anApproval(500, right('roleChange', document)), served]
    expect(await trials.judged(setUp, act)).toBe(missing)
    for (const set of [`name = 'new'`, `description = 'what'`])
      expect(await trials.judged(people, `update roles set ${set} where id = ${uuid(100)}`)).toBe(missing)
  })

  test('no account is made of more rights than its maker has', async () => {
    const given = [
      aRole(100, { permission: json({ a: { isRead: true } }) }),
      aRole(101, { is_admin: true }),
      aRole(102, { permission: json({ a: { isRead: true, isUpdate: true } }) }),
    ]
    const made = (role: number, by: number) =>
      trials.judged(
        [...given, aPerson(1), admin(2)],
        aPerson(9, { role_id: uuid(role), created_by: uuid(by) }),
      )
    expect([await made(100, 1), await made(102, 1), await made(101, 1)]).toEqual(['done', missing, missing])
    expect([await made(102, 2), await made(101, 2)]).toEqual(['done', 'done'])
  })

  test('no chat group is told at another place', async () => {
    const group = row('chat_groups', {
      id: uuid(3),
      name: `'x'`,
      channel: `'telegram'`,
      target: `'-1'`,
      credential: `''`,
      events: `'{}'`,
      owner_id: uuid(1),
    })
    const act = `update chat_groups set agreed_place = 'telegram -1' where id = ${uuid(3)}`
    const under = (columns: Columns) =>
      trials.judged(
        [
          ...people,
          group,
          anApproval(500, {
            kind: `'groupPlace'`,
            entity: `'group'`,
            entity_id: `outside_id('grp', ${uuid(3)})`,
            document: json({ place: 'telegram -1' }),
            ...columns,
          }),
        ],
        act,
      )
    expect(await under({})).toBe('done')
    for (const wrong of [
      { kind: `'x'` },
      { entity: `'x'` },
      { entity: `'member'`, entity_id: `outside_id('mbr', ${uuid(3)})` },
      { entity_id: `outside_id('grp', ${uuid(4)})` },
      { document: json({ place: 'telegram -2' }) },
      { state: `'rejected'` },
    ])
      expect(await under(wrong), JSON.stringify(wrong)).toBe('fourEyes')
    const none = `update chat_groups set agreed_place = null where id = ${uuid(3)}`
    expect(await trials.judged([...people, group], none)).toBe('done')
    const place = await trials.answer(
      [],
      `select array[chat_place('a', 'b', null), chat_place('a', 'b', 'c')]`,
    )
    expect(place).toEqual(['a b', 'a b c'])
  })
})

test('a restored database is let go on by a request that was made since, once', async () => {
  const restored = (columns: Columns = {}) =>
    row('restores', { id: uuid(40), restored_to: ago('1 hour'), source: `'own'`, ...columns })
  const agreed = (columns: Columns = {}) =>
    anApproval(500, { ...right('restoredRelease', { restoreId: id(40) }), ...columns })
  const free = (...setUp: string[]) =>
    trials.judged(
      [...roles, aPerson(1), aPerson(2), ...setUp],
      `update restores set released_at = now(), approval_id = ${uuid(500)} where id = ${uuid(40)}`,
    )
  expect(await free(restored(), agreed())).toBe('done')
  expect(await free(restored(), agreed({ created_at: ago('1 second') }))).toBe('approvalMissing')
  expect(await free(restored(), agreed({ state: `'rejected'` }))).toBe('approvalMissing')
  const over = { released_at: 'now()', approval_id: uuid(501) }
  expect(await free(restored(over), agreed(), anApproval(501))).toBe('approvalMissing')
})

describe('a request is decided', () => {
  const pending = { state: `'pending'`, checker_id: null, settled_at: null }
  const settle = `update approvals set state = 'approved', checker_id = ${uuid(2)}, settled_at = now()
    where id = ${uuid(500)}`
  const reject = settle.replace('approved', 'rejected')
  const settled = (setUp: string[], columns: Columns = {}, act = settle) =>
    trials.judged([...roles, ...setUp, anApproval(500, { ...pending, ...columns })], act)

  test.each<[string, string[], string]>([
    ['somebody else', [aPerson(1), aPerson(2)], 'done'],
    ['who made the asker’s account', [aPerson(1), aPerson(2), aLink(1, 2)], 'fourEyes'],
    ['whose account the asker made', [aPerson(1), aPerson(2), aLink(2, 1)], 'fourEyes'],
    ['somebody locked', [aPerson(1), aPerson(2, { state: `'locked'` })], 'fourEyes'],
    ['somebody who left', [aPerson(1), aPerson(2, { state: `'left'` })], 'fourEyes'],
  ])('by %s', async (_, setUp, expected) => {
    expect(await settled(setUp)).toBe(expected)
    expect(await settled(setUp, {}, reject)).toBe(expected)
  })

  test('never approved by whom it is about, by whichever of their accounts', async () => {
    const about = (n: number) => ({ entity: `'employee'`, entity_id: `outside_id('emp', ${uuid(n)})` })
    const people = [aPerson(1), aPerson(2), aPerson(3), aPerson(4), aLink(3, 2)]
    expect(await settled(people, about(4))).toBe('done')
    expect(await settled(people, about(2))).toBe('fourEyes')
    expect(await settled(people, about(3))).toBe('fourEyes')
    // To refuse what is about oneself takes nobody else.
    expect(await settled(people, about(2), reject)).toBe('done')
    const member = { entity: `'member'`, entity_id: `outside_id('mbr', ${uuid(2)})` }
    expect(await settled(people, member)).toBe('done')
  })

  test('checked for the first time while it waits, in its time, by another active person', async () => {
    const check = (by: number) =>
      row('approval_checks', { approval_id: uuid(500), checker_id: uuid(by), comment: `''` })
    const people = [...roles, aPerson(1), aPerson(2), aPerson(3), aPerson(4), aLink(3, 1), aLink(4, 2)]
    const checked = (columns: Columns = {}, by = 2, before: string[] = []) =>
      trials.judged([...people, anApproval(500, { ...pending, ...columns }), ...before], check(by))
    expect(await checked()).toBe('done')
    const over = 'an approval is settled once'
    expect(await checked({ expires_at: 'now()' })).toBe(over)
    expect(await checked({ state: `'expired'`, settled_at: 'now()' })).toBe(over)
    expect([await checked({}, 1), await checked({}, 3)]).toEqual(['fourEyes', 'fourEyes'])
    expect([await checked({}, 2, [check(4)]), await checked({}, 4, [check(2)])]).toEqual([
      'fourEyes',
      'fourEyes',
    ])
    const locked = `update employees set state = 'locked' where id = ${uuid(2)};`
    expect(await checked({}, 2, [locked])).toBe('fourEyes')
  })

  test('where it takes two, once another active person has checked it, an admin among the two', async () => {
    const check = (by: number) =>
      row('approval_checks', { approval_id: uuid(500), checker_id: uuid(by), comment: `''` })
    const three = (first: string, second: string) => [aPerson(1), second, first, check(3)]
    const ended = (setUp: string[]) =>
      trials.judged(
        [...roles, anApproval(500, { ...pending, checkers_needed: 2, amount_minor: 1 }), ...setUp],
        settle,
      )
    expect(await ended(three(admin(3), aPerson(2)))).toBe('done')
    expect(await ended(three(aPerson(3), admin(2)))).toBe('done')
    expect(await ended(three(aPerson(3), aPerson(2)))).toBe('checkMissing')
    expect(await ended(three(admin(3, { state: `'locked'` }), aPerson(2)))).toBe('checkMissing')
    expect(await ended(three(aPerson(3, { state: `'left'` }), admin(2)))).toBe('checkMissing')
    expect(await ended([...three(admin(3), aPerson(2)), aLink(3, 2)])).toBe('checkMissing')
    expect(await ended([aPerson(1), admin(2)])).toBe('checkMissing')
  })

  describe('alone', () => {
    const held = (n: number, columns: Columns = {}) =>
      row('rights_held', { employee_id: uuid(n), is_admin: true, permission: `'{}'`, ...columns })
    const known = (n: number) => row('known_persons', { employee_id: uuid(n) })
    const only = [...roles, admin(1), held(1), known(1)]
    const asked = (columns: Columns = {}) =>
      anApproval(500, { is_sole_owner: true, checker_id: uuid(1), requires: json({ a: 1 }), ...columns })
    const flags = { is_admin: false, permission: json({ a: 1, b: 1 }) }

    test.each<[string, string[], Columns, string]>([
      ['the only administrator', only, {}, 'done'],
      ['one who is no administrator', [...roles, aPerson(1), held(1), known(1)], {}, 'notAlone'],
      ['one who is locked', [...roles, admin(1, { state: `'locked'` }), held(1), known(1)], {}, 'notAlone'],
      ['one not known as a person', [...roles, admin(1), held(1)], {}, 'notAlone'],
      ['one of two administrators', [...only, admin(2), held(2), known(2)], {}, 'notAlone'],
      ['one beside an unknown account', [...only, admin(2), held(2)], {}, 'done'],
      ['one beside who held the flags', [...only, aPerson(2), held(2, flags), known(2)], {}, 'notAlone'],
      [
        'one beside who held others',
        [...only, aPerson(2), held(2, { ...flags, permission: json({ b: 1 }) }), known(2)],
        {},
        'done',
      ],
      [
        'one who asked for it beside an admin who left',
        [...only, admin(2, { state: `'left'` }), known(2)],
        {},
        'done',
      ],
      [
        'one beside an admin of a lower limit',
        [...only, aPerson(2, { role_id: uuid(101), approval_limit_minor: 9 }), known(2)],
        { amount_minor: 10 },
        'done',
      ],
      [
        'one beside an admin of this limit',
        [...only, aPerson(2, { role_id: uuid(101), approval_limit_minor: 10 }), known(2)],
        { amount_minor: 10 },
        'notAlone',
      ],
      [
        'one beside an admin who is a seller',
        [...only, admin(2, { type: `'seller'` }), known(2)],
        {},
        'done',
      ],
      [
        'one about themselves',
        only,
        { entity: `'employee'`, entity_id: `outside_id('emp', ${uuid(1)})` },
        'done',
      ],
      ['one for another', [...only, aPerson(2)], { maker_id: uuid(2) }, 'notAlone'],
    ])('%s', async (_, setUp, columns, expected) => {
      expect(await trials.judged(setUp, asked(columns).replaceAll('overriding system value', ''))).toBe(
        expected,
      )
    })

    test('is an active administrator known as a person, by each of these', async () => {
      const ask = (setUp: string[]) =>
        trials.judged([...roles, held(1), ...setUp], `select assert_alone(${uuid(1)}, '{"a": 1}')`)
      expect(await ask([admin(1), known(1)])).toBe('done')
      expect(await ask([aPerson(1), known(1), admin(2)])).toBe('notAlone')
      expect(await ask([admin(1, { state: `'locked'` }), known(1)])).toBe('notAlone')
      expect(await ask([known(1), admin(2)])).toBe('notAlone')
      expect(await ask([admin(1), held(2), known(2)])).toBe('notAlone')
    })
  })
})

test('whoever held rights on the staff is remembered, also when a role gets them later', async () => {
  const seen = (statement: string) =>
    trials.answer(
      [
        ...roles,
        admin(1),
        aPerson(2),
        aPerson(3, { type: `'seller'` }),
        aPerson(4, { role_id: uuid(101), type: `'agent'` }),
        `alter table roles disable trigger guard_links_changed;
         alter table employees disable trigger guard_type;
         set local session_replication_role = 'origin'; ${statement};`,
      ],
      `select array(select right(employee_id::text, 1) || is_admin from rights_held order by 1)`,
    )
  const person = (set: string, n: number) => seen(`update employees set ${set} where id = ${uuid(n)}`)
  const role = (set: string, n: number) => seen(`update roles set ${set} where id = ${uuid(n)}`)
  expect(await person(`username = 'other'`, 2)).toEqual([])
  expect(await person(`type = 'seller'`, 2)).toEqual([])
  expect(await person(`type = 'staff'`, 3)).toEqual(['3false'])
  expect(await role(`permission = '{"a": 1}'`, 100)).toEqual(['2false'])
  expect(await role('is_admin = true', 100)).toEqual(['2true'])
  expect(await role('version = 7', 100)).toEqual([])
  const hired = `insert into employees (id, username, display_name, role_id)
    values (${uuid(9)}, 'x', 'x', ${uuid(101)})`
  expect(await seen(hired)).toEqual(['9true'])
})

describe('a picture', () => {
  const picture = (columns: Columns = {}) =>
    row('private_files', {
      id: uuid(70),
      kind: `'picture'`,
      purpose: `'accountChange'`,
      sha256: `decode(repeat('ab', 32), 'hex')`,
      bytes: 1,
      width: 1,
      height: 1,
      uploaded_by: uuid(1),
      created_at: ago('24 hours'),
      ...columns,
    })
  const evidence = { id: id(70), sha256: 'ab'.repeat(32) }
  const approval = (columns: Columns = {}) => anApproval(500, { document: json({ evidence }), ...columns })
  const set = (text: string) => `update private_files set ${text} where id = ${uuid(70)}`
  const attach = set(`entity = 'approval', entity_id = ${uuid(500)}, attached_at = now()`)
  const remove = set('removed_at = now()')
  const base = [...roles, aPerson(1), aPerson(2)]

  test.each<[string, string[], string, string]>([
    ['belongs to the request that names it', [picture(), approval()], attach, 'done'],
    [
      'belongs to nobody else’s',
      [picture(), approval({ maker_id: uuid(2), checker_id: uuid(1) })],
      attach,
      'fileNotNamed',
    ],
    [
      'belongs to none that names another',
      [picture(), approval({ document: json({ evidence: { ...evidence, id: id(71) } }) })],
      attach,
      'fileNotNamed',
    ],
    [
      'belongs to none of other bytes',
      [picture(), approval({ document: json({ evidence: { ...evidence, sha256: 'ac' } }) })],
      attach,
      'fileNotNamed',
    ],
    ['is removed a day after it came', [picture()], remove, 'done'],
    ['is kept for a day', [picture({ created_at: ago('23:59:59') })], remove, 'fileTooYoung'],
    [
      'that was removed stays so',
      [picture({ removed_at: ago('1 hour') }), approval()],
      attach,
      'fileFrozen',
    ],
    [
      'that belongs to a request stays there',
      [picture({ entity: `'approval'`, entity_id: uuid(501), attached_at: ago('1 hour') }), approval()],
      attach,
      'fileFrozen',
    ],
  ])('%s', async (_, setUp, act, expected) => {
    expect(await trials.judged([...base, ...setUp], act)).toBe(expected)
  })
})
