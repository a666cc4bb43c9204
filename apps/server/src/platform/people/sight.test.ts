import type { Subject } from '@khlang/contract/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  actorOf,
  anApproval,
  idOf,
  json,
  openTrials,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import { mayCall, type Actor } from './actor.ts'
import {
  assertBrand,
  seesBalances,
  seesBrand,
  seesSubject,
  visibleApproval,
  visibleMember,
  visibleTo,
  visibleView,
} from './visibility.ts'

// Who sees which row: each row differs from one that is seen in one thing.
import { view, world } from './sight.fixture.ts'

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

describe('a row behind a path is seen', () => {
  const all: readonly (readonly [Subject | 'bankAccount', number])[] = [
    ['member', 31],
    ['member', 32],
    ['member', 33],
    ['deposit', 41],
    ['deposit', 42],
    ['deposit', 43],
    ['withdrawal', 51],
    ['withdrawal', 52],
    ['statementLine', 61],
    ['bankAccount', 60],
    ['employee', 1],
    ['employee', 2],
    ['role', 100],
    ['group', 62],
    ['listView', 71],
    ['listView', 72],
    ['export', 81],
    ['export', 82],
    ['approval', 501],
    ['approval', 502],
    ['session', 91],
    ['session', 92],
    ['session', 93],
  ]
  const rights = { memberManagement: ['isRead', 'isUpdate'] } as const
  const own = ['employee 1', 'listView 71', 'export 81', 'approval 501', 'session 91']
  const brand = ['statementLine 61', 'bankAccount 60', 'employee 2', 'role 100', 'group 62']
  const members = [31, 32, 33].map((n) => `member ${n}`)
  const money = ['deposit 41', 'deposit 42', 'deposit 43', 'withdrawal 51', 'withdrawal 52']
  const machine = { kind: 'machine', id: 'k', name: 'k', subjectId: 's', address: '' } as const
  test.each<[string, Actor, string[]]>([
    ['staff', actorOf(1), [...own, ...brand, ...members, ...money]],
    ['staff with rights', actorOf(1, { rights }), [...own, ...brand, ...members, ...money, 'approval 502']],
    [
      'a seller, whatever their rights',
      actorOf(1, { rights, isAdmin: true, type: 'seller' }),
      [...own, 'member 31', 'deposit 41', 'withdrawal 51'],
    ],
    ['an agent, whatever their rights', actorOf(1, { rights, isAdmin: true, type: 'agent' }), own],
    ['a machine', { ...machine, keyKind: 'device' }, [...brand, ...members, ...money, 'employee 1']],
    ['a stranger', { kind: 'stranger', address: '', device: '' }, []],
  ])('by %s', async (_, actor, expected) => {
    const seen = await trials.asked(world, async (tx) => {
      const found: string[] = []
      for (const [subject, n] of all)
        if (await seesSubject(tx, actor, subject, idOf(n))) found.push(`${subject} ${n}`)
      return found
    })
    expect(seen.toSorted()).toEqual(expected.toSorted())
  })

  test('only where it is: nobody sees what is not there', async () => {
    const found = await trials.asked(world, async (tx) => {
      const answers: boolean[] = []
      for (const [subject] of all)
        answers.push(await seesSubject(tx, actorOf(1, { isAdmin: true }), subject, idOf(999)))
      return answers
    })
    expect(found).toEqual(all.map(() => false))
  })

  test('the brand’s own things: the house and its machines, and nobody else', () => {
    const asked: readonly (readonly [Actor, boolean])[] = [
      [actorOf(1), true],
      [{ ...machine, keyKind: 'device' }, true],
      [actorOf(1, { type: 'seller', isAdmin: true }), false],
      [actorOf(1, { type: 'agent', isAdmin: true }), false],
      [{ kind: 'stranger', address: '', device: '' }, false],
    ]
    for (const [actor, sees] of asked) {
      expect(seesBrand(actor)).toBe(sees)
      if (sees) assertBrand(actor)
      else expect(() => assertBrand(actor)).toThrow('forbidden')
    }
  })

  test('balances of our own accounts: who is an admin or may, and is of the house', () => {
    const may = { abilities: { seeOwnBalances: true } }
    expect(
      [
        {},
        may,
        { isAdmin: true },
        { ...may, type: 'seller' as const },
        { isAdmin: true, type: 'agent' as const },
      ].map((given) => seesBalances(actorOf(1, given))),
    ).toEqual([false, true, true, false, false])
  })

  test('calls for admins are theirs alone, those of machines are nobody’s who signed in', () => {
    const people = [actorOf(1, { rights }), actorOf(1, { isAdmin: true })]
    const answers = (['admin', 'signature', 'token'] as const).map((requires) =>
      people.map((actor) => mayCall(actor, requires)),
    )
    expect(answers).toEqual([
      [false, true],
      [false, false],
      [true, true],
    ])
  })

  test('members in lists, by their own row or by another that names them', async () => {
    const seen = (type: 'staff' | 'seller' | 'agent') =>
      trials.asked(world, async (tx) => {
        const actor = actorOf(1, { type, isAdmin: true })
        const { rows } = await sql<{ n: number }>`
          select right(m.id::text, 3)::integer as n from members m where ${visibleTo(actor)}
           order by 1`.execute(tx)
        const named = await sql<{ n: number }>`select right(d.id::text, 3)::integer as n from deposits d
          where ${visibleMember(actor, sql.ref('d.member_id'))}
          order by 1`.execute(tx)
        return [rows, named.rows].map((each) => each.map(({ n }) => n))
      })
    expect(await seen('staff')).toEqual([
      [31, 32, 33],
      [41, 42, 43],
    ])
    expect(await seen('seller')).toEqual([[31], [41]])
    expect(await seen('agent')).toEqual([[], []])
  })
})

