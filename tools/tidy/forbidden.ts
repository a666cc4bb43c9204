import { isCode, isNode, isTest, lineAt, literalText, treeOf, walk } from './source.ts'
import type { Node, Rule, SourceFile, Violation } from './source.ts'

// Put together from parts, so that this file does not refuse itself.
const unfinished = new RegExp(`\\b(${'TO'}DO|${'FIX'}ME)\\b`)
const machinePath = new RegExp(`(?<![\\w.~-])/(${'wo'}rk|${'ro'}ot|home/\\w+|Users/\\w+)/`)
const isRead = (path: string): boolean => /\.(ts|tsx|mjs|js|css|sql|md|html|json|ya?ml|sh)$/.test(path)

/** Work left for later, and paths of one machine. */
export const plainTexts: Rule = (files) =>
  files
    .filter((file) => isRead(file.path) && file.path !== 'package-lock.json')
    .flatMap((file) =>
      file.text.split('\n').flatMap((line, index) => {
        const found: Violation[] = []
        const at = { path: file.path, line: index + 1 }
        if (unfinished.test(line))
          found.push({ rule: 'unfinished', ...at, message: 'work is finished or it is an issue' })
        if (machinePath.test(line))
          found.push({ rule: 'machine-path', ...at, message: 'a path of one machine' })
        return found
      }),
    )

/** Types that say nothing, text turned into markup or code, SQL made of strings, tests that do not run. */
export const forbiddenCode: Rule = (files) =>
  files
    .filter((file) => isCode(file.path))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(treeOf(file), (node) => {
        const problem =
          typeProblem(node) ??
          markupProblem(file, node) ??
          sqlProblem(file, node) ??
          testProblem(file, node)
        if (problem === null) return
        const [rule, message] = problem
        found.push({ rule, path: file.path, line: lineAt(file.text, node.start), message })
      })
      return found
    })

type Problem = readonly [rule: string, message: string]

function typeProblem(node: Node): Problem | null {
  if (node.type === 'TSAnyKeyword') return ['any', 'say what it is, or unknown']
  if (node.type === 'TSNonNullExpression') return ['non-null', 'a check instead of "!"']
  return null
}

const nameOf = (value: unknown): string =>
  isNode(value) && typeof value['name'] === 'string' ? value['name'] : ''

const markupProperties = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc'])

function markupProblem(file: SourceFile, node: Node): Problem | null {
  if (!file.path.startsWith('apps/console/') || isTest(file.path)) return null
  const refused = (what: string): Problem => ['markup', `${what} turns text into markup or code`]
  if (node.type === 'JSXAttribute' && nameOf(node['name']) === 'dangerouslySetInnerHTML')
    return refused('dangerouslySetInnerHTML')
  if (node.type === 'Property' && nameOf(node['key']) === 'dangerouslySetInnerHTML')
    return refused('dangerouslySetInnerHTML')
  if (node.type === 'MemberExpression') {
    const property = nameOf(node['property'])
    if (markupProperties.has(property)) return refused(property)
    if (property.startsWith('write') && nameOf(node['object']) === 'document')
      return refused('document.write')
  }
  const callee = nameOf(node['callee'])
  if (node.type === 'CallExpression' && callee === 'eval') return refused('eval')
  if ((node.type === 'NewExpression' || node.type === 'CallExpression') && callee === 'Function')
    return refused('Function')
  return null
}

function sqlProblem(file: SourceFile, node: Node): Problem | null {
  if (!/^(apps|packages)\//.test(file.path) || node.type !== 'CallExpression') return null
  const callee = node['callee']
  if (!isNode(callee) || callee.type !== 'MemberExpression') return null
  const method = nameOf(callee['property'])
  const [first] = node['arguments'] as unknown[]
  if (method === 'raw' && nameOf(callee['object']) === 'sql' && literalText(first) === null)
    return ['sql', 'sql.raw takes a literal only']
  const isExempt = isTest(file.path) || file.path.endsWith('/platform/migrations/migrate.ts')
  if (method !== 'query' || isExempt || !isNode(first)) return null
  const isBuilt = first.type === 'BinaryExpression' || first.type === 'TemplateLiteral'
  return isBuilt && literalText(first) === null ? ['sql', 'a query takes parameters, not pieces'] : null
}

const testWords = new Set(['test', 'it', 'describe', 'suite'])

function testProblem(file: SourceFile, node: Node): Problem | null {
  if (!isTest(file.path) || node.type !== 'MemberExpression') return null
  const property = nameOf(node['property'])
  const isSilent = testWords.has(nameOf(node['object'])) && /^(only|skip|todo|fixme)$/.test(property)
  return isSilent ? ['silent-test', `a test marked "${property}" proves nothing`] : null
}
