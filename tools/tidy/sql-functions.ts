import { lineAt, type Rule, type SourceFile, type Violation } from './source.ts'

const folder = 'database/functions/'
const frozenFile = `${folder}frozen.sql`
/** The last migration that made functions; from then on they stand in database/functions (ADR 0032). */
const lastThatMadeThem = '0061_registered.sql'

const isOfFunctions = (path: string): boolean => path.startsWith(folder) && path.endsWith('.sql')

/** Blanks of the same length in the place of comments, so that lines stay where they are. */
const withoutComments = (text: string): string =>
  text.replaceAll(/--[^\n]*/g, (one) => ' '.repeat(one.length))

interface Statement {
  readonly text: string
  readonly line: number
}

/** The statements of a file, comments taken out; bodies between `$$` belong to theirs. */
function statementsOf(file: SourceFile): Statement[] {
  const found: Statement[] = []
  const text = withoutComments(file.text)
  let from = 0
  let isInBody = false
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith('$$', at)) {
      isInBody = !isInBody
      at += 1
    } else if (text[at] === ';' && !isInBody) {
      const begun = from + (text.slice(from).search(/\S/) || 0)
      found.push({ text: text.slice(begun, at + 1), line: lineAt(text, begun) })
      from = at + 1
    }
  }
  const rest = text.slice(from)
  if (rest.trim() !== '') found.push({ text: rest.trim(), line: lineAt(text, from + rest.search(/\S/)) })
  return found
}

/** What may run at every start of a new version, as often as it comes. */
const repeatable = [
  /^create or replace (function|procedure|trigger) /,
  /^alter (function|procedure) .+ owner to /s,
  /^(revoke|grant) .+ on (function|procedure)\s/s,
  /^drop trigger if exists /,
  /^create constraint trigger /,
  // Makes what is not there yet, and leaves alone what is (ADR 0037).
  /^select attach_all_links\(\);$/,
]

const madeIn = (text: string): string[] =>
  [...text.matchAll(/\bcreate or replace (?:function|procedure) (\w+)/g)].map(([, name = '']) => name)

/** A file of functions is run again and again: it makes functions anew, their rights, their triggers. */
export const repeatableFunctions: Rule = (files) =>
  files
    .filter(({ path }) => isOfFunctions(path))
    .flatMap((file) =>
      statementsOf(file)
        .filter(({ text }) => !repeatable.some((form) => form.test(text)))
        .map(({ line }) => ({
          rule: 'sql-functions',
          path: file.path,
          line,
          message: 'only "create or replace", owners, rights and triggers: the rest is for a migration',
        })),
    )

const linesMax = 70
/** Decides in memory what changes with every leg: its steps are functions as far as that costs nothing. */
const longOnes = new Set(['post_transfers'])

/** Functions in SQL are as long as those in TypeScript. */
export const sqlFunctionSizes: Rule = (files) =>
  files
    .filter(({ path }) => isOfFunctions(path))
    .flatMap((file) =>
      statementsOf(file).flatMap(({ text, line }) => {
        const [name = ''] = madeIn(text)
        const count = text.split('\n').length
        if (name === '' || count <= linesMax || longOnes.has(name)) return []
        const message = `${name} has ${count} lines, at most ${linesMax}`
        return [{ rule: 'function-size', path: file.path, line, message }]
      }),
    )

const made =
  /\b(?:create(?:\s+or\s+replace)?|alter)\s+(?:function|procedure|routine)\s+(?:if\s+exists\s+)?(\w+)/gi

/**
 * A new migration makes and alters no function, for the files would undo it at once; but one that stored rows
 * rest on changes by a migration alone, and the file follows.
 */
export const functionsInOnePlace: Rule = (files) => {
  const frozen = new Set(madeIn(files.find(({ path }) => path === frozenFile)?.text ?? ''))
  const found: Violation[] = []
  for (const file of files) {
    const name = /^database\/migrations\/([^/]+\.sql)$/.exec(file.path)?.[1]
    if (name === undefined || name <= lastThatMadeThem) continue
    const text = withoutComments(file.text)
    for (const match of text.matchAll(made))
      if (!frozen.has(match[1] ?? ''))
        found.push({
          rule: 'sql-functions',
          path: file.path,
          line: lineAt(text, match.index),
          message: `${match[1]} belongs in ${folder} (docs/adr/0032)`,
        })
  }
  return found
}
