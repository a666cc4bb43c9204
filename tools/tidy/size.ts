import { isCode, isGenerated, isTest, lineAt, treeOf, walk } from './source.ts'
import type { Node, Rule, SourceFile, Violation } from './source.ts'

const linesMax = { file: 300, screen: 200, test: 500, sql: 500, function: 70, component: 100 }
const columnsMax = 110

const isCounted = (path: string): boolean => isCode(path) || /\.(css|sql)$/.test(path)

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function fileMax(path: string): number {
  if (path.endsWith('.sql') && !path.startsWith('database/functions/')) return linesMax.sql
  if (isTest(path)) return linesMax.test
  return /^apps\/console\/src\/(features|app)\/.*\.tsx$/.test(path) ? linesMax.screen : linesMax.file
}

/** Files, lines. */
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

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Functions; in a `.tsx` file one whose name begins with a capital letter is a component. */
export const functionSizes: Rule = (files) =>
  files
    .filter((file) => isCode(file.path) && !isTest(file.path) && !isGenerated(file))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(treeOf(file), (node, parent) => {
        if (!functionTypes.has(node.type)) return
        const name = nameOf(node, parent)
        const isComponent = file.path.endsWith('.tsx') && /^[A-Z]/.test(name)
        const max = isComponent ? linesMax.component : linesMax.function
        const first = lineAt(file.text, node.start)
        const count = lineAt(file.text, node.end - 1) - first + 1
        if (count <= max) return
        const message = `${name || 'a function'} has ${count} lines, at most ${max}`
        found.push({ rule: 'function-size', path: file.path, line: first, message })
      })
      return found
    })

function nameOf(node: Node, parent: Node | null): string {
  const own = (node['id'] as { name?: string } | null)?.name
  const key = ((parent?.['id'] ?? parent?.['key']) as { name?: string } | undefined)?.name
  return own ?? key ?? ''
}
