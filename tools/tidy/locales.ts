import { isCode, isNode, isTest, lineAt, literalText, templateParts, treeOf, walk } from './source.ts'
import type { Node, Rule, SourceFile, Violation } from './source.ts'

const languages = ['th', 'en'] as const
const pathOf = (language: string, namespace: string): string =>
  `apps/console/public/locales/${language}/${namespace}.json`

/** Dotted keys of a locale file; an empty text has no key, so it is missed. */
function keysOf(text: string): string[] {
  const flatten = (value: unknown, prefix: string): string[] => {
    if (typeof value === 'string') return value.trim() === '' ? [] : [prefix]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) =>
      flatten(inner, prefix ? `${prefix}.${key}` : key),
    )
  }
  return flatten(JSON.parse(text), '')
}

/** `count_one` and `count_other` are forms of `count`. */
const base = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

type Texts = Map<string, Set<string>>

function textsOf(files: readonly SourceFile[], language: string): Texts {
  const texts: Texts = new Map()
  for (const file of files) {
    const name = /^apps\/console\/public\/locales\/(\w+)\/(.+)\.json$/.exec(file.path)
    if (name?.[1] === language) texts.set(name[2] ?? '', new Set(keysOf(file.text).map(base)))
  }
  return texts
}

/** Thai and English have the same files with the same keys. */
export const localePairs: Rule = (files) => {
  const [thai, english] = languages.map((language) => textsOf(files, language)) as [Texts, Texts]
  const missing = (have: Texts, want: Texts, language: string): Violation[] =>
    [...want].flatMap(([namespace, keys]) =>
      [...keys]
        .filter((key) => !have.get(namespace)?.has(key))
        .map((key) => ({
          rule: 'locale-pair',
          path: pathOf(language, namespace),
          line: 1,
          message: `${key} has no text`,
        })),
    )
  return [...missing(thai, english, 'th'), ...missing(english, thai, 'en')]
}

