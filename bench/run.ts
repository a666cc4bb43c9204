import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withServer, type Bench } from './kit/env.ts'

// `npm run bench` runs every bench, `npm run bench ledger` the named ones. A bench is a file beside this one
// that exports `run`; what benches share is in `kit`. One that exports `isLong` runs only when it is named.
const known = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`No such bench: ${unknown.join(', ')}. There are: ${known.join(', ')}.\n`)
  process.exit(2)
}

await withServer(async (env) => {
  for (const name of wanted.length > 0 ? wanted : known) {
    const module = (await import(`./${name}.ts`)) as { run: Bench; isLong?: boolean }
    if (wanted.length === 0 && module.isLong === true) continue
    env.print(`\n== ${name}`)
    if (!(await module.run(env))) {
      env.print(`${name}: limit missed`)
      process.exitCode = 1
    }
  }
})
