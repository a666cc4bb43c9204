import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'

// Every planted file is written at once, and oxlint is started once: the tests look at what it said of each.

const root = fileURLToPath(new URL('../../', import.meta.url))
const server = 'apps/server/src'
const web = 'apps/console/src'
const body = (count: number): string => '  void 0\n'.repeat(count)
const lines = (count: number): string => `export const a = 1\n${'// a\n'.repeat(count - 1)}`

const refused: readonly (readonly [string, string])[] = [
  ['packages/money/src/a.ts', '@khlang/ledger/posting.ts'],
  ['packages/money/src/b.ts', '@khlang/contract/values/values.ts'],
  ['packages/ledger/src/a.ts', '@khlang/contract/values/values.ts'],
  ['packages/contract/src/a.ts', '@khlang/ledger/posting.ts'],
  ['packages/contract/src/b.ts', '../../../apps/server/src/platform/db.ts'],
  ['packages/bank-messages/src/a.ts', '@khlang/ledger/posting.ts'],
  ['packages/phone-client/src/a.ts', '@khlang/contract/values/values.ts'],
  [`${web}/lib/a.ts`, '@khlang/ledger/posting.ts'],
  [`${web}/lib/b.ts`, '../../../server/src/platform/db.ts'],
  [`${web}/lib/c.ts`, '../features/auth/use-otp.ts'],
  ['apps/sandbox/src/a.ts', '../../server/src/platform/db.ts'],
  ['apps/sandbox/src/b.ts', '@khlang/ledger/posting.ts'],
  [`${server}/platform/a.ts`, '../features/auth/rules.ts'],
  [`${server}/platform/b.ts`, '../app/config.ts'],
  [`${server}/platform/c.ts`, '../../../sandbox/src/random.ts'],
  [`${server}/platform/d.ts`, '../../../../tools/test-report.ts'],
  [`${server}/features/auth/a.ts`, '../../app/config.ts'],
  [`${server}/features/auth/b.ts`, '../members/queries.ts'],
  [`${server}/features/auth/c.ts`, '../members/handlers.ts'],
  [`${server}/features/auth/d.ts`, '../members/note-queries.ts'],
  [`${server}/features/auth/e.ts`, '../members/queries/notes.ts'],
  [`${server}/features/auth/f.ts`, '../../testing/server.ts'],
  [`${server}/features/auth/inner/a.ts`, '../../members/queries.ts'],
  [`${server}/features/withdrawals/a.ts`, '../bank-lines/rules.ts'],
  [`${server}/features/bank-lines/a.ts`, '../matching/link.ts'],
  [`${server}/platform/db/a.ts`, '../people/actor.ts'],
  [`${server}/platform/e.ts`, './db/db.ts'],
  [`${server}/platform/db/b.ts`, '../../features/auth/rules.ts'],
  [`${web}/ui/page/a.ts`, '../table/DataTable.tsx'],
  [`${web}/ui/table/rows/a.ts`, '../../filters/Filters.tsx'],
  [`${web}/lib/d.ts`, './call/query.ts'],
  [`${web}/features/pre-transactions/rows/a.ts`, '../queue/Queue.tsx'],
  [`${web}/features/pre-transactions/rows/b.ts`, '../../members/MemberList.tsx'],
  [`${server}/features/bank-lines/scoring/a.ts`, '../../matching/link.ts'],
  [`${server}/features/matching/b.ts`, '../members/queries.ts'],
  [`${server}/features/members/a.ts`, '../withdrawals/queries.ts'],
  [`${server}/app/a.ts`, '../testing/server.ts'],
  [`${server}/app/seed/a.ts`, '../../../../sandbox/src/chat/rooms.ts'],
  [`${server}/app/seed/b.ts`, '../../../../sandbox/src/main.ts'],
  [`${web}/ui/a.ts`, '../features/auth/Login.tsx'],
  [`${web}/ui/b.ts`, '../app/theme.ts'],
  [`${web}/ui/c.ts`, '@khlang/contract/routes.ts'],
  [`${web}/features/auth/a.ts`, '../members/MemberList.tsx'],
  [`${web}/features/auth/b.ts`, '../../app/theme.ts'],
  [`${web}/features/auth/c.ts`, './../members/MemberList.tsx'],
  [`${web}/features/auth/d.ts`, './inner/../../members/MemberList.tsx'],
  [`${web}/features/auth/inner/a.ts`, '../../members/MemberList.tsx'],
  [`${server}/app/b.ts`, './config'],
  [`${server}/app/c.ts`, '@khlang/contract/values'],
]

