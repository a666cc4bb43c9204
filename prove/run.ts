import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/platform/cluster/free-port.ts'
import { proveKills } from './kill-loop.ts'
import { proveOutage } from './outage.ts'
import { say } from './say.ts'
import { ServerProcess } from './server-process.ts'
import { proveStrangers } from './strangers.ts'

// `npm run prove`, `npm run prove strangers`, `npm run prove outage`: the real server on a data folder of its
// own, under what an operator's day may bring. KHLANG_PROVE_KEEP=1 keeps the folder.

const proofs: Readonly<Record<string, (server: ServerProcess) => Promise<string[]>>> = {
  kills: proveKills,
  strangers: proveStrangers,
  outage: proveOutage,
}

const name = process.argv[2] ?? 'kills'
const prove = proofs[name]
if (!prove) throw new Error(`no proof ${name}; there are ${Object.keys(proofs).join(', ')}`)
const dataDir = mkdtempSync(join(tmpdir(), 'khlang-prove-'))
// The database's own user must get in, or the files would live, and stay, elsewhere.
chmodSync(dataDir, 0o755)
const server = new ServerProcess(dataDir, await freePort())
let problems: string[] = ['the proof did not come to its end']
try {
  problems = await prove(server)
} finally {
  await server.stop()
  if (process.env['KHLANG_PROVE_KEEP'] === '1') say(`Data kept in ${dataDir}`)
  else rmSync(dataDir, { recursive: true, force: true })
}
for (const problem of problems.slice(0, 20)) say(`BROKEN ${problem}`)
say(problems.length === 0 ? 'proven' : `${problems.length} broken`)
process.exitCode = problems.length === 0 ? 0 : 1
