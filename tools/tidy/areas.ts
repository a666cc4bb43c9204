import { areas, moneyRooms, textParts } from '../area-names.ts'
import { isCode, lineAt, literalText, walk, treeOf, type Rule, type Violation } from './source.ts'

/**
 * Texts that belong to no area: the shell, the sentences of the error codes, and the kit of tables and forms.
 * The kit's texts are a file of their own because they are loaded behind sign-in only: the sign-in page must
 * not pay for them. And the parts of an area whose texts are several files.
 */
const freeNamespaces = new Set(['ui', 'errors', 'refusals', 'table', ...textParts])
const isArea = (name: string): boolean => areas.includes(name)

/** Folders of features, files of the contract's registry, locale files and routes are named after areas. */
export const areaNames: Rule = (files) => {
  const found: Violation[] = []
  const seen = new Set<string>()
  for (const { path } of files) {
    const folder = /^apps\/(?:server|console)\/src\/features\/([^/]+)(\/?)/.exec(path)
    const locale = /^apps\/console\/public\/locales\/([^/]+)\/(.+)\.json$/.exec(path)
    const name = folder?.[1] ?? locale?.[2]
    if (name === undefined || isArea(name) || (locale && freeNamespaces.has(name))) continue
    if (path.startsWith('apps/server/') && moneyRooms.includes(name)) continue
    const place = folder ? (folder[0] ?? '') : path
    if (seen.has(place)) continue
    seen.add(place)
    found.push({ rule: 'areas', path: place, line: 1, message: `${name} is not the name of an area` })
  }
  return [...found, ...registryNames(files), ...routeAreas(files)]
}

// The event stream serves every area and belongs to none.
const foundation = new Set(['define', 'permissions', 'errors', 'values', 'paging', 'live'])

const registryNames: Rule = (files) =>
  files
    .filter((file) => file.path === 'packages/contract/src/calls.ts')
    .flatMap((file) =>
      [...file.text.matchAll(/from '\.\/(?:[\w-]+\/)*([\w-]+)\.ts'/g)]
        .filter((match) => !isArea(match[1] ?? '') && !foundation.has(match[1] ?? ''))
        .map((match) => ({
          rule: 'areas',
          path: file.path,
          line: lineAt(file.text, match.index),
          message: `${match[1]} is not the name of an area`,
        })),
    )

const routeAreas: Rule = (files) =>
  files
    .filter((file) => file.path === 'packages/contract/src/routes.ts')
    .flatMap((file) => {
      const found: Violation[] = []
      walk(treeOf(file), (node) => {
        if (node.type !== 'Property' || (node['key'] as { name?: string }).name !== 'area') return
        const name = literalText(node['value'])
        if (name === null || isArea(name)) return
        const line = lineAt(file.text, node.start)
        found.push({
          rule: 'areas',
          path: file.path,
          line,
          message: `${name} is not the name of an area`,
        })
      })
      return found
    })

const refusedNames = /^(utils?|helpers?|common|misc|types?|managers?|shared|stuff)$/i

/** A file is named after what it holds; a list that only passes on what others export is not a file. */
export const fileNames: Rule = (files) =>
  files
    .filter((file) => isCode(file.path))
    .flatMap((file) => {
      const folders = file.path.split('/')
      const stem = (folders.pop() ?? '').replace(/\.(test\.)?\w+$/, '')
      const found: Violation[] = []
      const bad = [...folders, stem, ...stem.split('-').slice(-1)].find((part) => refusedNames.test(part))
      // `db-types.ts` is the database's own word and generated.
      if (bad !== undefined && stem !== 'db-types')
        found.push({
          rule: 'names',
          path: file.path,
          line: 1,
          message: `the name "${bad}" says nothing about what it holds`,
        })
      const body = (treeOf(file)?.['body'] ?? []) as { type: string; source?: unknown }[]
      const isBarrel =
        body.length > 0 && body.every((node) => node.type.startsWith('Export') && node.source)
      if (isBarrel) found.push({ rule: 'barrel', path: file.path, line: 1, message: 'only re-exports' })
      return found
    })
