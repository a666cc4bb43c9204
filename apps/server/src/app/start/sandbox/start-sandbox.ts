import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Services } from '../../../platform/call/context.ts'
import { freePort, isPortFree } from '../../../platform/cluster/free-port.ts'
import type { Config } from '../config.ts'
import { readKeys } from '../../seed/sandbox-keys.ts'
import { configurationOf, type SandboxPorts } from './configuration.ts'

export interface StartedSandbox {
  /** Null when the sandbox did not start. */
  readonly pageAddress: string | null
  readonly stop: () => Promise<void>
}

const program = fileURLToPath(new URL('../../../../../sandbox/src/main.ts', import.meta.url))
const countEveryMs = 10_000
const readyMs = 10_000
const stopMs = 3000
const restartsMax = 5
const restartWindowMs = 10 * 60_000

/**
 * Chooses the sandbox's ports before anything is served, because outgoing calls must be allowed to the rail
 * and the chat services by name. Beside the server's own port where those are free, so that the page keeps
 * its address.
 */
export async function sandboxPorts(serverPort: number): Promise<SandboxPorts> {
  const taken = new Set<number>()
  const near = async (step: number): Promise<number> => {
    const wished = serverPort + step
    let port = serverPort > 0 && wished <= 65_535 && (await isPortFree(wished)) ? wished : await freePort()
    while (taken.has(port)) port = await freePort()
    taken.add(port)
    return port
  }
  const [page, rail, chat] = [await near(1), await near(2), await near(3)]
  return { page, rail, chat, gateway: await near(4), slips: await near(5), games: await near(6) }
}

const railHost = (ports: SandboxPorts): string => `127.0.0.1:${ports.rail}`
const gatewayHost = (ports: SandboxPorts): string => `127.0.0.1:${ports.gateway}`
const slipHost = (ports: SandboxPorts): string => `127.0.0.1:${ports.slips}`
const gamesHost = (ports: SandboxPorts): string => `127.0.0.1:${ports.games}`
const chatHost = (ports: SandboxPorts): string => `127.0.0.1:${ports.chat}`

/**
 * `host:port` of rail, gateway, slip and chat services and of game providers, for the list of outgoing calls
 * that are allowed.
 */
export const sandboxHosts = (ports: SandboxPorts): string[] => [
  railHost(ports),
  chatHost(ports),
  gatewayHost(ports),
  slipHost(ports),
  gamesHost(ports),
]

/** Starts the pretend outside world as a process of its own; if it dies, again, at most five times. */
export async function startSandbox(
  services: Services,
  config: Pick<Config, 'surfaces' | 'host' | 'sandboxEvents'>,
  dataDir: string,
  ports: SandboxPorts & { readonly server: number },
): Promise<StartedSandbox> {
  const keys = readKeys(dataDir)
  const hasSurfaces = config.surfaces.includes('auto') && config.surfaces.includes('member')
  if (keys === null || !hasSurfaces) {
    services.log.warn({ hasKeys: keys !== null, hasSurfaces }, 'the sandbox does not start')
    return { pageAddress: null, stop: () => Promise.resolve() }
  }
  await services.db
    .updateTable('payment_rails')
    .set({ base_url: `http://${railHost(ports)}` })
    .where('id', '=', keys.rail.railId)
    .execute()
  if (keys.gateway)
    await services.db
      .updateTable('payment_gateways')
      .set({ sandbox_address: `http://${gatewayHost(ports)}` })
      .where('id', '=', keys.gateway.gatewayId)
      .execute()
  if (keys.slips)
    await services.db
      .updateTable('slip_services')
      .set({ sandbox_address: `http://${slipHost(ports)}` })
      .where('id', '=', keys.slips.serviceId)
      .execute()
  if (keys.games)
    await services.db
      .updateTable('game_providers')
      .set({
        sandbox_launch_address: `http://127.0.0.1:${ports.page}/game/{game}?token={token}&lang={lang}`,
      })
      .where('id', '=', keys.games.providerId)
      .execute()
  for (const key of [keys.games, keys.combinedGames, keys.walletGames])
    if (key) await pointProvider(services, key.providerId, ports)
  await pointGroups(services, ports)
  const runner = new SandboxRunner(services, () => configurationOf(services, config, dataDir, ports, keys))
  await runner.start()
  return { pageAddress: `http://localhost:${ports.page}`, stop: () => runner.stop() }
}