interface Use {
  readonly file: SourceFile
  readonly line: number
  /** Null where the text function was handed in: any namespace may hold the key. */
  readonly namespace: string | null
  readonly key: RegExp
  readonly shown: string
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A key as a pattern: the holes of a template match anything. Null when nothing of it is fixed. */
function patternOf(node: unknown): { key: RegExp; shown: string } | null {
  const text = literalText(node)
  if (text !== null) return { key: new RegExp(`^${escape(base(text))}$`), shown: text }
  if (!isNode(node) || node.type !== 'TemplateLiteral') return null
  const parts = templateParts(node)
  if (!parts.some((part) => /[a-z]/i.test(part))) return null
  return { key: new RegExp(`^${parts.map(escape).join('.+')}$`), shown: parts.join('…') }
}

/** The branches of `a ? 'x' : 'y'`, or the node itself. */
function branches(node: unknown): unknown[] {
  return isNode(node) && node.type === 'ConditionalExpression'
    ? [...branches(node['consequent']), ...branches(node['alternate'])]
    : [node]
}

/** A list, a drawer or its facts, said once, with the area whose texts it speaks. */
const statements =
  /\b(?:list(?:Screen|Part)|feedPart|record(?:Panel|Screen)|factsPart|tablePart)(?:<[^(]*>)?\(\{[^]*?\barea: '([\w-]+)'/g

/** Names of text functions in a file: `const { t: tAuth } = useTranslation('auth')` gives tAuth -> auth. */
function functionsOf(file: SourceFile): Map<string, string | null> {
  const names = new Map<string, string | null>()
  for (const match of file.text.matchAll(/const \{([^}]*)\} = useTranslation\(\s*\[?\s*(?:'([\w-]+)')?/g)) {
    const name = /\bt(?::\s*(\w+))?\b/.exec(match[1] ?? '')
    const text = name?.[1] ?? 't'
    // One name for two namespaces in one file: either may hold the key.
    names.set(text, names.has(text) && names.get(text) !== match[2] ? null : (match[2] ?? 'ui'))
  }
  // What the parts of a statement are handed is of its area.
  for (const [, area = ''] of file.text.matchAll(statements))
    names.set('t', names.has('t') && names.get('t') !== area ? null : area)
  return names
}

/**
 * What a statement of a list asks for without naming it: `field.<id>` of each column and filter that has no
 * heading or label of its own, and the title and the empty text of the list.
 */
function keysOfLists(file: SourceFile): Use[] {
  const area = /\blist(?:Screen|Part)(?:<[^(]*>)?\(\{[^]*?\barea: '([\w-]+)'/.exec(file.text)?.[1]
  const uses: Use[] = []
  const add = (namespace: string | null, key: string, line: number) =>
    uses.push({ file, line, namespace, key: new RegExp(`^${escape(key)}$`), shown: key })
  walk(treeOf(file), (node) => {
    if (node.type !== 'CallExpression') return
    const { object, property } = node['callee'] as Node & Partial<Record<string, { name?: string }>>
    const [maker, kind] = [object?.name, property?.name]
    const given = node['arguments'] as Node[]
    const name = literalText(given[0])
    if ((maker !== 'column' && maker !== 'filter') || name === null || kind === 'amount') return
    const own = maker === 'column' ? 'heading' : 'label'
    if (given.some((each) => propertyOf(each, own) !== undefined)) return
    add(area ?? null, `field.${name}`, lineAt(file.text, node.start))
  })
  // Texts that are reckoned are for the eye that draws the screen.
  const own = ownTexts(file)
  if (own) for (const key of ['title', 'empty']) add(own.namespace, `${own.texts}.${key}`, 1)
  return uses
}

/** Where a statement of a list has its own texts, `list` where it names no place. */
function ownTexts({ text }: SourceFile): { readonly namespace: string; readonly texts: string } | null {
  const area = /\blist(?:Screen|Part)(?:<[^(]*>)?\(\{[^]*?\barea: '([\w-]+)'/.exec(text)?.[1]
  if (area === undefined || /\btexts: [^']/.test(text)) return null
  const [, namespace = area, texts = 'list'] = /\btexts: '(?:([\w-]+):)?([\w.-]+)'/.exec(text) ?? []
  return { namespace, texts }
}

/**
 * What the facts of a drawer ask for without naming it: `<names>.<id>` of each that has no label of its own,
 * and the words of its codes.
 */
function keysOfFacts(file: SourceFile): Use[] {
  const uses: Use[] = []
  walk(treeOf(file), (node) => {
    const made = node.type === 'CallExpression' ? (node['callee'] as { name?: string }).name : undefined
    if (made !== 'factsPart' && made !== 'tablePart') return
    const [spec] = node['arguments'] as Node[]
    const namespace = literalText(propertyOf(spec, 'area')?.['value'])
    const names = literalText(propertyOf(spec, 'names')?.['value']) ?? 'field'
    walk(spec ?? null, (inner) => {
      if (inner.type !== 'CallExpression') return
      const { object, property } = inner['callee'] as Node & Partial<Record<string, { name?: string }>>
      if (object?.name !== 'fact') return
      const given = inner['arguments'] as Node[]
      const [id, words] = given.map((each) => literalText(each))
      const line = lineAt(file.text, inner.start)
      const add = (key: string, rest: string) =>
        uses.push({ file, line, namespace, key: new RegExp(`^${escape(key)}${rest}$`), shown: key })
      if (property?.name === 'word' && typeof words === 'string') add(`${words}.`, '.+')
      const isNamed = given.some((each) => propertyOf(each, 'label') ?? propertyOf(each, 'labelOf'))
      if (typeof id === 'string' && !isNamed) add(`${names}.${id}`, '')
    })
  })
  return uses
}

/** The value of a property of an object that is written out. */
const propertyOf = (node: unknown, name: string): Node | undefined =>
  isNode(node) && node.type === 'ObjectExpression'
    ? (node['properties'] as Node[]).find(
        (each) => (each['key'] as { name?: string } | undefined)?.name === name,
      )
    : undefined

function calledName(callee: unknown): string | null {
  if (!isNode(callee)) return null
  if (callee.type === 'Identifier') return String(callee['name'])
  const { object, property } = callee as { object?: { name?: string }; property?: { name?: string } }
  return property?.name === 't' && /^i18n(ext)?$/.test(object?.name ?? '') ? 'i18n.t' : null
}

function usesOf(file: SourceFile): Use[] {
  const names = functionsOf(file)
  const found: Use[] = []
  walk(treeOf(file), (node) => {
    if (node.type !== 'CallExpression') return
    const name = calledName(node['callee'])
    const isOurs = name !== null && (names.has(name) || /^(t|i18n\.t|t[A-Z]\w*)$/.test(name))
    if (!isOurs || name === null) return
    const [first] = node['arguments'] as Node[]
    for (const branch of branches(first)) {
      const pattern = patternOf(branch)
      if (!pattern) continue
      const [, named, rest] = /^\^([\w-]+):(.+)$/.exec(pattern.key.source) ?? []
      const namespace = named ?? (name === 'i18n.t' ? 'ui' : (names.get(name) ?? null))
      const key = rest === undefined ? pattern.key : new RegExp(`^${rest}`)
      found.push({ file, line: lineAt(file.text, node.start), namespace, key, shown: pattern.shown })
    }
  })
  return found
}

const consoleCode = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter(
    (file) => file.path.startsWith('apps/console/src/') && isCode(file.path) && !isTest(file.path),
  )

/** Every key the console asks for exists. */
export const localeKeysExist: Rule = (files) => {
  const texts = textsOf(files, 'th')
  const everything = [...texts.values()].flatMap((keys) => [...keys])
  return consoleCode(files)
    .flatMap((file) => [...usesOf(file), ...keysOfLists(file), ...keysOfFacts(file)])
    .filter(({ namespace, key }) => {
      const keys = namespace === null ? everything : [...(texts.get(namespace) ?? [])]
      return !keys.some((each) => key.test(each))
    })
    .map(({ file, line, namespace, shown }) => ({
      rule: 'locale-key',
      path: file.path,
      line,
      message: `${namespace ?? 'no namespace'} has no text "${shown}"`,
    }))
}

/** `errors:offline` names the file of its key; one without a name may be of any file. */
const nameIn = (text: string): string | null => /^([\w-]+):/.exec(text)?.[1] ?? null

/** Of codes and reasons of the contract, which tests compare with these texts. */
const saidByServer = ['errors', 'refusals']

/** Every text is asked for somewhere, by its key or a template that fits. `errors` has its own rule. */
export const localeKeysUsed: Rule = (files) => {
  const literals = new Set<string>()
  const templates: { readonly namespace: string | null; readonly key: RegExp }[] = []
  for (const file of consoleCode(files)) {
    templates.push(...keysOfFacts(file))
    const own = ownTexts(file)
    const said = '(title|lead|add|empty|emptyHint|notFound|notFoundHint)'
    if (own) templates.push({ ...own, key: new RegExp(`^${escape(own.texts)}\\.${said}$`) })
    walk(treeOf(file), (node) => {
      const text = literalText(node)
      if (text !== null) literals.add(text)
      else if (node.type === 'TemplateLiteral') {
        // A template counts as a key where it begins like one: `age.${state}`, `ui:groups.${name}`.
        const start = templateParts(node)[0] ?? ''
        const pattern = /^[a-z][\w-]*[.:]/i.test(start) ? patternOf(node) : null
        const key = new RegExp(pattern?.key.source.replace(/^\^([\w-]+:)?/, '^') ?? '^$')
        templates.push({ namespace: nameIn(start), key })
      }
    })
  }
  // What the server prints too is named there by its dotted key.
  for (const file of files.filter(({ path }) => path.startsWith('apps/server/src/') && isCode(path)))
    if (!isTest(file.path))
      for (const [, key = ''] of file.text.matchAll(/'(\w+\.[\w.]+)'/g)) literals.add(key)
  const isAsked = (namespace: string, key: string): boolean =>
    literals.has(key) ||
    literals.has(`${namespace}:${key}`) ||
    templates.some((each) => (each.namespace ?? namespace) === namespace && each.key.test(key))
  return [...textsOf(files, 'th')]
    .filter(([namespace]) => !saidByServer.includes(namespace))
    .flatMap(([namespace, keys]) =>
      [...keys]
        .filter((key) => !isAsked(namespace, key))
        .map((key) => ({
          rule: 'locale-unused',
          path: pathOf('th', namespace),
          line: 1,
          message: `${key} is asked for nowhere`,
        })),
    )
}

/** Every error code has a sentence in both languages, and no sentence is left without its code. */
export const errorTexts: Rule = (files) => {
  const contract = files.find((file) => file.path === 'packages/contract/src/kit/errors.ts')
  if (!contract) return []
  const codes = [...contract.text.matchAll(/^ {2}(\w+): \d{3},/gm)].map((match) => match[1] ?? '')
  return languages.flatMap((language) => {
    const path = pathOf(language, 'errors')
    const keys = textsOf(files, language).get('errors') ?? new Set<string>()
    const at = { rule: 'error-text', path, line: 1 }
    return [
      ...codes.filter((code) => !keys.has(code)).map((code) => ({ ...at, message: `${code} has no text` })),
      // The console's own: no answer came, or it did not ask.
      ...[...keys]
        .filter((key) => !codes.includes(key) && !['offline', 'viewOnly'].includes(key))
        .map((key) => ({ ...at, message: `${key} is no error code` })),
    ]
  })
}
