import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantOldRows } from '../../testing/old-rows.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { withNames } from './names.ts'
import { sealActivity } from './seal.ts'
import { wholeFile } from '../../testing/exported.ts'

let world: MoneyOutWorld
let auditor: Person
let anna: Person
let ben: Person

const seal = async () => {
  const { db, secrets, now } = world.server.services
  await sealActivity(db, secrets, now())
}
const nobody = '019aa111-2222-7333-8444-555566667777'

beforeAll(async () => {
  world = await createMoneyOutWorld()
  auditor = await world.server.person({
    permissions: { adminLog: ['isRead'] },
    abilities: { exportData: true },
    hasStepUp: true,
  })
  anna = await world.cashier()
  ben = await world.cashier()
})
afterAll(() => world.stop())

/** A withdrawal under review: the first of a new member. */
async function asked(amountMinor: number) {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  const id = (await world.withdraw(member, amountMinor)).body.data?.id ?? ''
  const { rows } = await world.server.services.pool.query<{ username: string }>(
    'select username from members where id = $1',
    [member.id],
  )
  return { member, id, username: rows[0]?.username ?? '', reference: (await world.row(id)).reference }
}
const newest = async (filter: object) => {
  await seal()
  return (await auditor.call('activityLogs.list', filter)).records[0]
}

describe('the name of the thing', () => {
  test('finds what was done about it, as the screens write it', async () => {
    const { username, reference, id } = await asked(20_000)
    expect(await newest({ entityId: reference })).toMatchObject({ entityId: id })
    expect(await newest({ entityId: reference?.toLowerCase() })).toMatchObject({ entityId: id })
    expect(await newest({ entityId: `${username}x` })).toBeUndefined()
    await auditor.call('activityLogs.list', { entityId: anna.username })
    const about = { actor_kind: 'system', entity: 'employee', entity_id: anna.id, action: 'told' }
    await plantOldRows(world.server.database, [about])
    expect(await newest({ entityId: anna.username })).toMatchObject({ action: 'told' })
  })

  test('stands in every row that is about something with a name, in the list and in the file', async () => {
    const { db } = world.server.services
    const { member, id, username, reference } = await asked(20_000)
    const role = await db.selectFrom('roles').select(['id', 'name']).executeTakeFirstOrThrow()
    const group = await db
      .insertInto('chat_groups')
      .values({
        name: 'Night shift',
        channel: 'line',
        target: 'C1',
        credential: Buffer.from('x'),
        events: ['deposit.large'],
        owner_id: anna.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const view = await db
      .insertInto('list_views')
      .values({ list: 'members', name: 'Big ones', owner_id: anna.id, scope: 'everyone', filters: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const bank = await db.selectFrom('bank_accounts').select(['id', 'label']).executeTakeFirstOrThrow()
    const about: [entity: string, id: string | null, name: string | null][] = [
      ['member', member.outside, username],
      ['member', member.id, username],
      ['employee', encodeId('employee', anna.id), anna.username],
      ['session', anna.id, anna.username],
      ['withdrawal', id, reference],
      ['role', encodeId('role', role.id), role.name],
      ['group', encodeId('group', group.id), 'Night shift'],
      ['bankAccount', encodeId('bankAccount', bank.id), bank.label],
      ['listView', encodeId('listView', view.id), 'Big ones'],
      ['member', encodeId('member', nobody), null],
      ['statementLine', encodeId('statementLine', nobody), null],
      ['export', 'members', null],
      ['member', null, null],
    ]
    const row = { actor_kind: 'employee', actor_id: anna.id, action: 'told', request_id: 'names-1' }
    await plantOldRows(
      world.server.database,
      about.map(([entity, entity_id]) => ({ ...row, entity, entity_id })),
    )
    await seal()
    const { records } = await auditor.call('activityLogs.list', { requestId: 'names-1' })
    expect(records.map((each) => each.entityName).toReversed()).toEqual(about.map(([, , name]) => name))
    const file = { format: 'csv' as const, requestId: 'names-1', columns: ['what' as const] }
    const { base64 } = await wholeFile(auditor.call('activityLogs.exportList', file))
    const text = Buffer.from(base64, 'base64').toString('utf8')
    for (const [, , name] of about) expect(text).toContain(name ?? '')
    expect(text).toContain(`,${username},${member.outside}`)
  })

  test('is looked up with one statement for each kind, however long the page', async () => {
    const members = await Promise.all([0, 1, 2].map(() => world.factory.member()))
    let statements = 0
    const counting = world.server.services.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const actor = { kind: 'employee', type: 'staff', id: anna.id } as EmployeeActor
    const rows = members.flatMap(({ outside }) => [
      { entity: 'member', entityId: outside },
      { entity: 'employee', entityId: anna.id },
      { entity: 'session', entityId: ben.id },
    ])
    const named = await withNames(counting, actor, rows)
    expect(named.every(({ entityName }) => entityName !== null)).toBe(true)
    expect(statements).toBe(2)
  })

  test('of a member out of sight is not told, also in one’s own log', async () => {
    const seller = await world.server.person({ type: 'seller' })
    const { member } = await asked(20_000)
    await world.server.services.db
      .insertInto('activity_log')
      .values(
        ['member', 'employee'].map((entity) => ({
          actor_kind: 'employee',
          actor_id: seller.id,
          action: 'tried',
          entity,
          entity_id: entity === 'member' ? member.outside : encodeId('employee', seller.id),
        })),
      )
      .execute()
    await seal()
    const { records } = await seller.call('activityLogs.mine', {})
    expect(records.map(({ entity, entityName }) => [entity, entityName])).toEqual([
      ['employee', seller.username],
      ['member', null],
    ])
  })
})

describe('a decision', () => {
  test('on a withdrawal tells whose money and how much', async () => {
    const { id, username, reference } = await asked(20_000)
    await anna.call('preTransactions.approve', { id, version: 1 }, { idempotencyKey: key() })
    expect(await newest({ entityId: id, actions: ['approve'] })).toMatchObject({
      entityName: reference,
      detail: { amountMinor: 20_000, reference, username },
    })
  })

  test('on a request tells what was asked for, why and about whom', async () => {
    const { member, username } = await asked(20_000)
    const request = {
      memberId: member.outside,
      amountMinor: 600_000,
      kind: 'goodwill',
      reasonCode: 'compensation',
      remarkStaff: 'for the trouble',
    } as const
    const give = () => anna.call('preTransactions.createDeposit', request, { idempotencyKey: key() })
    const told = { amountMinor: 600_000, entityName: username, askedReason: 'for the trouble' }
    const { approvalId } = await give()
    await decideAs(ben, approvalId, false)
    const rejected = await newest({ entityId: member.outside, actions: ['manualCreditRejected'] })
    expect(rejected).toMatchObject({ entityName: username, detail: { ...told, approvalId } })
    const again = await give()
    await anna.call('approvals.cancel', { id: again.approvalId ?? '' }, { idempotencyKey: key() })
    const withdrawn = await newest({ entityId: member.outside, actions: ['manualCreditWithdrawn'] })
    expect(withdrawn).toMatchObject({ detail: { ...told, approvalId: again.approvalId } })
  })
})
