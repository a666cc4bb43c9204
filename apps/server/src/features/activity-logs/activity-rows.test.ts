import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeFile } from '../../testing/exported.ts'
import { plantOldRows } from '../../testing/old-rows.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { sealActivity } from './seal.ts'

let server: TestServer
let auditor: Person

const seal = async () => {
  const { db, secrets, now } = server.services
  await sealActivity(db, secrets, now())
}

beforeAll(async () => {
  server = await startTestServer()
  auditor = await server.person({ permissions: { adminLog: ['isRead'] } })
})
afterAll(() => server.stop())

describe('a row', () => {
  test('things and approvals have the ids by which their pages know them', async () => {
    const memberId = '019aa111-2222-7333-8444-555566667777'
    const approvalId = '019aa111-2222-7333-8444-555566668888'
    const row = { actor_kind: 'employee', actor_id: auditor.id, entity: 'member', action: 'named' }
    await plantOldRows(server.database, [
      { ...row, entity_id: memberId, detail: { approvalId } },
      {
        ...row,
        entity_id: encodeId('member', memberId),
        detail: { approvalId: encodeId('approval', approvalId) },
      },
      { ...row, entity: 'session', entity_id: auditor.id },
    ])
    await seal()
    const entityId = encodeId('member', memberId)
    const page = await auditor.call('activityLogs.list', { entityId })
    expect(page.records.map((each) => [each.entityId, each.approvalId])).toEqual([
      [entityId, encodeId('approval', approvalId)],
      [entityId, encodeId('approval', approvalId)],
    ])
    const own = await auditor.call('activityLogs.list', { actions: ['named'], entities: ['session'] })
    expect(own.records[0]?.entityId).toBe(encodeId('employee', auditor.id))
  })

  test('of the staff shows what people did and nothing of machines', async () => {
    await server.services.db
      .insertInto('activity_log')
      .values([
        { actor_kind: 'system', entity: 'deposit', action: 'split' },
        { actor_kind: 'machine', actor_id: 'phone-1', entity: 'deposit', action: 'split' },
        { actor_kind: 'employee', actor_id: auditor.id, entity: 'deposit', action: 'split' },
      ])
      .execute()
    await seal()
    const kinds = async (input: object) =>
      (await auditor.call('activityLogs.list', { actions: ['split'], ...input })).records.map(
        ({ actorKind }) => actorKind,
      )
    expect((await kinds({})).toSorted()).toEqual(['employee', 'machine', 'system'])
    expect(await kinds({ isByStaff: true })).toEqual(['employee'])
  })

  test('is found by each filter alone and by several values of it', async () => {
    const [ann, ben] = [await server.person(), await server.person()]
    const row = {
      actor_kind: 'employee',
      actor_id: ann.id,
      actor_name: ann.username,
      entity: 'filtered',
      entity_id: 'one',
      action: 'plain',
      address: '198.51.100.1',
      request_id: 'filter-1',
    }
    await server.services.db
      .insertInto('activity_log')
      .values([
        row,
        { ...row, action: 'by ben', actor_id: ben.id, actor_name: ben.username },
        { ...row, action: 'refused', result: 'refused' },
        { ...row, action: 'failed', result: 'failed' },
        { ...row, action: 'elsewhere', address: '198.51.100.2' },
        { ...row, action: 'other request', request_id: 'filter-2' },
        { ...row, action: 'other thing', entity_id: 'two' },
        { ...row, action: 'other kind', entity: 'sieved' },
      ])
      .execute()
    await seal()
    const all = ['plain', 'by ben', 'refused', 'failed', 'elsewhere', 'other request', 'other thing']
    const found = async (filter: object) => {
      const given = { entities: ['filtered', 'sieved'], ...filter }
      const { records } = await auditor.call('activityLogs.list', given)
      return records.map(({ action }) => action).toReversed()
    }
    const but = (...out: string[]) => [...all, 'other kind'].filter((action) => !out.includes(action))
    expect(await found({})).toEqual(but())
    expect(await found({ entities: ['sieved'] })).toEqual(['other kind'])
    expect(await found({ actions: ['plain', 'failed'] })).toEqual(['plain', 'failed'])
    expect(await found({ admins: [ann.username] })).toEqual(but('by ben'))
    expect(await found({ admins: [ann.username, ben.username] })).toEqual(but())
    expect(await found({ results: ['refused'] })).toEqual(['refused'])
    expect(await found({ results: ['done', 'failed'] })).toEqual(but('refused'))
    expect(await found({ address: '198.51.100.2' })).toEqual(['elsewhere'])
    expect(await found({ requestId: 'filter-2' })).toEqual(['other request'])
    expect(await found({ entityId: 'two' })).toEqual(['other thing'])
    const { records } = await auditor.call('activityLogs.list', {
      entities: ['filtered'],
      actions: ['plain'],
    })
    expect(records).toMatchObject([
      { actorName: ann.username, entityId: 'one', address: '198.51.100.1', requestId: 'filter-1' },
    ])
  })

  test('a sign-in is found by whom it was made as, done or refused', async () => {
    const row = { actor_kind: 'stranger', entity: 'session', entity_id: encodeId('employee', auditor.id) }
    await server.services.db
      .insertInto('activity_log')
      .values([
        { ...row, action: 'login', detail: JSON.stringify({ username: auditor.username }) },
        { ...row, action: 'loginFailed', result: 'refused' },
        { ...row, entity_id: null, action: 'loginFailed', result: 'refused' },
      ])
      .execute()
    await seal()
    const found = { admins: [auditor.username], actions: ['login', 'loginFailed'] }
    const { records } = await auditor.call('activityLogs.list', found)
    expect(records.map(({ action, actorName }) => [action, actorName])).toEqual(
      expect.arrayContaining([
        ['login', auditor.username],
        ['loginFailed', null],
      ]),
    )
    expect(records).toHaveLength(2)
    const staff = { isByStaff: true, actions: ['loginFailed'] }
    expect((await auditor.call('activityLogs.list', staff)).records).toHaveLength(1)
  })
})

