import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { firstStart } from './first-start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ profile: 'production' })
})
afterAll(() => server.stop())

/** A start of production, and the code that it printed. */
async function startedCode(): Promise<string | null> {
  const told: string[] = []
  await firstStart(server.services, 'unused', server.database.adminUrl, (text) => told.push(text))
  return told.length === 0 ? null : (/one-time code (\S+) /.exec(told.join())?.[1] ?? 'unreadable')
}
const newPassword = 'Correct-horse-battery-9'
const redeem = (code: string) => server.as(null)('auth.redeem', { username: 'owner', code, newPassword })

test('each start of production prints a code until one is redeemed, and the newest alone works', async () => {
  const first = (await startedCode()) ?? ''
  const second = (await startedCode()) ?? ''
  expect(second).not.toBe(first)
  await expect(redeem(first)).rejects.toMatchObject({ code: 'badCode' })
  await server.database.plant('update one_time_codes set expires_at = now() where used_at is null')
  await expect(redeem(second)).rejects.toMatchObject({ code: 'badCode' })
  const third = (await startedCode()) ?? ''
  await redeem(third)
  expect(await startedCode()).toBeNull()
})
