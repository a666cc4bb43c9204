import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areaNames, fileNames } from './tidy/areas.ts'
import { dependencyReasons } from './tidy/dependencies.ts'
import { forbiddenCode, plainTexts } from './tidy/forbidden.ts'
import { errorTexts, localeKeysExist, localeKeysUsed, localePairs } from './tidy/locales.ts'
import { migrationDigests } from './tidy/migrations.ts'
import { fileSizes, folderSizes, functionSizes } from './tidy/size.ts'
import { functionsInOnePlace, repeatableFunctions, sqlFunctionSizes } from './tidy/sql-functions.ts'
import { isCode, treeOf, type Rule, type SourceFile, type Violation } from './tidy/source.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const skipped = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', 'screenshots'])

/** A file that cannot be parsed would pass every rule unseen. */
const readable: Rule = (files) =>
  files
    .filter((file) => isCode(file.path) && treeOf(file) === null)
    .map((file) => ({ rule: 'unreadable', path: file.path, line: 1, message: 'not readable as code' }))

export const rules: readonly Rule[] = [
  readable,
  fileSizes,
  folderSizes,
  functionSizes,
  areaNames,
  fileNames,
  plainTexts,
  forbiddenCode,
  localePairs,
  localeKeysExist,
  localeKeysUsed,
  errorTexts,
  dependencyReasons,
  migrationDigests,
  repeatableFunctions,
  sqlFunctionSizes,
  functionsInOnePlace,
]

/** What is not in order, by path and line. */
export function tidy(files: readonly SourceFile[]): Violation[] {
  return rules
    .flatMap((rule) => rule(files))
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line || a.rule.localeCompare(b.rule))
}

/** Paths of the repository: what git knows or would add; without git, what lies in the folders. */
function listFiles(): string[] {
  try {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const out = execFileSync('git', list, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const paths = out.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
    if (paths.length > 0) return paths
  } catch {
    // No git here: an unpacked archive is checked all the same.
  }
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => !skipped.has(entry.name))
      .flatMap((entry) => {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        return entry.isDirectory() ? below(path) : [path]
      })
  return below('')
}

const isText =
  /\.(ts|tsx|mjs|js|css|sql|md|html|json|svg|ya?ml|sh)$|(^|\/)(\.ci\/run|migrations\/digests\.txt)$/

if (import.meta.main) {
  const paths = listFiles().filter((path) => isText.test(path))
  const files = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const found = tidy(files)
  for (const { rule, path, line, message } of found) console.log(`${path}:${line} ${rule}: ${message}`)
  console.log(`${files.length} files, ${rules.length} rules, ${found.length} violations`)
  process.exitCode = found.length > 0 ? 1 : 0
}
