import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../apps/server/src/app/start/config.ts'
import { openDeployment } from '../apps/server/src/app/start/deployment.ts'
import { withAdmin } from '../apps/server/src/app/start/start-database.ts'
import { closeDatabases, startServices } from '../apps/server/src/app/services.ts'
import type { Services } from '../apps/server/src/platform/call/context.ts'
import { callPathOf } from '../apps/server/src/features/play/providers.ts'
import { businessOn } from '../apps/server/src/platform/business-day.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/cluster/embedded-postgres.ts'
import { freePort } from '../apps/server/src/platform/cluster/free-port.ts'
import { MasterKey } from '../apps/server/src/platform/security/secrets.ts'
import { startFakeProvider } from '../apps/server/src/testing/fakes/fake-provider.ts'
import {
  chance,
  disagreementsOfPlay,
  hostileEvents,
  inTurns,
  type HostileEvent,
} from '../apps/server/src/testing/hostile-provider.ts'
import { checkInvariants } from '../apps/server/src/testing/invariant-checker.ts'
import { foldAllPlay } from '../apps/server/src/testing/play-figures.ts'
import { funding } from '../apps/server/src/testing/world/fund.ts'
import { createMoneyFactory, type FactoryMember } from '../apps/server/src/testing/world/money-factory.ts'
import { percent, say, type Proven } from './say.ts'
import { ServerProcess } from './server-process.ts'
import { withDatabaseClient } from './verify.ts'

// Game providers that double, shuffle, correct and forge, at two servers of one database that are killed
// again and again. A provider that gets no answer tells its word again, at whichever server answers.

const memberCount = 400
const fundMinor = 5_000_000
/** So long a provider tries a word before it gives up. */
const patienceMs = 60_000

/** What was answered, and how often it had to be asked for. */
class Teller {
  readonly firsts = new Map<string, string>()
  readonly problems: string[] = []
  unanswered = 0
  told = 0
  early: HostileEvent[] = []
  readonly #servers: readonly ServerProcess[]

  constructor(servers: readonly ServerProcess[]) {
    this.#servers = servers
  }

