import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAreaName, testsOf } from './area-tests.ts'
import { browserTally, unitTally, type Tally } from './test-report.ts'

// `npm test` runs every step, whatever an earlier one found; `node tools/test.ts unit tidy` the named ones;
// `npm test -- members` the tests of an area, of the server, the console and the contract, and the texts.
// `--full` (npm run test:full) sets KHLANG_TEST_FULL=1, which the tests read for their big counts.

const root = fileURLToPath(new URL('../', import.meta.url))
const bin = join(root, 'node_modules/.bin')
const reports = join(root, 'test-results')
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')
const minute = 60_000

const isFull = process.argv.includes('--full')
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
  ...(isFull ? { KHLANG_TEST_FULL: '1' } : {}),
}

/** Runs a program of node_modules/.bin. @returns true when it ended well within its time */
function runs(program: string, args: readonly string[], limitMs: number): boolean {
  const done = spawnSync(join(bin, program), args, {
    cwd: root,
    stdio: 'inherit',
    env: environment,
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  if (done.error) console.log(`${program}: ${done.error.message}`)
  return done.status === 0
}

const one = (isGood: boolean): Tally => (isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
const none: Tally = { passed: 0, failed: 0 }

function types(): Tally {
  const projects = ['.', 'apps/console']
  if (globSync('e2e/**/*.ts', { cwd: root }).length > 0) projects.push('e2e')
  const results = projects.map((project) => runs('tsc', ['-p', project], 5 * minute))
  return one(results.every(Boolean))
}

/** All unit and HTTP tests, or those files. */
function unit(files: readonly string[] = []): Tally {
  rmSync(unitReport, { force: true })
  const isGood = runs('vitest', ['run', ...files], (isFull ? 60 : 20) * minute)
  return unitTally(existsSync(unitReport) ? readFileSync(unitReport, 'utf8') : null, isGood)
}

function browser(): Tally {
  if (globSync('e2e/**/*.spec.ts', { cwd: root }).length === 0) {
    console.log('Skipped: there is no browser test yet (e2e/**/*.spec.ts).')
    return none
  }
  rmSync(browserReport, { force: true })
  // Its configuration names the reporters; without the JSON report the step counts as failed.
  const isGood = runs('playwright', ['test', '-c', 'e2e'], (isFull ? 60 : 25) * minute)
  return browserTally(existsSync(browserReport) ? readFileSync(browserReport, 'utf8') : null, isGood)
}

/** Of an area whose name was given: its texts (tidy reads them all) and its tests. */
function ofArea(area: string): Tally {
  const files = testsOf(area, root)
  console.log(`${files.length} files of tests of ${area}:\n${files.map((file) => `  ${file}`).join('\n')}`)
  return unit(files)
}

interface Step {
  readonly name: string
  readonly title: string
  readonly run: () => Tally
}

const steps: readonly Step[] = [
  { name: 'types', title: 'Types', run: types },
  { name: 'lint', title: 'Lint', run: () => one(runs('oxlint', ['--quiet', '--type-aware'], 3 * minute)) },
  { name: 'format', title: 'Format', run: () => one(runs('oxfmt', ['--check'], 2 * minute)) },
  { name: 'dead', title: 'Dead exports, files and packages', run: () => one(runs('knip', [], 2 * minute)) },
  { name: 'tidy', title: 'Tidy', run: () => one(runs('node', ['tools/tidy.ts'], 2 * minute)) },
  { name: 'unit', title: 'Unit and HTTP, on a real PostgreSQL', run: () => unit() },
  { name: 'browser', title: 'Browser', run: browser },
]

/** The steps of the names given: of steps, or of areas. */
function stepsOf(names: readonly string[]): readonly Step[] {
  if (names.length === 0) return steps
  const areas = names.filter((name) => !steps.some((step) => step.name === name))
  const unknown = areas.filter((name) => !isAreaName(name))
  if (unknown.length > 0) {
    const known = steps.map((step) => step.name).join(', ')
    console.error(
      `No such step or area: ${unknown.join(', ')}. Steps: ${known}. Areas: tools/area-names.ts.`,
    )
    process.exit(2)
  }
  return [
    ...steps.filter(({ name }) => names.includes(name) || (name === 'tidy' && areas.length > 0)),
    ...areas.map((name) => ({ name, title: `Tests of ${name}`, run: () => ofArea(name) })),
  ]
}

function main(): void {
  const wanted = process.argv.slice(2).filter((name) => name !== '--full')
  mkdirSync(reports, { recursive: true })
  const results = stepsOf(wanted).map((step) => {
    console.log(`\n== ${step.title}`)
    const startedAt = performance.now()
    const tally = step.run()
    const seconds = (performance.now() - startedAt) / 1000
    console.log(`-- ${step.title}: ${tally.passed} passed, ${tally.failed} failed, ${seconds.toFixed(1)} s`)
    return { ...step, ...tally, seconds }
  })
  console.log('\n== Summary')
  for (const { title, passed, failed, seconds } of results) {
    const mark = failed > 0 ? 'FAILED' : 'ok    '
    console.log(`${mark} ${title}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`)
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
  console.log(`${passed} passed, ${failed} failed`)
}

main()
