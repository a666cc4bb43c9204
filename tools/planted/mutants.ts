import { parseSync } from 'rolldown/experimental'

/** One small wrong change of a file: the text between two places is another. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly kind: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) yield* nodesOf(child)
}

const otherSign: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
}

/** Calls of a chain that leave a wrong but running program when they are left out. */
const dropped =
  /^(where\w*|having|filter|forUpdate|skipLocked|limit|orderBy|distinctOn|distinct|slice|toSorted|sort|reverse|trim|toLowerCase|normalize|on|onRef)$/u

/** What a person easily gets wrong in one condition of SQL. */
const sqlSlips: readonly (readonly [
  kind: string,
  found: RegExp,
  put: (match: RegExpExecArray) => string,
])[] = [
  [
    'condition dropped',
    /\band\s+(?:not\s+)?(?:[\w.":]+(?:\([^()]*\))?)\s*(?:<>|<=|>=|=|<|>|is distinct from|is not distinct from|is not|is|in|like|@>)\s*(?:'[^']*'|any\s*\([^()]*\)|\([^()]*\)|null|true|false|\$\{[^}]*\}|[\w.":]+(?:\([^()]*\))?)/giu,
    () => '',
  ],
  [
    'condition dropped',
    /\band\s+(?:not\s+)?[a-z_]\w*(?:\.\w+)?(?=\s*(?:\)|$|;|then|\n|and\b|or\b))/giu,
    () => '',
  ],
  ['<', /(?<=[\w)\]}'"]\s*)<(?=\s*[\w('$])/gu, () => '<='],
  ['<=', /<=/gu, () => '<'],
  ['>', /(?<=[\w)\]}'"]\s*)(?<![-=])>(?=\s*[\w('$])/gu, () => '>='],
  ['>=', />=/gu, () => '>'],
  ['<>', /<>/gu, () => '='],
  ['and', /\band\b(?!\s+\S+\s+preceding)/giu, () => 'or'],
  ['or', /\bor\b(?!\s+replace)/giu, () => 'and'],
  ['not exists', /\bnot exists\b/giu, () => 'exists'],
  ['is null', /\bis null\b/giu, () => 'is not null'],
  ['is not null', /\bis not null\b/giu, () => 'is null'],
  ['distinct from', /\bis distinct from\b/giu, () => 'is not distinct from'],
  ['lock', /\bfor (?:no key )?update(?: of \w+)?\b/giu, () => ''],
  ['order', /\bdesc\b/giu, () => 'asc'],
  ['zone', /Asia\/Bangkok/gu, () => 'UTC'],
  ['+', /(?<=[\w)] )\+(?= [\w(])/gu, () => '-'],
  ['-', /(?<=[\w)] )-(?= [\w(])/gu, () => '+'],
  ['interval', /interval '(\d+) (\w+)'/giu, (match) => `interval '${Number(match[1]) * 2} ${match[2]}'`],
  ['one more', /\blimit (\d+)\b/giu, (match) => `limit ${Number(match[1]) + 1}`],
  ['true', /(?<=\b(?:return|then|else|,|:=) )true\b/giu, () => 'false'],
  ['false', /(?<=\b(?:return|then|else|,|:=) )false\b/giu, () => 'true'],
]

/** Wrong changes of SQL; `from` is where the text begins in its file. */
function mutantsOfSql(text: string, from = 0): Mutant[] {
  const bare = text.replaceAll(/--[^\n]*/gu, (comment) => ' '.repeat(comment.length))
  const found: Mutant[] = []
  for (const [kind, pattern, put] of sqlSlips)
    for (const match of bare.matchAll(pattern))
      found.push({
        start: from + match.index,
        end: from + match.index + match[0].length,
        text: put(match),
        kind: `sql ${kind}`,
      })
  return found
}

function mutantsOfNode(node: Node, text: string): Mutant[] {
  const source = (of: unknown): string => (isNode(of) ? text.slice(of.start, of.end) : '')
  const instead = (put: string, kind: string, place: Node = node): Mutant => ({
    start: place.start,
    end: place.end,
    text: put,
    kind,
  })
  switch (node.type) {
    case 'LogicalExpression': {
      const { left, right, operator } = node
      const second = instead(source(right), `right of ${operator as string}`)
      return operator === '??' ? [second] : [instead(source(left), `left of ${operator as string}`), second]
    }
    case 'BinaryExpression': {
      const put = otherSign[node['operator'] as string]
      if (put === undefined) return []
      if (['+', '*', '%'].includes(node['operator'] as string) && /['"`]/u.test(source(node))) return []
      return [
        instead(
          `${source(node['left'])} ${put} ${source(node['right'])}`,
          `${node['operator'] as string} → ${put}`,
        ),
      ]
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? [instead(source(node['argument']), 'not dropped')] : []
    case 'ConditionalExpression':
      return [
        instead(`(${source(node['consequent'])})`, 'always then'),
        instead(`(${source(node['alternate'])})`, 'always else'),
      ]
    case 'IfStatement': {
      const test = node['test'] as Node
      return [
        instead('false', 'if never', test),
        ...(node['alternate'] ? [instead('true', 'if always', test)] : []),
      ]
    }
    case 'ExpressionStatement':
      return isNode(node['expression']) &&
        /^(?:AwaitExpression|CallExpression|AssignmentExpression)$/u.test(node['expression'].type)
        ? [instead(';', 'statement dropped')]
        : []
    case 'Literal':
      if (typeof node['value'] === 'number') return [instead(String(node['value'] + 1), 'one more')]
      if (typeof node['value'] === 'boolean') return [instead(String(!node['value']), 'flag turned')]
      return []
    case 'CallExpression': {
      const callee = node['callee'] as Node
      const property = callee['property']
      if (callee.type !== 'MemberExpression' || !isNode(property) || !dropped.test(source(property)))
        return []
      // From the name's dot on: what stands before it stays.
      return [
        { start: (callee['object'] as Node).end, end: node.end, text: '', kind: 'call of a chain dropped' },
      ]
    }
    case 'SpreadElement':
      return isNode(node['argument']) ? [instead('...{}', 'spread dropped')] : []
    case 'TaggedTemplateExpression': {
      const quasi = node['quasi'] as Node
      return source(node['tag']).startsWith('sql') ? mutantsOfSql(source(quasi), quasi.start) : []
    }
    default:
      return []
  }
}

/** Every small wrong change of a TypeScript or SQL file, in the order of its lines. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const all = file.endsWith('.sql')
    ? mutantsOfSql(text)
    : [...nodesOf(parseSync(file, text).program as unknown as Node)]
        .filter(({ type }) => !/^TS(?:Type|Interface|Enum)/u.test(type))
        .flatMap((node) => mutantsOfNode(node, text))
  const one = new Map(all.map((mutant) => [`${mutant.start} ${mutant.end} ${mutant.text}`, mutant]))
  return [...one.values()].toSorted((a, b) => a.start - b.start)
}
