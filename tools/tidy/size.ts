import { isCode, isGenerated, isTest, lineAt, treeOf, walk } from './source.ts'
import type { Node, Rule, SourceFile, Violation } from './source.ts'

// Lines of code are oxlint's matter (tools/lint/sizes.ts): here stands what it does not read.
const linesMax = { file: 300, sql: 500, beside: 70 }
const columnsMax = 110

const isCounted = (path: string): boolean => isCode(path) || /\.(css|sql)$/.test(path)

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const fileMax = (path: string): number => {
  if (path.startsWith('database/functions/') || path.endsWith('.css')) return linesMax.file
  return path.endsWith('.sql') ? linesMax.sql : Infinity
}

/** How long files are that oxlint does not read, and lines of all. */
export const fileSizes: Rule = (files) =>
  files
    .filter((file) => isCounted(file.path) && !isGenerated(file))
    .flatMap((file) => [...longFile(file), ...longLines(file)])

function longFile(file: SourceFile): Violation[] {
  const count = lineCount(file.text)
  const max = fileMax(file.path)
  return count <= max
    ? []
    : [{ rule: 'file-size', path: file.path, line: 1, message: `${count} lines, at most ${max}` }]
}

/** What may stand before and after a literal that has its line to itself: a name or key, a comma. */
const before = String.raw`^\s*(?:(?:export )?const \w+ =|[\w']+:|return)?\s*`
const after = String.raw`[,;]?$`
const body = String.raw`(?![*/])(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+`
const regexLine = new RegExp(`${before}/${body}/[a-z]*${after}`)
const textLine = new RegExp(`${before}(['"\`]).*\\1${after}`)
const thai = /[\u0e00-\u0e7f]/

/**
 * Lines that cannot be wrapped without changing what they say: one regular expression, and in tests the text
 * of a bank's message, which is Thai.
 */
function isOneLiteral(path: string, line: string): boolean {
  if (!isCode(path)) return false
  if (regexLine.test(line)) return true
  return /\.(fixture|test)\.ts$/.test(path) && thai.test(line) && textLine.test(line)
}

function longLines(file: SourceFile): Violation[] {
  return file.text.split('\n').flatMap((line, index) => {
    // Code points, so that Thai and symbols count as what they are.
    const count = line.length <= columnsMax ? 0 : Array.from(line).length
    return count <= columnsMax || isOneLiteral(file.path, line)
      ? []
      : [
          {
            rule: 'line-length',
            path: file.path,
            line: index + 1,
            message: `${count} characters, at most ${columnsMax}`,
          },
        ]
  })
}

const filesMax = 25
/**
 * Each is a thing by itself, under the name of its area: nobody looks for a room there. Texts lie where the
 * browser asks for them.
 */
const rows =
  /^database\/(?:migrations|functions)$|^docs\/adr$|\/former-migrations$|\/(?:samples|field)$|\/locales\/(?:th|en)$/

/** How many files lie in a folder, those of folders in it not counted. */
export const folderSizes: Rule = (files) => {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > filesMax && !rows.test(folder))
    .map(([folder, count]) => ({
      rule: 'folder-size',
      path: folder,
      line: 1,
      message: `${count} files, at most ${filesMax}: give a part of them a room`,
    }))
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** A component may be longer than another function; in its file oxlint counts them alike. */
export const functionSizes: Rule = (files) =>
  files
    .filter((file) => file.path.endsWith('.tsx') && !isTest(file.path))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(treeOf(file), (node, parent) => {
        if (!functionTypes.has(node.type)) return
        const name = nameOf(node, parent)
        if (/^[A-Z]/.test(name)) return
        const first = lineAt(file.text, node.start)
        const count = lineAt(file.text, node.end - 1) - first + 1
        if (count <= linesMax.beside) return
        const message = `${name || 'a function'} has ${count} lines, at most ${linesMax.beside}`
        found.push({ rule: 'function-size', path: file.path, line: first, message })
      })
      return found
    })

function nameOf(node: Node, parent: Node | null): string {
  const own = (node['id'] as { name?: string } | null)?.name
  const key = ((parent?.['id'] ?? parent?.['key']) as { name?: string } | undefined)?.name
  return own ?? key ?? ''
}
