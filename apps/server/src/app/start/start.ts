import { mkdirSync, readFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { startDatabase, type StartedDatabase } from './start-database.ts'
import { buildConsole, consoleDir } from './build-console.ts'
import { readConfig, type Config } from './config.ts'
import { lockData } from './data-lock.ts'
import { assertProfile, firstStart, ownerLine } from './first-start.ts'
import { outliveReaders, processLog } from '../log.ts'
import { buildServer, closeServer } from '../server.ts'
import { closeDatabases, startBackground, startServices } from '../services.ts'
import { assertPortFree, plainSentence, tracesOf } from './start-error.ts'
import { sandboxHosts, sandboxPorts, startSandbox } from './sandbox/start-sandbox.ts'
import { stopLimits, Stopping } from './stopping.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const stopping = new Stopping(processLog, say, (code) => process.exit(code))

async function start(config: Config): Promise<void> {
  const dataDir = resolve(config.dataDir)
  mkdirSync(dataDir, { recursive: true })
  assertProfile(dataDir, config.profile)
  const lock = lockData(dataDir)
  stopping.add({ name: 'data lock', close: lock.release })
  await assertPortFree(config)

  say(config.databaseUrl ? 'Connecting to the database' : 'Starting PostgreSQL')
  const database: StartedDatabase = await startDatabase(config, dataDir, say)
  stopping.add({ name: 'PostgreSQL', close: database.stop, cut: database.kill })
  if (config.profile === 'production' && database.isOwnKeyFile) {
    say(
      `Notice: the master key lies beside the data in ${join(dataDir, 'master.key')}; ` +
        'keep it elsewhere (KHLANG_MASTER_KEY_FILE).',
    )
  }

  const ports = config.profile === 'sandbox' ? await sandboxPorts(config.port) : null
  const egressAllow = ports === null ? config.egressAllow : [...config.egressAllow, ...sandboxHosts(ports)]
  const services = startServices({ ...config, egressAllow }, database)
  stopping.add({ name: 'database pool', close: () => closeDatabases(services), limitMs: stopLimits.poolMs })
  await firstStart(services, dataDir, database.adminUrl, say)
  if (config.console === 'built') await buildConsole(say)

  const background = await startBackground(services)
  stopping.add({ name: 'background work', close: background.stop, limitMs: stopLimits.backgroundMs })
  const app: FastifyInstance = await buildServer(services, {
    surfaces: config.surfaces,
    hosts: config.hosts,
    trustProxy: config.trustProxy,
    bases: config.bases,
    consoleDir: config.console === 'built' ? consoleDir : null,
    vitals: background.vitals,
    areJobsRunning: background.areJobsRunning,
  })
  await app.listen({ port: config.port, host: config.host })
  stopping.add({ name: 'server', close: () => closeServer(app), limitMs: stopLimits.serverMs })
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.port
  const address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`
  lock.noteAddress(address)
  background.startJobs()

  if (ports !== null) {
    const sandbox = await startSandbox(services, config, dataDir, { ...ports, server: port })
    stopping.add({ name: 'sandbox', close: sandbox.stop, limitMs: stopLimits.sandboxMs })
    if (sandbox.pageAddress !== null) say(`Sandbox page at ${sandbox.pageAddress}`)
  }
  if (config.profile === 'sandbox') say(storedOwner(dataDir))
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
process.on('SIGINT', () => stopping.begin(0))
process.on('SIGTERM', () => stopping.begin(0))
process.once('uncaughtException', (error) => {
  processLog.error({ error: tracesOf(error) }, 'unforeseen')
  stopping.begin(1)
})

outliveReaders()
let config: Config | null = null
try {
  config = readConfig(process.env, process.argv.slice(2))
  await start(config)
} catch (error) {
  const plain = plainSentence(error, config)
  process.stderr.write(`${plain ?? tracesOf(error)}\n`)
  stopping.begin(1)
}
