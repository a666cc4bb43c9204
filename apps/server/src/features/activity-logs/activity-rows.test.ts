import { encodeId } from '@khlang/contract/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeFile } from '../../testing/exported.ts'
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
    await server.services.db
      .insertInto('activity_log')
      .values([
        { ...row, entity_id: memberId, detail: JSON.stringify({ approvalId }) },
        {
          ...row,
          entity_id: encodeId('member', memberId),
          detail: JSON.stringify({ approvalId: encodeId('approval', approvalId) }),
        },
        { ...row, entity: 'session', entity_id: auditor.id },
      ])
      .execute()
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

  test('a sign-in is found by whom it was made as, done or refused', async () => {
    const row = { actor_kind: 'stranger', entity: 'session', entity_id: auditor.id }
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
    expect(lines[0]).toMatch(/^System,,Withdrawal,,madeUp,/)
    expect(lines[1]).toContain('Approved: change of a role’s rights')
    expect(lines[1]).toContain("'=1+1")
    await seal()
    const made = await auditor.call('activityLogs.list', { actions: ['exported'] })
    expect(made.records[0]).toMatchObject({
      entity: 'export',
      entityId: 'activity',
      actorName: exporter.username,
    })
  })

  test('is for who may export and has just proven who he is', async () => {
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
