import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalKind } from '../../platform/approvals/approval-kinds.ts'
import {
  actorOf,
  aLink,
  anApproval,
  aPerson,
  aRole,
  idOf,
  json,
  openTrials,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import { employeeLimits, employeeRole, otpReset, roleChange } from './approval-kinds.ts'

// Whom a change concerns does not decide it; their other accounts are they.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const others = [aRole(100), aRole(102), aPerson(1), aPerson(2), aPerson(3, { role_id: uuid(102) })]
const ofPerson = { employeeRole, employeeLimits, otpReset }

async function concernsFirst(
  kind: ApprovalKind,
  document: object,
  more: readonly string[],
): Promise<boolean> {
  const setUp = [...others, anApproval(500, { document: json(document) }), ...more]
  const concerned = kind.concerns?.(actorOf(1)) ?? sql`null`
  return trials.asked(setUp, async (tx) => {
    const found = sql<{ is: boolean }>`select ${concerned} as is from approvals a where a.id = ${idOf(500)}`
    return (await found.execute(tx)).rows[0]?.is === true
  })
}

describe.each(Object.entries(ofPerson))('%s concerns', (_, kind) => {
  test.each([
    ['the person it names', 1, [], true],
    ['who has another account that it names', 2, [aLink(2, 1)], true],
    ['nobody beside them', 2, [], false],
  ] as const)('%s', async (__, named, more, is) => {
    expect(await concernsFirst(kind, { employeeId: idOf(named) }, more)).toBe(is)
  })
})

describe('a change of a role concerns', () => {
  test.each([
    ['who holds it', 100, [], true],
    ['who holds it by another account', 102, [aLink(3, 1)], true],
    ['nobody who holds another', 102, [], false],
  ] as const)('%s', async (_, role, more, is) => {
    expect(await concernsFirst(roleChange, { roleId: idOf(role) }, more)).toBe(is)
  })
})
