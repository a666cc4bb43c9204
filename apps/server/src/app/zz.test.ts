import { test } from 'vitest'
import { startTestServer } from '../testing/server.ts'
import { stubHandlers } from '../testing/stub-handlers.ts'
import { buildServer } from './server.ts'
test('x', async () => {
  const s = await startTestServer({ handlers: stubHandlers([]) })
  const h = { 'content-type': 'application/json' }
  console.log(await (await s.fetch('/api/v1/authorization/step-up', { method: 'POST', headers: h, body: '{"a":' })).text())
  console.log(await (await s.fetch('/locales/de/ui.json')).text())
  console.log(await (await s.fetch('/locales/../../etc/passwd')).text())
  const p = await buildServer({ ...s.services, profile: 'production' }, { surfaces: ['admin'], hosts: [], trustProxy: true, bases: { api: '', auto: '', member: '' }, consoleDir: '/nonexist', handlers: stubHandlers([]) })
  const a = await p.inject({ url: '/api/v1/authorization/self', headers: { host: 'a.b', 'x-forwarded-proto': 'https' } })
  console.log(a.body)
  await s.stop()
})