describe('the file', () => {
  const linesOf = (base64: string) =>
    Buffer.from(base64, 'base64').toString('utf8').replace('\ufeff', '').split('\r\n')

  test('holds the filter’s rows in the reader’s words, and its making is in the log', async () => {
    const exporter = await server.person({
      permissions: { adminLog: ['isRead'] },
      abilities: { exportData: true },
      hasStepUp: true,
    })
    await server.services.db
      .insertInto('activity_log')
      .values([
        {
          actor_kind: 'employee',
          actor_id: auditor.id,
          actor_name: auditor.username,
          entity: 'role',
          action: 'roleChangeApproved',
          reason: '=1+1',
          request_id: 'file-1',
        },
        {
          actor_kind: 'system',
          entity: 'withdrawal',
          action: 'madeUp',
          before: JSON.stringify({ state: 'approved' }),
          request_id: 'file-1',
        },
      ])
      .execute()
    await seal()
    const file = await wholeFile(
      exporter.call('activityLogs.exportList', {
        format: 'csv',
        requestId: 'file-1',
        columns: ['who', 'what', 'action', 'change', 'result', 'reason'],
      }),
    )
    expect(file).toMatchObject({ rows: 2, fileName: 'activity.csv' })
    const [head, ...lines] = linesOf(file.base64)
    expect(head?.split(',')).toHaveLength(9)
    expect(lines[0]).toMatch(/^System,,Withdrawal,,,madeUp,/)
    expect(lines[1]).toContain('Approved: Change of a role')
    expect(lines[1]).toContain("'=1+1")
    await seal()
    const made = await auditor.call('activityLogs.list', { actions: ['exported'] })
    expect(made.records[0]).toMatchObject({
      entity: 'export',
      entityId: 'activity',
      actorName: exporter.username,
    })
  })

  test('is for who may export and has just proven who they are', async () => {
    const file = { format: 'csv' } as const
    const cold = await server.person({
      permissions: { adminLog: ['isRead'] },
      abilities: { exportData: true },
    })
    const plain = await server.person({ permissions: { adminLog: ['isRead'] }, hasStepUp: true })
    const stranger = await server.person({ abilities: { exportData: true }, hasStepUp: true })
    const codeOf = (person: Person) =>
      person.call('activityLogs.exportList', file).catch((error: { code: string }) => error.code)
    expect(await codeOf(cold)).toBe('stepUpRequired')
    expect(await codeOf(plain)).toBe('forbidden')
    expect(await codeOf(stranger)).toBe('forbidden')
  })
})