/** Where the pretend provider is asked since this start. */
async function pointProvider({ db }: Services, id: string, ports: SandboxPorts): Promise<void> {
  const address = `http://${gamesHost(ports)}/${encodeId('gameProvider', id)}`
  await db.updateTable('game_providers').set({ sandbox_address: address }).where('id', '=', id).execute()
}

/**
 * Points chat groups at the chat services of this start. Theirs are those on loopback that nobody listed in
 * the settings: no other address without TLS may be called at all.
 */
async function pointGroups({ db, egressAllow }: Services, ports: SandboxPorts): Promise<void> {
  const others = egressAllow.filter((host) => !sandboxHosts(ports).includes(host))
  const moved = (address: string): string => {
    const host = /^http:\/\/(127\.0\.0\.1:\d+)(?=\/|$)/.exec(address)?.[1]
    return host === undefined || others.includes(host) ? address : address.replace(host, chatHost(ports))
  }
  const groups = await db
    .selectFrom('chat_groups')
    .select(['id', 'channel', 'base_url', 'target', 'version'])
    .execute()
  for (const { id, channel, base_url, target, version } of groups) {
    const place = {
      base_url: base_url === null ? null : moved(base_url),
      target: channel === 'webhook' ? moved(target) : target,
    }
    if (place.base_url === base_url && place.target === target) continue
    await db
      .updateTable('chat_groups')
      .set({ ...place, version: version + 1 })
      .where('id', '=', id)
      .execute()
  }
}

class SandboxRunner {
  readonly #services: Services
  readonly #configure: () => Promise<string>
  #child: ChildProcess | null = null
  #counter: NodeJS.Timeout | null = null
  #starts: number[] = []
  #isStopping = false

  constructor(services: Services, configure: () => Promise<string>) {
    this.#services = services
    this.#configure = configure
  }

  /** Resolves when the process says it is ready, has died, or 10 s have passed. */
  async start(): Promise<void> {
    const configuration = await this.#configure()
    if (this.#isStopping) return
    this.#starts = [...this.#starts.filter((at) => at > Date.now() - restartWindowMs), Date.now()]
    // It gets no environment of ours: no database address, no master key.
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'], env: {} })
    this.#child = child
    child.stdin.on('error', () => undefined)
    child.stdin.write(`${configuration}\n`)
    createInterface({ input: child.stderr }).on('line', (line) =>
      this.#services.log.warn({ from: 'sandbox' }, line),
    )
    child.once('exit', (code) => this.#onExit(code))
    this.#count()
    await new Promise<void>((done) => {
      createInterface({ input: child.stdout }).once('line', () => done())
      child.once('exit', () => done())
      setTimeout(done, readyMs).unref()
    })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#counter !== null) clearInterval(this.#counter)
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    child.stdin?.end()
    const killer = setTimeout(() => child.kill('SIGKILL'), stopMs)
    await ended
    clearTimeout(killer)
  }

  /** Tells the process how many consoles look on: it rests when none has for a while. */
  #count(): void {
    if (this.#counter !== null) clearInterval(this.#counter)
    const tell = (): void => {
      this.#child?.stdin?.write(`${JSON.stringify({ consoles: this.#services.live.streamCount })}\n`)
    }
    this.#counter = setInterval(tell, countEveryMs)
    this.#counter.unref()
  }

  #onExit(code: number | null): void {
    if (this.#isStopping) return
    const { log } = this.#services
    if (this.#starts.length > restartsMax) {
      log.error({ code }, 'the sandbox died too often and stays away')
      return
    }
    log.warn({ code }, 'the sandbox died and is started again')
    setTimeout(() => {
      this.start().catch((error: unknown) =>
        log.error({ error: String(error) }, 'the sandbox did not start'),
      )
    }, 1000).unref()
  }
}