describe('saved views', () => {
  const role = (n: number) => ({ scope: `'role'`, role_id: uuid(n) })
  const views = [
    view(701, { owner_id: uuid(1) }),
    view(702, { owner_id: uuid(1), archived_at: 'now()' }),
    view(703, { owner_id: uuid(1), list: `'queue'` }),
    view(704, {}),
    view(705, role(100)),
    view(706, role(101)),
    view(707, { scope: `'everyone'` }),
    view(708, { scope: `'everyone'`, archived_at: 'now()' }),
    view(709, { scope: `'everyone'`, list: `'queue'` }),
    view(710, { ...role(100), list: `'queue'` }),
    view(711, { scope: `'everyone'`, list: `'unshared'` }),
    view(712, { ...role(101), owner_id: uuid(1) }),
  ]
  const seen = (actor: Actor) =>
    trials.asked(views, async (tx) => {
      const { rows } = await sql<{ n: number }>`
        select right(v.id::text, 3)::integer as n from list_views v where ${visibleView(actor)}
         order by 1`.execute(tx)
      return rows.map(({ n }) => n)
    })

  test('are one’s own, and others’ for one’s role and everyone on lists that one may open', async () => {
    const own = [701, 703, 712]
    expect(await seen(actorOf(1))).toEqual(own)
    const members = { rights: { memberManagement: ['isRead'] } } as const
    expect(await seen(actorOf(1, members))).toEqual([701, 703, 705, 707, 712])
    expect(await seen(actorOf(1, { ...members, role: 101 }))).toEqual([701, 703, 706, 707, 712])
    expect(await seen(actorOf(1, { ...members, type: 'seller' }))).toEqual(own)
    const queue = { rights: { pretransactionDepositWithdraw: ['isRead'] } } as const
    expect(await seen(actorOf(1, queue))).toEqual([701, 703, 709, 710, 712])
  })
})

test('requests are seen by who asked and by who holds every flag of their checkers', async () => {
  const needs = (flags: object) => ({ maker_id: uuid(2), checker_id: uuid(1), requires: json(flags) })
  const both = { memberManagement: { isRead: true, isUpdate: true } }
  const requests = [
    anApproval(501, { requires: json(both) }),
    anApproval(502, needs(both)),
    anApproval(503, needs({ ...both, dashboard: { isRead: true } })),
    anApproval(504, needs({ memberManagement: { isRead: true } })),
    anApproval(505, needs({ memberManagement: { isDelete: true } })),
  ]
  const seen = (given: Parameters<typeof actorOf>[1]) =>
    trials.asked(requests, async (tx) => {
      const { rows } = await sql<{ n: number }>`select right(a.id::text, 3)::integer as n from approvals a
        where ${visibleApproval(actorOf(1, given))}
          order by 1`.execute(tx)
      return rows.map(({ n }) => n)
    })
  const rights = { memberManagement: ['isRead', 'isUpdate'] } as const
  expect(await seen({})).toEqual([501])
  expect(await seen({ rights: { memberManagement: ['isRead'] } })).toEqual([501, 504])
  expect(await seen({ rights })).toEqual([501, 502, 504])
  expect(await seen({ isAdmin: true })).toEqual([501, 502, 503, 504, 505])
  expect(await seen({ rights, type: 'seller' })).toEqual([501])
})
