import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineApproval, type ApprovalNeeds } from '../../platform/approvals/approval-kinds.ts'
import {
  type Columns,
  actorOf,
  aLink,
  anApproval,
  aPerson,
  aRole,
  idOf,
  json,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import { countApprovals, findApproval } from './queries.ts'

// What stands in a checker's list: each request differs from one that may be decided in one thing.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const requires = { memberManagement: ['isRead'] } as const
const kindOf = (kind: string, needs: Partial<ApprovalNeeds> = {}) =>
  defineApproval({
    kind,
    requires,
    ...needs,
    document: z.looseObject({}),
    before: z.null(),
    subject: () => ({ entity: 'member', id: '' }),
    differences: async () => [],
    execute: async () => {},
  })
const kinds = {
  plain: kindOf('plain'),
  more: kindOf('more', { alsoNeeds: { dashboard: ['isRead'] } }),
  about: kindOf('about', {
    concerns: (actor) => sql<boolean>`a.document ->> 'who' = ${actor.username}`,
  }),
}
const pending: Columns = {
  kind: `'plain'`,
  maker_id: uuid(2),
  state: `'pending'`,
  checker_id: null,
  settled_at: null,
  requires: json({ memberManagement: { isRead: true } }),
  expires_at: `now() + interval '1 second'`,
}
const checked = (by: number) =>
  row('approval_checks', { approval_id: uuid(500), checker_id: uuid(by), comment: `''` })
const people = [
  aRole(100),
  aRole(101, { is_admin: true }),
  aPerson(1),
  aPerson(2),
  aPerson(3),
  aPerson(4, { role_id: uuid(101) }),
]
const rights = requires

describe('a request that waits may be decided', () => {
  const two = { checkers_needed: 2 }
  test.each<[string, boolean, Columns, string[], Parameters<typeof actorOf>[1]?]>([
    ['by who holds its flags', true, {}, []],
    ['by an admin', true, {}, [], { isAdmin: true }],
    ['not without its flags', false, {}, [], { rights: { dashboard: ['isRead'] } }],
    ['not by who asked', false, { maker_id: uuid(1) }, []],
    ['not by another account of who asked', false, {}, [aLink(1, 2)]],
    ['not by who checked it before', false, two, [checked(1)]],
    ['not by another account of who checked it', false, two, [checked(3), aLink(3, 1)]],
    ['not when its time is over', false, { expires_at: 'now()' }, []],
    ['not by who asked, when its time is over', false, { expires_at: 'now()', maker_id: uuid(1) }, []],
    ['not when it was taken back', false, { state: `'withdrawn'`, settled_at: 'now()' }, []],
    ['not of a kind that nobody knows', false, { kind: `'unknown'` }, []],
    [
      'up to one’s limit',
      true,
      { amount_minor: 100 },
      [],
      { rights, abilities: { approvalLimitMinor: 100 } },
    ],
    [
      'not above one’s limit',
      false,
      { amount_minor: 101 },
      [],
      { rights, abilities: { approvalLimitMinor: 100 } },
    ],
    [
      'without an amount, whatever the limit',
      true,
      {},
      [],
      { rights, abilities: { approvalLimitMinor: 0 } },
    ],
    ['by the first of two, no admin', true, two, []],
    ['by the second, no admin, after an admin', true, two, [checked(4)]],
    ['not by the second, no admin, after no admin', false, two, [checked(3)]],
    ['by the second, an admin, after no admin', true, two, [checked(3)], { isAdmin: true }],
    ['not without what its kind asks for besides', false, { kind: `'more'` }, []],
    [
      'with what its kind asks for besides',
      true,
      { kind: `'more'` },
      [],
      { rights: { ...requires, dashboard: ['isRead'] } },
    ],
    ['not by whom it is about', false, { kind: `'about'`, document: json({ who: 'p1' }) }, []],
    ['where it is about another', true, { kind: `'about'`, document: json({ who: 'p2' }) }, []],
    ['by whom a request of another kind names', true, { document: json({ who: 'p1' }) }, []],
  ])('%s', async (_, may, columns, more, given = { rights }) => {
    const reading = { kinds, actor: actorOf(1, given) }
    const setUp = [...people, anApproval(500, { ...pending, ...columns }), ...more]
    const [found, count] = await trials.asked(
      setUp,
      async (tx) =>
        [await findApproval(tx, reading, idOf(500)), await countApprovals(tx, reading)] as const,
    )
    const isOwn = columns['maker_id'] === uuid(1) && columns['expires_at'] === undefined
    expect(found?.mayDecide ?? false).toBe(may)
    expect(count).toEqual({ toSettle: may ? 1 : 0, own: isOwn ? 1 : 0 })
    if (columns['expires_at'] !== undefined) expect(found?.state).toBe('expired')
  })

  test('what proves it is seen by who asked and who may decide its kind, decided or not', async () => {
    const looks = async (columns: Columns, given: Parameters<typeof actorOf>[1] = { rights }) => {
      const setUp = [...people, anApproval(500, { ...pending, ...columns })]
      const found = await trials.asked(setUp, (tx) =>
        findApproval(tx, { kinds, actor: actorOf(1, given) }, idOf(500)),
      )
      return found?.mayLook ?? false
    }
    const settled = { state: `'approved'`, checker_id: uuid(3), settled_at: 'now()' }
    expect(await looks({})).toBe(true)
    expect(await looks(settled)).toBe(true)
    expect(await looks({}, {})).toBe(false)
    expect(await looks({ maker_id: uuid(1) }, {})).toBe(true)
    expect(await looks({ kind: `'more'` })).toBe(false)
    expect(await looks({ kind: `'about'`, document: json({ who: 'p1' }) })).toBe(false)
    expect(await looks({ kind: `'about'`, document: json({ who: 'p1' }), maker_id: uuid(1) })).toBe(true)
    expect(await looks({ kind: `'about'`, document: json({ who: 'p2' }) })).toBe(true)
    expect(await looks({ document: json({ who: 'p1' }) })).toBe(true)
  })
})
