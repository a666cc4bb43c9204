import { resources, type Resource } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf, aPerson, aRole, idOf, openTrials, type Trials } from '../../testing/world/trials.ts'
import { aliveRights, Hearing } from '../people/live-rights.ts'
import { ended, session, world } from '../people/sight.fixture.ts'
import { ownersOf } from '../people/visibility.ts'

// Who hears that a row changed: whoever may read it, and no one else.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

describe('news', () => {
  const id = encodeId
  const events = [
    ...(
      [
        ['deposit', 41],
        ['withdrawal', 51],
        ['statementLine', 61],
        ['bankAccount', 60],
        ['member', 31],
        ['employee', 2],
        ['role', 101],
        ['export', 82],
        ['group', 62],
      ] as const
    ).map(([topic, n]) => ({ topic, id: id(topic, idOf(n)), version: 1 })),
    { topic: 'message', id: id('message', idOf(7)), version: 1 },
    { topic: 'transfer', id: 'trf_1', version: 1 },
    { topic: 'notification', id: '', version: 1 },
    { topic: 'approval', id: id('approval', idOf(502)), version: 1 },
    { topic: 'unheard of', id: 'x', version: 1 },
  ]
  const own = [
    { topic: 'employee', id: id('employee', idOf(1)), version: 1 },
    { topic: 'role', id: id('role', idOf(100)), version: 1 },
    { topic: 'export', id: id('export', idOf(81)), version: 1 },
    { topic: 'approval', id: id('approval', idOf(501)), version: 1 },
  ]
  const heard = (given: Parameters<typeof actorOf>[1], of = events) =>
    trials.asked(world, async (tx) => {
      const told = await new Hearing(tx, of).of(actorOf(1, given))
      return told.map(({ topic }) => topic).toSorted()
    })
  const house = ['group', 'notification']
  const heardOf: { readonly [R in Resource]?: readonly string[] } = {
    pretransactionDepositWithdraw: ['bankAccount', 'deposit', 'statementLine', 'withdrawal'],
    pretransactionRequest: ['deposit', 'withdrawal'],
    pretransactionNotMatch: ['message', 'statementLine'],
    memberManagement: ['deposit', 'member', 'withdrawal'],
    creditTransaction: ['transfer', 'withdrawal'],
    paymentAuto: ['bankAccount'],
    employeeManagement: ['employee', 'role'],
    roleManagement: ['role'],
  }

  test('are heard by staff by the rights that let them read the row, and by no other', async () => {
    for (const resource of resources) {
      const expected = [...house, ...(heardOf[resource] ?? [])].toSorted()
      expect(await heard({ rights: { [resource]: ['isRead'] } }), resource).toEqual(expected)
      const changes = { rights: { [resource]: ['isCreate', 'isUpdate', 'isDelete'] } } as const
      expect(await heard(changes), resource).toEqual(house)
    }
    expect(await heard({ rights: { memberManagement: ['isRead', 'isUpdate'] } })).toContain('approval')
  })

  test('of oneself are heard by everybody', async () => {
    const all = ['approval', 'employee', 'export', 'role']
    for (const type of ['staff', 'seller', 'agent'] as const)
      expect(await heard({ type }, own), type).toEqual(all)
  })

  test('of the second look at a withdrawal reach who may read requests', async () => {
    const look = [{ topic: 'approval', id: id('withdrawal', idOf(52)), version: 1 }]
    for (const resource of resources) {
      const may = ['pretransactionDepositWithdraw', 'pretransactionRequest', 'memberManagement'].includes(
        resource,
      )
      expect(await heard({ rights: { [resource]: ['isRead'] } }, look)).toEqual(may ? ['approval'] : [])
    }
    expect(await heard({ isAdmin: true, type: 'seller' }, look)).toEqual([])
  })

  test('of a seller’s own members reach that seller, where they may read them', async () => {
    const of = (n: number) => [
      { topic: 'member', id: id('member', idOf(30 + n)), version: 1 },
      { topic: 'deposit', id: id('deposit', idOf(40 + n)), version: 1 },
      { topic: 'withdrawal', id: id('withdrawal', idOf(50 + n)), version: 1 },
    ]
    const rights = { memberManagement: ['isRead'] } as const
    expect(await heard({ type: 'seller', rights }, of(1))).toEqual(['deposit', 'member', 'withdrawal'])
    expect(await heard({ type: 'seller', rights: { pretransactionRequest: ['isRead'] } }, of(1))).toEqual([
      'deposit',
      'withdrawal',
    ])
    expect(await heard({ type: 'seller' }, of(1))).toEqual([])
    expect(await heard({ type: 'seller', rights }, of(2))).toEqual([])
    // One alone, and one that nobody owns.
    expect(await heard({ type: 'seller', rights }, of(1).slice(0, 1))).toEqual(['member'])
    const group = events.filter(({ topic }) => topic === 'group')
    expect(await heard({ type: 'seller', rights }, group)).toEqual([])
  })

  test('belong to whom the row does', async () => {
    const things = [
      ...events,
      ...own,
      { topic: 'member', id: id('member', idOf(33)) },
      { topic: 'member', id: 'dep_x' },
    ]
    const owners = await trials.asked(world, (tx) => ownersOf(tx, things))
    expect([...owners].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(
      [
        [id('approval', idOf(501)), idOf(1)],
        [id('approval', idOf(502)), idOf(2)],
        [id('deposit', idOf(41)), idOf(1)],
        [id('export', idOf(81)), idOf(1)],
        [id('export', idOf(82)), idOf(2)],
        [id('member', idOf(31)), idOf(1)],
        [id('withdrawal', idOf(51)), idOf(1)],
      ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
  })

  test.each<[string, boolean, string[]]>([
    ['open', true, [session(1, 1), aPerson(1)]],
    ['ended', false, [session(1, 1, ended), aPerson(1)]],
    ['idle too long', false, [session(1, 1, { idle_ends_at: 'now()' }), aPerson(1)]],
    ['too old', false, [session(1, 1, { expires_at: 'now()' }), aPerson(1)]],
    ['of somebody locked', false, [session(1, 1), aPerson(1, { state: `'locked'` })]],
    ['from its network', true, [session(1, 1), aPerson(1, { addresses: `'{10.1.2.0/24}'` })]],
    ['from elsewhere', false, [session(1, 1), aPerson(1, { addresses: `'{10.1.3.0/24}'` })]],
  ])('go on in a session that is %s: %s', async (_, goesOn, setUp) => {
    const alive = await trials.asked([aRole(100, { version: 7 }), ...setUp], (tx) =>
      aliveRights(tx, [actorOf(1)]),
    )
    expect([...alive]).toEqual(goesOn ? [[`${idOf(1)} 10.1.2.3`, `${idOf(100)}:7`]] : [])
  })
})
