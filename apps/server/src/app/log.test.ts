import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ApiError } from '../platform/api-error.ts'
import { stubHandlers } from '../testing/stub-handlers.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { processLog } from './log.ts'

// Rows 93 and 94 of the catalogue of bad input.
let server: TestServer
beforeAll(async () => {
  const stubs = stubHandlers([])
  // A failure of ours that carries what the caller sent, as an error of the database does.
  const login = async ({ input }: { input: { username: string } }): Promise<never> => {
    throw new ApiError('internal', { cause: new Error(`cannot read ${input.username}`) })
  }
  server = await startTestServer({
    handlers: { ...stubs, auth: { ...stubs.auth, login: login as typeof stubs.auth.login } },
  })
  Object.assign(server.services, { log: processLog })
})
afterAll(() => server.stop())

test('what a caller sends cannot forge a line of the log, or command a terminal that shows it', async () => {
  const written: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    return true
  })
  const username = 'a\r\nb\u001b[31mred\u009b2Jgone\u007f\u0085\u2028next\u202eback\u2066'
  const answer = await server.fetch('/api/v1/authorization/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'x' }),
  })
  spy.mockRestore()
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('red')
  const [line = '', ...others] = written.filter((each) => each.includes('cannot read'))
  expect(others).toEqual([])
  expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e\u2066]/u)
  expect(line.endsWith('\n')).toBe(true)
  expect((JSON.parse(line) as { cause: string }).cause).toContain(`cannot read ${username}`)
})

test('an error in the log shows what it is and where it came from, and nothing of the row', () => {
  const written: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    return true
  })
  const error = Object.assign(new TypeError('no such thing'), {
    code: '23505',
    detail: 'Key (phone)=(0812345678)',
  })
  processLog.error({ name: 'payouts', error }, 'periodic work failed')
  spy.mockRestore()
  const [line = ''] = written
  expect(JSON.parse(line)).toMatchObject({
    text: 'periodic work failed',
    name: 'payouts',
    error: { name: 'TypeError', message: 'no such thing', code: '23505' },
  })
  expect((JSON.parse(line) as { error: { stack: string } }).error.stack).toContain('log.test.ts')
  expect(line).not.toContain('0812345678')
})

test('a process whose readers have gone goes on', async () => {
  const program = `import { outliveReaders } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    outliveReaders()
    const say = () => { console.log('out'); console.error('err') }
    process.stdin.resume().on('end', () => { say(); setTimeout(() => { say(); process.exitCode = 7 }, 20) })
    say()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.stderr.destroy()
  child.stdin.end()
  expect(await ended).toEqual([7, null])
})
