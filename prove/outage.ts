import { createClient } from '@khlang/contract/derived/client.ts'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../apps/server/src/platform/cluster/embedded-postgres.ts'
import { startMuteProxy } from '../apps/server/src/testing/mute-proxy.ts'
import { say, type Proven } from './say.ts'
import { ServerProcess } from './server-process.ts'

// A firewall between the server and its PostgreSQL swallows every connection for a minute, as a failover may.
// All comes back by itself, and a stop ends in its time even while nothing answers.

const outageMs = 60_000
const backMs = 30_000
const stopMs = 10_000

/** Somebody with a session, who looks whether the server is well. */
async function signedIn(server: ServerProcess) {
  const people = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-accounts.json'), 'utf8')) as {
    role: string
    username: string
    password: string
  }[]
  const owner = people.find(({ role }) => role === 'owner')
  if (!owner) throw new Error('there is no owner')
  let token: string | null = null
  const bases = { api: server.url, auto: server.url, member: server.url }
  const call = createClient({ bases, token: () => token, language: () => 'en' })
  token = await call('auth.login', { username: owner.username, password: owner.password })
  const headers = { authorization: `Bearer ${token}` }
  const health = async (): Promise<string> => {
    const signal = AbortSignal.timeout(5_000)
    const answer = await fetch(`${server.url}/health`, { headers, signal }).catch(() => null)
    if (answer === null) return 'no answer'
    return `${answer.status} ${((await answer.json()) as { data: { state: string } }).data.state}`
  }
  const answers = async (): Promise<boolean> =>
    await call('preTransactions.queue', { tab: 'all' }).then(
      () => true,
      () => false,
    )
  return { health, answers }
}

/** @returns milliseconds until it is true; null when the limit is over before */
async function until(isTrue: () => Promise<boolean>, limitMs: number): Promise<number | null> {
  const begun = performance.now()
  while (performance.now() - begun < limitMs) {
    if (await isTrue()) return Math.round(performance.now() - begun)
    await sleep(100)
  }
  return null
}

export async function proveOutage({ dataDir, port }: ServerProcess): Promise<Proven> {
  const ownDir = join(dataDir, 'own-postgres')
  mkdirSync(ownDir)
  chmodSync(ownDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: ownDir, password: 'prove-only' })
  const proxy = await startMuteProxy(postgres.adminUrl)
  const server = new ServerProcess(dataDir, port, { DATABASE_URL: proxy.url })
  const problems: string[] = []
  try {
    await server.start()
    const { health, answers } = await signedIn(server)
    const isWell = async () => (await health()) === '200 ok' && (await answers())
    if ((await until(isWell, backMs)) === null)
      return { rounds: 0, problems: ['the server was not well before the outage'] }
    proxy.mute('all')
    await sleep(outageMs)
    say(`  after a minute without PostgreSQL: health says ${await health()}`)
    proxy.heal()
    const backAfter = await until(isWell, backMs)
    say(`  all is back ${backAfter ?? `not within ${backMs}`} ms after it (limit ${backMs})`)
    if (backAfter === null) problems.push(`not back within ${backMs} ms: health says ${await health()}`)
    proxy.mute('all')
    await sleep(2_000)
    const begun = performance.now()
    await server.stop()
    const took = Math.round(performance.now() - begun)
    say(`  a stop while PostgreSQL says nothing: ${took} ms (limit ${stopMs})`)
    if (took > stopMs) problems.push(`the stop took ${took} ms`)
  } finally {
    await server.kill()
    await proxy.stop()
    await postgres.stop()
  }
  return { rounds: 1, problems }
}
