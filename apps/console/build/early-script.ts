import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { calls } from '@khlang/contract/calls.ts'
import { requestOf } from '@khlang/contract/derived/client.ts'
import type { Requires } from '@khlang/contract/kit/permissions.ts'
import { routes } from '@khlang/contract/routes.ts'
import type { Plugin, Rolldown } from 'vite'
import type { EarlyCall, EarlyPlan } from '../src/lib/call/early-plan.ts'
import { firstCalls } from '../src/app/first-calls.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

const source = join(import.meta.dirname, '../src')
/** The files that name screens: one table in two parts. */
const tables = ['app/routes.ts', 'app/menu/game-screens.ts']
/** Of the screens whose files are named there: path of the route, file of the screen, its texts. */
const screens = tables.flatMap((table) =>
  [
    ...readFileSync(join(source, table), 'utf8').matchAll(
      /'(\/[^']*)': \{\s*screen: \(\) => import\('([^']+)'\)(?:,\s*texts: \[([^\]]*)\])?/g,
    ),
  ].map(([, path = '', file = '', texts]) => ({
    path,
    file: join(source, table, '..', file),
    texts: texts?.match(/[\w-]+/g) ?? [routes.find((route) => route.path === path)?.area ?? 'ui'],
  })),
)

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((each): each is Chunk => each.type === 'chunk')

/** The files that a part needs before it can run, near and far. */
function filesOf(bundle: Bundle, moduleId: string, known: Set<string>): string[] {
  const found = new Set<string>()
  const queue = chunksOf(bundle)
    .filter(({ moduleIds }) => moduleIds.includes(moduleId))
    .map(({ fileName }) => fileName)
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = bundle[name] as Chunk | undefined
    if (found.has(name) || known.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    queue.push(...chunk.imports)
    for (const css of chunk.viteMetadata?.importedCss ?? []) if (!known.has(css)) found.add(css)
  }
  return [...found]
}

function callsOf(path: string): EarlyCall[] {
  const own: Requires = routes.find((route) => route.path === path)?.requires ?? 'token'
  return (firstCalls[path as keyof typeof firstCalls] ?? []).map(({ name, input, requires }) => {
    const [area = '', call = ''] = name.split('.')
    const needed = (calls as Record<string, Record<string, { requires: Requires }>>)[area]?.[call]?.requires
    const { method, path: address, body } = requestOf(name, input)
    const rights = [own, needed ?? 'token', requires ?? 'token'].filter((each) => each !== 'token')
    return {
      method,
      path: address,
      ...(body === undefined ? {} : { body }),
      requires: rights.filter((each, at) => rights.findIndex((one) => isDeepStrictEqual(one, each)) === at),
    }
  })
}

function planOf(bundle: Bundle): EarlyPlan {
  const known = new Set(filesOf(bundle, join(source, 'app/main.tsx'), new Set()))
  const signedIn = filesOf(bundle, join(source, 'app/SignedIn.tsx'), known)
  const behindSignIn = screens.filter(
    ({ path }) => routes.find((route) => route.path === path)?.requires !== 'public',
  )
  const names: string[] = []
  const placeOf = (name: string): number => {
    if (!names.includes(name)) names.push(name)
    return names.indexOf(name)
  }
  const rows = behindSignIn.map(({ path, file, texts }) => {
    const files = [...new Set([...signedIn, ...filesOf(bundle, file, known)])]
    return [
      path,
      {
        // In the order of their places, which compresses best; all are asked for at once.
        files: files.map(placeOf).toSorted((a, b) => a - b),
        texts: [...new Set(['ui', 'table', ...texts, 'errors'])],
        calls: callsOf(path),
      },
    ] as const
  })
  return {
    self: requestOf('auth.self', {}).path,
    files: names.map((name) => name.replace(/^assets\//, '')),
    screens: Object.fromEntries(rows),
  }
}

/** Builds `early.ts` into a file of its own, with what each screen needs written into it. */
export function earlyScript(): Plugin {
  return {
    name: 'khlang:early-script',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(source, 'app/early.ts'), name: 'early' })
    },
    // After everything else: only then is it known which files there will be.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunk = chunksOf(bundle).find(({ name }) => name === 'early')
        const page = bundle['index.html']
        if (!chunk || chunk.imports.length > 0 || page?.type !== 'asset')
          throw new Error('early.ts is built into a file of its own.')
        const code = chunk.code.replaceAll('KHLANG_EARLY_PLAN', () => JSON.stringify(planOf(bundle)))
        const digest = createHash('sha256').update(code).digest('base64url').slice(0, 8)
        const fileName = `assets/early-${digest}.js`
        delete bundle[chunk.fileName]
        this.emitFile({ type: 'asset', fileName, source: code })
        const tag = `<script type="module" async src="/${fileName}"></script>`
        page.source = String(page.source).replace('<!-- early.ts -->', tag)
      },
    },
  }
}