  /** @returns the answer's text; null where the server went away, or asked to come again */
  async #once({ provider, word, body }: HostileEvent, server: ServerProcess): Promise<string | null> {
    try {
      const answer = await fetch(`${server.url}${callPathOf(provider.id)}/${word}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        signal: AbortSignal.timeout(20_000),
      })
      const text = await answer.text()
      return answer.status === 200 ? text : null
    } catch {
      return null
    }
  }

  async tell(event: HostileEvent, position: number): Promise<void> {
    const until = performance.now() + patienceMs
    for (let attempt = position; performance.now() < until; attempt += 1) {
      const text = await this.#once(event, this.#servers[attempt % this.#servers.length] as ServerProcess)
      if (text !== null) return this.#take(event, text)
      this.unanswered += 1
      await sleep(randomInt(20, 200))
    }
    this.problems.push(`no answer to ${event.name}`)
  }

  #take(event: HostileEvent, text: string): void {
    this.told += 1
    const { error } = JSON.parse(text) as { error?: unknown }
    if (event.isForged === true) {
      if (error !== 5) this.problems.push(`a forged word was answered ${text}`)
      return
    }
    // Its stake had not come: told again until it has.
    if (error === 100) return void this.early.push(event)
    const first = this.firsts.get(event.name)
    if (first === undefined) this.firsts.set(event.name, text)
    else if (first !== text) this.problems.push(`${event.name}: first ${first}, then ${text}`)
  }

  async tellAll(events: readonly HostileEvent[]): Promise<void> {
    await inTurns(events, (event, position) => this.tell(event, position))
  }

  /** Tells again what came too early, as long as that helps: a correction waits for a result that waits. */
  async tellEarly(): Promise<void> {
    for (let left = Infinity; this.early.length > 0 && this.early.length < left;) {
      left = this.early.length
      await this.tellAll(this.early.splice(0))
    }
  }
}

/** Kills one server after the other, and starts it again, until the work is done. */
async function killMeanwhile(servers: readonly ServerProcess[], work: Promise<void>): Promise<number[]> {
  const startsMs: number[] = []
  for (let n = 0; ; n += 1) {
    const isDone = await Promise.race([work.then(() => true), sleep(randomInt(2_000, 8_000), false)])
    if (isDone) return startsMs
    const server = servers[n % servers.length] as ServerProcess
    await server.kill()
    startsMs.push(await server.start())
  }
}

interface Stage {
  readonly services: Services
  readonly members: readonly FactoryMember[]
  readonly events: readonly HostileEvent[]
}

/** Members with money and the providers, beside the sandbox's; the servers must be running. */
async function stageOf(adminUrl: string, url: string, masterKey: string, count: number): Promise<Stage> {
  const master = new MasterKey(Buffer.from(masterKey, 'hex'))
  const opening = { dataDir: '', profile: 'sandbox', master } as const
  const secrets = await withAdmin(adminUrl, (admin) => openDeployment(admin, opening))
  const services = startServices(readConfig({}), { appUrl: adminUrl, secrets })
  const server = { url, services, database: { adminUrl } }
  const make = await createMoneyFactory(server)
  // Jobs of the servers close the days that are over.
  const openedOn = businessOn(initialSettings('sandbox'), Date.now())
  const bank = await make.account({ role: 'deposit', bank: 'SCB', openedOn })
  const plant = (statement: string, values: readonly unknown[] = []) =>
    withDatabaseClient(adminUrl, async (client) => {
      await client.query("set session_replication_role = 'replica'")
      await client.query(statement, [...values])
    })
  const fund = funding(services.db, plant, bank, openedOn)
  const members: FactoryMember[] = []
  while (members.length < memberCount) members.push(await make.member())
  for (const member of members) await fund(member, fundMinor)
  const apart = await startFakeProvider(server)
  const whole = await startFakeProvider(server, 'transferInOut')
  const events = hostileEvents({ apart, whole }, members, count, chance(randomInt(1, 1_000_000)))
  return { services, members, events }
}

/** @returns what is broken */
async function verdictOf(services: Services, adminUrl: string): Promise<string[]> {
  await foldAllPlay(services.db)
  return withDatabaseClient(adminUrl, async (client) => {
    const broken = await checkInvariants(client)
    const one = async (text: string) => (await client.query<Record<string, number>>(text)).rows[0] ?? {}
    return [
      ...broken.map((each) => `${each.check}: ${JSON.stringify(each)}`),
      ...(await disagreementsOfPlay(one)),
    ]
  })
}

/**
 * KHLANG_PROVE_EVENTS says how many words are told (200,000).
 * @returns the kills, and what is broken
 */
export async function proveProviders({ dataDir, port }: ServerProcess): Promise<Proven> {
  const count = Number(process.env['KHLANG_PROVE_EVENTS'] ?? 200_000)
  const ownDir = join(dataDir, 'own-postgres')
  mkdirSync(ownDir)
  chmodSync(ownDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: ownDir, password: 'prove-only' })
  const masterKey = randomBytes(32).toString('hex')
  const servers = [port, await freePort()].map((each, n) => {
    const folder = join(dataDir, `server-${n}`)
    mkdirSync(folder)
    const env = { DATABASE_URL: postgres.adminUrl, KHLANG_MASTER_KEY: masterKey, KHLANG_CONSOLE: 'apart' }
    return new ServerProcess(folder, each, env)
  })
  let services: Services | undefined
  try {
    for (const server of servers) await server.start()
    const stage = await stageOf(postgres.adminUrl, servers[0]?.url ?? '', masterKey, count)
    services = stage.services
    const teller = new Teller(servers)
    const begun = performance.now()
    const telling = async () => {
      await teller.tellAll(stage.events)
      await teller.tellEarly()
      await teller.tellAll(stage.events.filter((_, n) => n % 7 === 0))
    }
    const startsMs = await killMeanwhile(servers, telling())
    const tookS = Math.round((performance.now() - begun) / 1000)
    say(
      `${teller.told} words of ${stage.events.length} events in ${tookS} s; ${startsMs.length} kills, ` +
        `ready again after ${percent(startsMs, 0.5)} ms; ` +
        `${teller.unanswered} words had no answer and came again`,
    )
    const problems = [...teller.problems, ...(await verdictOf(services, postgres.adminUrl))]
    if (teller.early.length > 0) {
      const kinds = Map.groupBy(teller.early, ({ word }) => word)
      const told = [...kinds].map(([word, events]) => `${events.length} ${word}`).join(', ')
      problems.push(`found no stake in the end: ${told}`)
    }
    if (problems.length === 0) say('bets, movements and figures agree; each repeat had its first answer')
    return { rounds: startsMs.length, problems }
  } finally {
    for (const server of servers) await server.kill()
    if (services) await closeDatabases(services)
    await postgres.stop()
  }
}
