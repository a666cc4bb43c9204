import { faultRuns, type FaultRunName } from '@khlang/contract/values/value-lists.ts'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '../apps/server/src/app/start/config.ts'
import { keepFaultRun } from '../apps/server/src/app/start/keep-fault-run.ts'
import { operate } from '../apps/server/src/app/start/operator-database.ts'
import { freePort } from '../apps/server/src/platform/cluster/free-port.ts'
import { proveKills } from './kill-loop.ts'
import { proveOutage } from './outage.ts'
import { proveProviders } from './providers.ts'
import { say, type Proven } from './say.ts'
import { ServerProcess } from './server-process.ts'
import { proveStrangers } from './strangers.ts'

// `npm run prove`, `npm run prove strangers`, `npm run prove outage`: the real server on a data folder of its
// own, under what an operator's day may bring. KHLANG_PROVE_KEEP=1 keeps the folder. What was found is kept
// in the database of this installation (KHLANG_DATA or DATABASE_URL), whose proof page shows it.

const proofs: Readonly<Record<FaultRunName, (server: ServerProcess) => Promise<Proven>>> = {
  kills: proveKills,
  strangers: proveStrangers,
  outage: proveOutage,
  providers: proveProviders,
}

/** The version that is tried, and its commit where the sources lie in a repository. */
function versionOf(): string {
  const folder = import.meta.dirname
  const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as {
    version: string
  }
  try {
    const git = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
    const commit = execFileSync('git', git, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    return `${version} ${commit.trim()}`
  } catch {
    return version
  }
}

const name = faultRuns.find((each) => each === (process.argv[2] ?? 'kills'))
if (!name) throw new Error(`no proof ${process.argv[2]}; there are ${faultRuns.join(', ')}`)
const version = versionOf()
const beganAt = new Date()
const dataDir = mkdtempSync(join(tmpdir(), 'khlang-prove-'))
// The database's own user must get in, or the files would live, and stay, elsewhere.
chmodSync(dataDir, 0o755)
const server = new ServerProcess(dataDir, await freePort())
let proven: Proven
try {
  proven = await proofs[name](server)
} catch (error) {
  say(String(error instanceof Error ? error.stack : error))
  proven = { rounds: 0, problems: [`the proof did not come to its end: ${String(error)}`] }
} finally {
  await server.stop()
  if (process.env['KHLANG_PROVE_KEEP'] === '1') say(`Data kept in ${dataDir}`)
  else rmSync(dataDir, { recursive: true, force: true })
}
const { rounds, problems } = proven
for (const problem of problems.slice(0, 20)) say(`BROKEN ${problem}`)
say(problems.length === 0 ? 'proven' : `${problems.length} broken`)
try {
  const config = readConfig(process.env)
  const run = { name, version, beganAt, endedAt: new Date(), rounds, problems }
  await operate(config, resolve(config.dataDir), ({ admin }) => keepFaultRun(admin, run))
  say('Kept for the proof page.')
} catch (error) {
  say(`Not kept for the proof page: ${error instanceof Error ? error.message : String(error)}`)
}
// What still runs of a proof that broke must not go on.
process.exit(problems.length === 0 ? 0 : 1)