const allowed: readonly (readonly [string, string])[] = [
  [`${server}/features/matching/a.ts`, '../bank-lines/intake-queries.ts'],
  [`${server}/features/bank-lines/b.ts`, '@khlang/bank-messages/parse-message.ts'],
  [`${server}/features/bank-lines/scoring/b.ts`, '../queries.ts'],
  [`${server}/features/bank-lines/scoring/c.ts`, '../../../platform/member-queries.ts'],
  ['packages/ledger/src/b.ts', '@khlang/money/amount.ts'],
  [`${server}/platform/people/a.ts`, '../db/db.ts'],
  [`${server}/platform/people/b.ts`, '../api-error.ts'],
  [`${web}/lib/e.ts`, './words/i18n.ts'],
  [`${web}/ui/later-parts.ts`, './table/tools/ExportMenu.tsx'],
  [`${web}/features/pre-transactions/queue/a.ts`, '../rows/RowCells.tsx'],
  [`${server}/features/auth/g.ts`, '../../platform/db.ts'],
  [`${server}/features/auth/h.ts`, '../members/rules.ts'],
  [`${server}/features/auth/i.ts`, './queries.ts'],
  [`${server}/features/auth/a.test.ts`, '../../testing/server.ts'],
  [`${server}/app/d.ts`, '../features/auth/handlers.ts'],
  [`${server}/app/seed/c.ts`, '../../../../sandbox/src/chat/accounts.ts'],
  [`${server}/app/seed/d.ts`, '../../../../sandbox/src/random.ts'],
  [`${web}/features/auth/e.ts`, '../../ui/Page.tsx'],
  [`${web}/features/auth/inner/b.ts`, '../Login.tsx'],
  [`${web}/app/a.ts`, '../features/auth/Login.tsx'],
  ['apps/sandbox/src/c.ts', '@khlang/contract/derived/client.ts'],
  ['apps/sandbox/src/d.ts', '@khlang/phone-client/pairing.ts'],
  ['tools/b.ts', '../apps/server/src/platform/db.ts'],
]

/** How an import may be written besides; each leads to another area. */
const forms: Readonly<Record<string, string>> = {
  [`${web}/features/auth/type.ts`]: "export type { A } from '../members/a.ts'\n",
  [`${web}/features/auth/again.ts`]: "export * from '../members/a.ts'\n",
  [`${web}/features/auth/lazy.ts`]: "export const a = () => import('../members/a.ts')\n",
}

const component = (name: string, count: number): string =>
  `export function ${name}() {\n${body(count - 2)}}\n`
const sizes: readonly (readonly [string, string, 'max-lines' | 'max-lines-per-function' | null])[] = [
  [`${server}/platform/size-a.ts`, lines(300), null],
  [`${server}/platform/size-b.ts`, lines(301), 'max-lines'],
  [`${web}/features/members/A.tsx`, lines(200), null],
  [`${web}/features/members/B.tsx`, lines(201), 'max-lines'],
  [`${server}/platform/size-a.test.ts`, lines(500), null],
  [`${server}/platform/size-b.test.ts`, lines(501), 'max-lines'],
  [`${server}/platform/db/db-types.ts`, lines(900), null],
  ['tools/size-a.ts', component('a', 70), null],
  ['tools/size-b.ts', component('a', 71), 'max-lines-per-function'],
  ['tools/size-c.ts', `export const a = () => {\n${body(69)}}\n`, 'max-lines-per-function'],
  ['tools/size-a.test.ts', component('a', 71), null],
  [`${web}/ui/A.tsx`, component('A', 100), null],
  [`${web}/ui/B.tsx`, component('A', 101), 'max-lines-per-function'],
]

const said = new Map<string, Set<string>>()
const rulesOf = (path: string): string[] => [...(said.get(path) ?? [])]

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'khlang-lint-'))
  try {
    const plant = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    plant('package.json', '{ "type": "module" }')
    plant(
      'oxlint.config.ts',
      `export { default } from '${pathToFileURL(join(root, 'oxlint.config.ts')).href}'\n`,
    )
    for (const [path, from] of [...refused, ...allowed]) plant(path, `export { a } from '${from}'\n`)
    for (const [path, text] of Object.entries(forms)) plant(path, text)
    for (const [path, text] of sizes) plant(path, text)
    const done = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--quiet', '-f', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { diagnostics } = JSON.parse(done.stdout) as { diagnostics: { code: string; filename: string }[] }
    for (const { code, filename } of diagnostics) {
      const rule = /\(([\w-]+)\)/.exec(code)?.[1] ?? code
      said.set(filename, (said.get(filename) ?? new Set()).add(rule))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('who may import whom', () => {
  test.each(refused)('%s does not import %s', (path) => {
    expect(rulesOf(path)).toEqual(['no-restricted-imports'])
  })
  test.each(allowed)('%s may import %s', (path) => {
    expect(rulesOf(path)).toEqual([])
  })
  test.each(Object.keys(forms))('%s is an import, too', (path) => {
    expect(rulesOf(path)).toEqual(['no-restricted-imports'])
  })
})

test.each(sizes)('the size of %s', (path, _, rule) => {
  expect(rulesOf(path)).toEqual(rule === null ? [] : [rule])
})
