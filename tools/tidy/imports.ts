import { builtinModules } from 'node:module'
import { moneyRooms } from './areas.ts'
import { importsOf, isCode, isTest, targetOf } from './source.ts'
import type { Import, Rule, SourceFile, Violation } from './source.ts'

interface Place {
  readonly unit: string
  readonly layer: string
  readonly area: string
}

/** Which unit and layer a file belongs to. */
function placeOf(path: string): Place {
  const [top = '', name = '', , layer = '', area = ''] = path.split('/')
  const isUnit = top === 'apps' || top === 'packages'
  return { unit: isUnit ? name : top, layer, area: layer === 'features' ? area : '' }
}

/** What each unit may import besides itself. Tools, bench and browser tests stand outside and see all. */
const unitsAllowed: Readonly<Record<string, readonly string[]>> = {
  money: [],
  ledger: ['money'],
  contract: ['money'],
  'bank-messages': ['money', 'contract'],
  server: ['ledger', 'money', 'contract', 'bank-messages'],
  console: ['money', 'contract'],
  sandbox: ['money', 'contract'],
}

const layersAllowed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  server: {
    platform: ['platform'],
    features: ['platform', 'features'],
    app: ['platform', 'features', 'app'],
    testing: ['platform', 'features', 'app', 'testing'],
  },
  console: { ui: ['ui', 'lib'], lib: ['ui', 'lib'], features: ['ui', 'lib', 'features'] },
}

/**
 * The seed writes what the sandbox's phones would have sent, and groups for its chat rooms: it shares their
 * wording, chance and rooms alone.
 */
const seedWording = /^apps\/sandbox\/src\/(message-shapes|random|chat\/accounts)\.ts$/

/** The first rule an import breaks, in words, or null. */
function refusal(path: string, to: string): string | null {
  const from = placeOf(path)
  const target = placeOf(to)
  const units = unitsAllowed[from.unit]
  if (!units) return null
  if (target.unit !== from.unit) {
    if (path.startsWith('apps/server/src/app/seed/') && seedWording.test(to)) return null
    if (from.unit === 'console' && from.layer === 'ui' && target.unit === 'contract')
      return 'ui knows no domain word and never imports the contract'
    return units.includes(target.unit) ? null : `${from.unit} may not import ${target.unit}`
  }
  if (isTest(path) && from.unit === 'server') return null
  const layers = layersAllowed[from.unit]?.[from.layer]
  if (layers && !layers.includes(target.layer)) return `${from.layer} may not import ${target.layer}`
  if (from.layer !== 'testing' && target.layer === 'testing') return 'only tests import testing'
  return from.area !== '' && target.area !== '' && from.area !== target.area
    ? featureRefusal(from, target, to)
    : null
}

function featureRefusal(from: Place, target: Place, to: string): string | null {
  if (from.unit === 'console') return `${from.area} may not import ${target.area}: features stand alone`
  const [room, wanted] = [moneyRooms.indexOf(from.area), moneyRooms.indexOf(target.area)]
  if (room >= 0 && wanted >= 0) return wanted < room ? null : `${from.area} stands before ${target.area}`
  return /(^|[/-])(queries|handlers)(\.ts$|\/)/.test(to)
    ? `${from.area} may not import queries or handlers of ${target.area}`
    : null
}

/** Who may import whom (docs/ARCHITECTURE.md). */
export const importRules: Rule = (files) =>
  eachImport(files, (file, each) => {
    const target = targetOf(file.path, each.from)
    return target === null ? null : refusal(file.path, target)
  })

/** Relative imports name the file with its extension, workspace imports the file too. */
export const importForms: Rule = (files) =>
  eachImport(files, (_, each) => {
    if (!each.from.startsWith('.') && !each.from.startsWith('@khlang/')) return null
    return /\.(tsx?|mjs|css|json|svg|woff2)(\?\w+)?$/.test(each.from)
      ? null
      : `${each.from} lacks the extension`
  })

const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')

/** A workspace imports only packages that its own package.json names. */
export const declaredPackages: Rule = (files) => {
  const manifests = new Map(
    files
      .filter((file) => /(^|\/)package\.json$/.test(file.path))
      .map((file) => [file.path.replace(/\/?package\.json$/, ''), namesIn(file)] as const),
  )
  return eachImport(files, (file, each) => {
    const home = /^(apps|packages)\/[^/]+/.exec(file.path)?.[0]
    const declared = home === undefined ? undefined : manifests.get(home)
    if (!declared || each.from.startsWith('.') || each.from.startsWith('node:')) return null
    const name = packageOf(each.from)
    if (builtinModules.includes(name)) return `write node:${name}`
    const isKnown = declared.has(name) || manifests.get('')?.has(name) === true
    return isKnown || name.startsWith('virtual:') ? null : `${name} is not in ${home}/package.json`
  })
}

function namesIn(file: SourceFile): Set<string> {
  const parsed = JSON.parse(file.text) as Record<string, Record<string, string> | undefined>
  return new Set([
    ...Object.keys(parsed['dependencies'] ?? {}),
    ...Object.keys(parsed['devDependencies'] ?? {}),
  ])
}

function eachImport(
  files: readonly SourceFile[],
  judge: (file: SourceFile, each: Import) => string | null,
): Violation[] {
  return files
    .filter((file) => isCode(file.path))
    .flatMap((file) =>
      importsOf(file).flatMap((each) => {
        const message = judge(file, each)
        return message === null ? [] : [{ rule: 'imports', path: file.path, line: each.line, message }]
      }),
    )
}
