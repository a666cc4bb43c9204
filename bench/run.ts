import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withServer, type Bench } from './env.ts'

// `npm run bench` runs every bench, `npm run bench ledger` the named ones. A bench is a file that exports
// `run`.
const notBenches = new Set([
  'run.ts',
  'env.ts',
  'console-page.ts',
  'desks.ts',
  'lists-seed.ts',
  'list-cases.ts',
  'activity-seed.ts',
])
const known = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !notBenches.has(file))
  .map((file) => file.slice(0, -3))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`No such bench: ${unknown.join(', ')}. There are: ${known.join(', ')}.\n`)
  process.exit(2)
}

await withServer(async (env) => {
  for (const name of wanted.length > 0 ? wanted : known) {
    env.print(`\n== ${name}`)
    const module = (await import(`./${name}.ts`)) as { run: Bench }
    if (!(await module.run(env))) {
      env.print(`${name}: limit missed`)
      process.exitCode = 1
    }
  }
})
