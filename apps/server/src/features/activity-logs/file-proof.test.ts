import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeFile } from '../../testing/exported.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { sealActivity } from './seal.ts'

let server: TestServer
let asker: Person
beforeAll(async () => {
  server = await startTestServer()
  asker = await server.person({
    permissions: { adminLog: ['isRead'] },
    abilities: { exportData: true },
    hasStepUp: true,
  })
  const acts = Array.from({ length: 5 }, (_, at) => ({
    actor_kind: 'system',
    entity: 'role',
    action: 'roleUpdated',
    reason: `act ${at}`,
    request_id: `req_${at}`,
  }))
  await server.services.db.insertInto('activity_log').values(acts).execute()
  await sealActivity(server.services.db, server.services.secrets, Date.now())
})
afterAll(() => server.stop())

describe('a file of the log', () => {
  const lastLine = async (): Promise<string> => {
    const { base64 } = await wholeFile(asker.call('activityLogs.exportList', { format: 'csv' }))
    return Buffer.from(base64, 'base64').toString().trimEnd().split('\r\n').at(-1) ?? ''
  }
  const wasLongAgo = () =>
    server.database.plant(`update activity_verifications set at = at - interval '2 minutes'`)

  test('is made of a log proven just before, and says what was found', async () => {
    expect(await lastLine()).toMatch(
      /the whole log \(\d+ rows\) was verified at [-\d: ]+ and nothing is altered"?$/,
    )
    await wasLongAgo()
    await server.database.plant(
      `update activity_log set reason = 'other' where id = (select activity_id from activity_seals
         where seq = 3)`,
    )
    expect(await lastLine()).toMatch(/the log was altered or cut first at number 3 \(verified at/)
  })

  test('is left to the background where the proof takes long', async () => {
    // As long as no test has time to write: the number alone is looked at.
    await server.database.plant(`insert into activity_seals (seq, activity_id, link, sealed_at, at, entity,
      action, result) select 100001, 100001, link, sealed_at, at, entity, action, result
      from activity_seals where seq = 5`)
    expect(await asker.call('activityLogs.exportList', { format: 'csv' })).toEqual({
      jobId: expect.any(String),
    })
  })
})
