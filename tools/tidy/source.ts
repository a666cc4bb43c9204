import { parseAst } from 'rolldown/parseAst'

/** One file of the repository: path from its root with `/`, and the whole text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** One thing that is not in order. */
export interface Violation {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly message: string
}

/** A rule sees every file of the repository and reads nothing else, so a test can hand it invented ones. */
export type Rule = (files: readonly SourceFile[]) => Violation[]

/** A node of the syntax tree, as far as the rules look. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)
export const isTest = (path: string): boolean =>
  /\.(test|spec|fixture)\.tsx?$/.test(path) || /(^|\/)(testing|fixtures)\//.test(path)
export const isGenerated = (file: SourceFile): boolean =>
  /generated (by|,)/i.test(file.text.slice(0, 200)) || file.path === 'package-lock.json'

/** Line number, from 1, of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

const trees = new WeakMap<SourceFile, Node | null>()

/** The syntax tree of a file, or null when it cannot be read (the compiler says why). */
export function treeOf(file: SourceFile): Node | null {
  const known = trees.get(file)
  if (known !== undefined) return known
  let tree: Node | null = null
  try {
    const lang = file.path.endsWith('.tsx') ? 'tsx' : file.path.endsWith('.ts') ? 'ts' : 'js'
    tree = parseAst(file.text, { lang }, file.path) as unknown as Node
  } catch {
    tree = null
  }
  trees.set(file, tree)
  return tree
}

/** Visits every node, parents first. */
export function walk(node: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  const step = (current: Node, parent: Node | null): void => {
    visit(current, parent)
    for (const value of Object.values(current)) {
      if (Array.isArray(value)) {
        for (const item of value) if (isNode(item)) step(item, current)
      } else if (isNode(value)) step(value, current)
    }
  }
  if (node) step(node, null)
}

/** The text of a literal or of a template without holes, else null. */
export function literalText(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'TemplateLiteral') {
    const parts = templateParts(node)
    return parts.length === 1 ? (parts[0] ?? '') : null
  }
  return null
}

/** The fixed parts of a template, in order; one more than it has holes. */
export function templateParts(node: Node): string[] {
  return (node['quasis'] as { value: { cooked?: string } }[]).map((part) => part.value.cooked ?? '')
}
