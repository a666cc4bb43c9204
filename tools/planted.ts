import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { mutantsOf, type Mutant } from './planted/mutants.ts'
import { TestRuns } from './planted/run.ts'

/**
 * Plants small wrong changes in one file, one after the other, and says which of them no test notices:
 *
 *     node tools/planted.ts FILE [--lines 10-40] [--kind sql] [--only 3,17] [--list] TESTS...
 *
 * TESTS are parts of test files' names; --only takes the numbers that --list prints. A change that nobody
 * notices is a promise that no test states, or code that nobody needs; a few change nothing to be seen.
 * One that makes a loop endless is ended by hand: the process that runs the tests, by its id.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lines: { type: 'string' },
    kind: { type: 'string' },
    list: { type: 'boolean' },
    only: { type: 'string' },
  },
})
const [file = '', ...tests] = positionals
const text = readFileSync(file, 'utf8')
const [first = 1, last = first] = values.lines?.split('-').map(Number) ?? [1, Infinity]
const lineOf = ({ start }: Mutant): number => text.slice(0, start).split('\n').length
const wanted = values.only?.split(',').map(Number)
const mutants = mutantsOf(file, text)
  .map((mutant, index) => ({ ...mutant, index, line: lineOf(mutant) }))
  .filter(({ line }) => line >= first && line <= last)
  .filter(({ kind }) => values.kind === undefined || kind.includes(values.kind))
  .filter(({ index }) => wanted === undefined || wanted.includes(index))

/** Short, on one line; nothing has a word too. */
const shown = (of: string): string => of.replaceAll(/\s+/gu, ' ').trim().slice(0, 90) || '(nothing)'
function nameOf({ index, line, kind, start, end, text: put }: (typeof mutants)[number]): string {
  return `#${index} line ${line}, ${kind}: ${shown(text.slice(start, end))} → ${shown(put)}`
}

if (values.list) for (const mutant of mutants) process.stdout.write(`${nameOf(mutant)}\n`)
else {
  const runs = new TestRuns(tests)
  const quiet = await runs.run()
  if (quiet.isCaught) throw new Error(`The tests fail with nothing planted: ${quiet.by}`)
  let missed = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      writeFileSync(file, text)
      process.exit(1)
    })
  for (const mutant of mutants) {
    const { isCaught, by } = await runs.withText(
      file,
      `${text.slice(0, mutant.start)}${mutant.text}${text.slice(mutant.end)}`,
    )
    if (!isCaught) missed += 1
    process.stdout.write(
      `${isCaught ? 'caught' : 'MISSED'} ${nameOf(mutant)}${isCaught ? `  (${shown(by)})` : ''}\n`,
    )
  }
  process.stdout.write(`${mutants.length} planted, ${missed} missed\n`)
  await runs.close()
}