describe('one’s own log', () => {
  test('without any right shows the own acts and sign-ins under the own name, nobody else’s', async () => {
    const cashier = await server.person()
    const agent = await server.person({ type: 'agent' })
    const act = { actor_kind: 'employee', entity: 'deposit' }
    const signIn = { actor_kind: 'stranger', entity: 'session' }
    const cashierId = encodeId('employee', cashier.id)
    await server.services.db
      .insertInto('activity_log')
      .values([
        { ...act, actor_id: cashier.id, actor_name: cashier.username, action: 'credited' },
        { ...act, actor_id: auditor.id, entity: 'employee', entity_id: cashierId, action: 'locked' },
        { ...act, actor_id: auditor.id, entity: 'session', entity_id: cashierId, action: 'ended' },
        { ...act, actor_id: agent.id, action: 'asked', result: 'refused' },
      ])
      .execute()
    // One row in the spelling of today, one in that of before.
    await plantOldRows(server.database, [
      { ...signIn, entity_id: cashierId, action: 'loginFailed', result: 'refused' },
      { ...signIn, entity_id: cashier.id, action: 'redeemFailed', result: 'refused' },
      { ...signIn, entity_id: auditor.id, action: 'loginFailed', result: 'refused' },
    ])
    await seal()
    const mine = async (person: Person, input: object = {}) => {
      const { records } = await person.call('activityLogs.mine', input)
      return records.map(({ action, actorName }) => [action, actorName])
    }
    expect(await mine(cashier)).toEqual([
      ['redeemFailed', null],
      ['loginFailed', null],
      ['credited', cashier.username],
    ])
    expect(await mine(cashier, { results: ['done'] })).toEqual([['credited', cashier.username]])
    expect(await mine(agent)).toEqual([['asked', null]])
    const list = cashier.call('activityLogs.list', {}).catch((error: { code: string }) => error.code)
    expect(await list).toBe('forbidden')
  })

  test('comes in pages whose cursors serve nobody else and no other list', async () => {
    const person = await server.person({ permissions: { adminLog: ['isRead'] } })
    const row = { actor_kind: 'employee', actor_id: person.id, entity: 'deposit' }
    await server.services.db
      .insertInto('activity_log')
      .values(Array.from({ length: 12 }, (_, at) => ({ ...row, action: `step${at + 1}` })))
      .execute()
    await seal()
    const first = await person.call('activityLogs.mine', { size: 10 })
    expect(first).toMatchObject({ hasAfter: true, totalCount: null })
    const after = first.afterCursor ?? ''
    const next = await person.call('activityLogs.mine', { size: 10, after })
    expect(next.records.map(({ action }) => action)).toEqual(['step2', 'step1'])
    const refused = (asked: Promise<unknown>) => asked.catch((error: { code: string }) => error.code)
    expect(await refused(auditor.call('activityLogs.mine', { size: 10, after }))).toBe('invalidCursor')
    expect(await refused(person.call('activityLogs.list', { size: 10, after }))).toBe('invalidCursor')
  })
})
