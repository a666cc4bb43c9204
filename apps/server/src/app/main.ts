import { mkdirSync, readFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { startDatabase, type StartedDatabase } from './start-database.ts'
import { buildConsole, consoleDir } from './build-console.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { DataInUse, lockData } from './data-lock.ts'
import { assertProfile, firstStart, ownerLine } from './first-start.ts'
import { processLog } from './log.ts'
import { buildServer } from './server.ts'
import { closeDatabases, startBackground, startServices } from './services.ts'
import { sandboxHosts, sandboxPorts, startSandbox } from './start-sandbox.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Steps to undo at the end, last first. */
const closers: { name: string; close: () => Promise<void> | void }[] = []
let isStopping = false

async function stop(code: number): Promise<never> {
  if (isStopping) return new Promise(() => undefined)
  isStopping = true
  if (code === 0) say('Stopping')
  for (const { name, close } of closers.toReversed()) {
    await Promise.resolve()
      .then(close)
      .catch((error: unknown) => processLog.error({ name, error: String(error) }, 'stop failed'))
  }
  process.exit(code)
}

async function start(config: Config): Promise<void> {
  const dataDir = resolve(config.dataDir)
  mkdirSync(dataDir, { recursive: true })
  assertProfile(dataDir, config.profile)
  const lock = lockData(dataDir)
  closers.push({ name: 'data lock', close: lock.release })

  say(config.databaseUrl ? 'Connecting to the database' : 'Starting PostgreSQL')
  const database: StartedDatabase = await startDatabase(config, dataDir, say)
  closers.push({ name: 'PostgreSQL', close: database.stop })
  if (config.profile === 'production' && database.isOwnKeyFile) {
    say(
      `Notice: the master key lies beside the data in ${join(dataDir, 'master.key')}; ` +
        'keep it elsewhere (KHLANG_MASTER_KEY_FILE).',
    )
  }

  const ports = config.profile === 'sandbox' ? await sandboxPorts(config.port) : null
  const egressAllow = ports === null ? config.egressAllow : [...config.egressAllow, ...sandboxHosts(ports)]
  const services = startServices({ ...config, egressAllow }, database)
  closers.push({ name: 'database pool', close: () => closeDatabases(services) })
  const first = await firstStart(services, dataDir)
  await buildConsole(say)

  const background = await startBackground(services)
  closers.push({ name: 'background work', close: background.stop })
  const app: FastifyInstance = await buildServer(services, {
    surfaces: config.surfaces,
    hosts: config.hosts,
    trustProxy: config.trustProxy,
    bases: config.bases,
    consoleDir,
  })
  await app.listen({ port: config.port, host: config.host })
  closers.push({ name: 'server', close: () => app.close() })
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.port
  const address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`
  lock.noteAddress(address)

  if (ports !== null) {
    const sandbox = await startSandbox(services, config, dataDir, { ...ports, server: port })
    closers.push({ name: 'sandbox', close: sandbox.stop })
    if (sandbox.pageAddress !== null) say(`Sandbox page at ${sandbox.pageAddress}`)
  }
  if (first) say(first.notice)
  else if (config.profile === 'sandbox') say(storedOwner(dataDir))
  say(`Khlang is ready at ${address}`)
}

function storedOwner(dataDir: string): string {
  const file = join(dataDir, 'sandbox-accounts.json')
  if (!existsSync(file)) return 'Sandbox'
  return ownerLine(
    JSON.parse(readFileSync(file, 'utf8')) as { role: string; username: string; password: string }[],
  )
}

// Each time: a second Ctrl-C must not cut off the stopping that PostgreSQL needs.
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
process.once('uncaughtException', (error) => {
  processLog.error({ error: String(error.stack) }, 'unforeseen')
  void stop(1)
})

try {
  await start(readConfig(process.env))
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof DataInUse
  process.stderr.write(
    `${isPlain ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  await stop(1)
}
