import { CallError } from '@khlang/contract/derived/client.ts'
import { actions, resources } from '@khlang/contract/kit/permissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { roleTemplates } from '../employees/role-templates.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const acknowledge = (person: Person, alarmId: string) =>
  person.call('dashboard.acknowledgeAlarm', { alarmId, reason: 'looked into' }).then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

/** Somebody in one of the roles that a brand begins with. */
const inRole = (name: string) => {
  const { permission } = roleTemplates.find(({ template }) => template === name) ?? expect.unreachable(name)
  const held = resources.map((one) => [one, actions.filter((action) => permission[one][action])] as const)
  return server.person({ permissions: Object.fromEntries(held) })
}

test('an alarm is ended by who has the right over what it is about, and says whether one may', async () => {
  const codes = [
    'play.unusualWin',
    'play.rtpDrift',
    'provider.owed',
    'bank.silent',
    'unheardOf',
    'payoutFuse',
  ]
  await server.database.plant(
    `insert into alarms (code, entity, entity_id) select code, 'brand', 'b' from unnest($1::text[]) code`,
    [codes],
  )
  const seen = (person: Person) =>
    person
      .call('dashboard.alarms', {})
      .then(({ records }) => records.flatMap(({ code, mayEnd }) => (mayEnd ? [code] : [])).toSorted())
  const [risk, cashier, auditor] = [await inRole('risk'), await inRole('cashier'), await inRole('auditor')]
  expect(await seen(risk)).toEqual(['payoutFuse', 'play.rtpDrift', 'play.unusualWin', 'provider.owed'])
  expect(await seen(cashier)).toEqual(['bank.silent', 'payoutFuse', 'unheardOf'])
  expect(await seen(auditor)).toEqual([])
  const { records } = await risk.call('dashboard.alarms', {})
  const ended = async (person: Person, code: string) =>
    acknowledge(person, records.find((each) => each.code === code)?.id ?? '')
  for (const code of codes.slice(0, 3)) {
    expect(await ended(cashier, code), code).toBe('forbidden')
    expect(await ended(auditor, code), code).toBe('forbidden')
    expect(await ended(risk, code), code).toBe('done')
  }
  for (const code of codes.slice(3, 5)) {
    expect(await ended(risk, code), code).toBe('forbidden')
    expect(await ended(cashier, code), code).toBe('done')
  }
  expect(await ended(auditor, 'payoutFuse')).toBe('forbidden')
})
