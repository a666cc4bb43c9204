import { describe, expect, test } from 'vitest'
import { withNewDigests } from './generate/migration-digests.ts'
import { tidy } from './tidy.ts'

/** The rules that a single invented file (and what stands beside it) breaks. */
function broken(path: string, text: string, beside: Record<string, string> = {}): string[] {
  const files = [
    { path, text },
    ...Object.entries(beside).map(([name, each]) => ({ path: name, text: each })),
  ]
  return [...new Set(tidy(files).map((each) => each.rule))]
}

const server = 'apps/server/src'
const web = 'apps/console/src'
const lines = (count: number): string => 'const a = 1\n'.repeat(count)
const body = (count: number): string => '  void 0\n'.repeat(count)

describe('sizes', () => {
  test('SQL of 500 lines and CSS of 300 lines pass, a line more does not', () => {
    expect(broken('database/0001_a.sql', lines(500))).toEqual([])
    expect(broken('database/0001_a.sql', lines(501))).toEqual(['file-size'])
    expect(broken(`${web}/ui/a.css`, lines(300))).toEqual([])
    expect(broken(`${web}/ui/a.css`, lines(301))).toEqual(['file-size'])
  })

  test('a folder of 25 files passes, one more does not; rooms in it and records are not counted', () => {
    const folder = (path: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${path}/a${at}.ts`, '']))
    expect(broken(`${server}/platform/a.ts`, '', folder(`${server}/platform`, 24))).toEqual([])
    expect(broken(`${server}/platform/a.ts`, '', folder(`${server}/platform`, 25))).toEqual(['folder-size'])
    expect(broken(`${server}/platform/a.ts`, '', folder(`${server}/platform/db`, 25))).toEqual([])
    expect(broken('docs/adr/0001-a.md', '', folder('docs/adr', 40))).toEqual([])
  })

  test('a function beside a component has 70 lines', () => {
    for (const [head, end] of [
      ['function f() {\n', '}\n'],
      ['const f = () => {\n', '}\n'],
      ['class A { f() {\n', '} }\n'],
    ] as const) {
      expect(broken(`${web}/ui/A.tsx`, `${head}${body(68)}${end}`)).toEqual([])
      expect(broken(`${web}/ui/A.tsx`, `${head}${body(69)}${end}`)).toEqual(['function-size'])
    }
    expect(broken(`${web}/ui/A.tsx`, `export function A() {\n${body(98)}}\n`)).toEqual([])
  })

  test('a line is counted in characters, not in bytes', () => {
    const line = (count: number): string => `// ${'ก😀'.repeat(count / 2)}\n`
    expect(broken(`${server}/platform/a.ts`, line(106))).toEqual([])
    expect(broken(`${server}/platform/a.ts`, line(108))).toEqual(['line-length'])
  })

  test('a line that is one regular expression may be long, a line with one in it may not', () => {
    const pattern = `/${'(?:a|[/b])\\/'.repeat(12)}/u`
    for (const text of [
      `const a =\n  ${pattern}\n`,
      `const a = ${pattern}\n`,
      `f({\n a: ${pattern},\n})\n`,
    ])
      expect(broken(`${server}/platform/a.ts`, text), text).toEqual([])
    for (const text of [
      `f(${pattern})\n`,
      `const a = ${pattern}.test(b)\n`,
      `/** ${'words '.repeat(20)}*/\n`,
    ])
      expect(broken(`${server}/platform/a.ts`, text), text).toEqual(['line-length'])
  })

  test("a bank's message may be long in a test, other texts and other files may not", () => {
    const message = `const a = \`เงินเข้า \${b} ${'บาท '.repeat(25)}\`\n`
    for (const name of ['a.test.ts', 'a.fixture.ts'])
      expect(broken(`${server}/features/auto-api/${name}`, message), name).toEqual([])
    expect(broken(`${server}/features/auto-api/a.ts`, message)).toEqual(['line-length'])
    const words = `const a = '${'words '.repeat(20)}'\n`
    expect(broken(`${server}/features/auto-api/a.test.ts`, words)).toEqual(['line-length'])
  })
})

describe('names', () => {
  test('features, locale files, routes and the registry of calls are named after areas', () => {
    expect(broken(`${server}/features/members/rules.ts`, '')).toEqual([])
    expect(broken(`${server}/features/users/rules.ts`, '')).toEqual(['areas'])
    expect(broken(`${server}/features/matching/rules.ts`, '')).toEqual([])
    expect(broken(`${web}/features/matching/LineList.tsx`, '')).toEqual(['areas'])
    expect(broken(`${web}/features/member/MemberList.tsx`, '')).toEqual(['areas'])
    expect(broken('apps/console/public/locales/th/player.json', '{}')).toEqual(['areas'])
    expect(broken('packages/contract/src/calls.ts', "import { a } from './users.ts'\n")).toEqual(['areas'])
    expect(broken('packages/contract/src/calls.ts', "import { a } from './members.ts'\n")).toEqual([])
    expect(broken('packages/contract/src/routes.ts', "const a = [{ area: 'users' }]\n")).toEqual(['areas'])
  })

  test('files that hold anything are refused', () => {
    for (const name of ['utils', 'helpers', 'common', 'misc', 'types', 'manager', 'date-utils'])
      expect(broken(`${server}/platform/${name}.ts`, '')).toEqual(['names'])
    expect(broken(`${web}/lib/utils/dates.ts`, '')).toEqual(['names'])
  })

  test('a file that only re-exports is refused', () => {
    expect(broken(`${web}/ui/index.ts`, "export * from './A.tsx'\nexport { B } from './B.tsx'\n")).toEqual([
      'barrel',
    ])
    expect(broken(`${web}/ui/main.ts`, "import './A.tsx'\n")).toEqual([])
  })
})

describe('what is refused in code', () => {
  test('work left for later, and paths of one machine', () => {
    expect(broken('docs/a.md', `${'TO'}DO: later\n`)).toEqual(['unfinished'])
    expect(broken('database/0001_a.sql', `-- ${'FIX'}ME\n`)).toEqual(['unfinished'])
    expect(broken('docs/a.md', `see ${'/wo'}rk/notes\n`)).toEqual(['machine-path'])
    expect(broken('docs/a.md', `see ${'/ro'}ot/notes\n`)).toEqual(['machine-path'])
    expect(broken('docs/a.md', 'see apps/work/notes and ./data\n')).toEqual([])
  })

  test('types that say nothing', () => {
    expect(broken(`${server}/app/a.ts`, 'const a = (b: any) => b\n')).toEqual(['any'])
    expect(broken(`${server}/app/a.ts`, 'const a = b as any\n')).toEqual(['any'])
    expect(broken(`${server}/app/a.ts`, 'const a = b!.c\n')).toEqual(['non-null'])
    expect(broken(`${server}/app/a.ts`, "// any: words\nconst a = ': any'\n")).toEqual([])
  })

  test('text turned into markup or code in the console', () => {
    for (const text of [
      'const a = <p dangerouslySetInnerHTML={b} />',
      'const a = { dangerouslySetInnerHTML: b }',
      'a.innerHTML = b',
      'eval(a)',
      'new Function(a)',
      'document.write(a)',
    ])
      expect(broken(`${web}/ui/A.tsx`, `${text}\n`), text).toEqual(['markup'])
    expect(broken(`${web}/ui/A.tsx`, "a.textContent = 'innerHTML'\n")).toEqual([])
  })

  test('SQL put together from pieces', () => {
    const path = `${server}/features/auth/queries.ts`
    for (const text of [
      'sql.raw(name)',
      'sql.raw(`a ${b}`)',
      'db.query(`select ${a}`)',
      "db.query('a' + b)",
    ])
      expect(broken(path, `${text}\n`), text).toEqual(['sql'])
    for (const text of ["sql.raw('desc')", "db.query('select $1', [a])", 'sql`select ${a}`'])
      expect(broken(path, `${text}\n`), text).toEqual([])
    expect(broken(`${server}/platform/migrations/migrate.ts`, 'db.query(`create role ${a}`)\n')).toEqual([])
  })

  test('tests that do not run', () => {
    for (const word of ['only', 'skip', 'todo'])
      expect(broken(`${server}/app/a.test.ts`, `test.${word}('a', f)\n`)).toEqual(['silent-test'])
    expect(broken(`${server}/app/a.test.ts`, "test.each([])('a', f)\n")).toEqual([])
  })

  test('code that cannot be read', () => {
    expect(broken(`${server}/app/a.ts`, 'const = \n')).toEqual(['unreadable'])
  })
})

describe('texts', () => {
  const locales = (
    thai: object,
    english: object = thai,
    namespace = 'members',
  ): Record<string, string> => ({
    [`apps/console/public/locales/th/${namespace}.json`]: JSON.stringify(thai),
    [`apps/console/public/locales/en/${namespace}.json`]: JSON.stringify(english),
  })
  const screen = (code: string): string => `const { t } = useTranslation('members')\n${code}\n`
  const path = `${web}/features/members/MemberList.tsx`

  test('a key stands in both languages, with a text', () => {
    expect(broken(path, screen("t('a')"), locales({ a: 'ก' }, {}))).toEqual(['locale-pair'])
    expect(broken(path, screen("t('a')"), locales({ a: 'ก' }, { a: ' ' }))).toEqual(['locale-pair'])
    expect(broken(path, screen("t('a.b')"), locales({ a: { b: 'ก' } }))).toEqual([])
  })

  test('a key that is asked for exists', () => {
    expect(broken(path, screen("t('a'); t('b')"), locales({ a: 'ก' }))).toEqual(['locale-key'])
    expect(broken(path, screen("t(x ? 'a' : 'b')"), locales({ a: 'ก' }))).toEqual(['locale-key'])
    expect(broken(path, screen("t('ui:b')"), locales({}))).toEqual(['locale-key'])
    expect(broken(path, screen('t(`state.${x}`)'), locales({ a: 'ก' }))).toContain('locale-key')
    expect(
      broken(path, screen("t('count', { count })"), locales({ count_one: 'ก', count_other: 'ก' })),
    ).toEqual([])
  })

  test('several files of texts: the first is meant where a key names none', () => {
    const two = (code: string): string => `const { t } = useTranslation(['members', 'ui'])\n${code}\n`
    expect(broken(path, two("t('a')"), locales({ a: 'ก' }))).toEqual([])
    expect(broken(path, two("t('a')"), locales({ a: 'ก' }, undefined, 'ui'))).toEqual(['locale-key'])
    expect(broken(path, two("t('ui:a')"), locales({ a: 'ก' }, undefined, 'ui'))).toEqual([])
  })

  test('a fact asks for its name and for the words of its codes', () => {
    const facts = (inner: string): string =>
      `const A = factsPart<B>({\n  area: 'members',\n  names: 'of',\n  facts: (fact) => [\n${inner}\n] })\n`
    const texts = { of: { a: 'ก' }, own: 'ข' }
    expect(broken(path, facts("fact.text('a'), fact.text('b', { label: 'own' })"), locales(texts))).toEqual(
      [],
    )
    expect(broken(path, facts("fact.text('a'), fact.text('c')"), locales({ of: { a: 'ก' } }))).toEqual([
      'locale-key',
    ])
    expect(broken(path, facts("fact.word('a', 'states')"), locales({ of: { a: 'ก' } }))).toEqual([
      'locale-key',
    ])
    const states = { of: { a: 'ก' }, states: { open: 'ข' } }
    expect(broken(path, facts("fact.word('a', 'states')"), locales(states))).toEqual([])
  })

  test('a key that nobody asks for is listed', () => {
    expect(broken(path, screen("t('a')"), locales({ a: 'ก', b: 'ข' }))).toEqual(['locale-unused'])
    expect(broken(path, screen('t(`state.${x}`)'), locales({ state: { open: 'ก' } }))).toEqual([])
    expect(broken(path, screen("t('a'); px(`${b}c`)"), locales({ a: 'ก', bc: 'ข' }))).toEqual([
      'locale-unused',
    ])
    // A key that names another file, whole or with holes, is none of this one.
    expect(broken(path, screen("px('ui:a')"), locales({ a: 'ก' }))).toEqual(['locale-unused'])
    expect(broken(path, screen('px(`ui:${x}`)'), locales({ a: 'ก' }))).toEqual(['locale-unused'])
  })

  test('a list asks for its title and its empty text, under the name of its texts', () => {
    const list = "const A = listPart<B>({ area: 'members', texts: 'own' })\n"
    const own = { title: 'ก', empty: 'ข' }
    expect(broken(path, list, locales({ own: { ...own, lead: 'ค' } }))).toEqual([])
    expect(broken(path, list, locales({ own: { title: 'ก' } }))).toEqual(['locale-key'])
    expect(broken(path, list, locales({ own: { ...own, other: 'ค' } }))).toEqual(['locale-unused'])
  })

  test('every error code has a text in both languages, and every text a code', () => {
    const contract = 'packages/contract/src/kit/errors.ts'
    const codes = 'export const errorStatus = {\n  notFound: 404,\n}\n'
    expect(broken(contract, codes, locales({ notFound: 'ก' }, undefined, 'errors'))).toEqual([])
    expect(broken(contract, codes, locales({}, {}, 'errors'))).toEqual(['error-text'])
    expect(broken(contract, codes, locales({ notFound: 'ก', gone: 'ข' }, undefined, 'errors'))).toEqual([
      'error-text',
    ])
  })
})

describe('dependencies', () => {
  const page = (names: readonly string[]): Record<string, string> => ({
    'docs/dependencies.md': names.map((name) => `| \`${name}\` | server | why |\n`).join(''),
  })
  const manifest = (names: readonly string[]): string =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) })

  test('each has its reason, and each reason its dependency', () => {
    const path = 'apps/server/package.json'
    expect(broken(path, manifest(['fastify']), page(['fastify']))).toEqual([])
    expect(broken(path, manifest(['fastify', 'pg']), page(['fastify']))).toEqual(['dependencies'])
    expect(broken(path, manifest(['fastify']), page(['fastify', 'pg']))).toEqual(['dependencies'])
    expect(broken(path, manifest(['pg']), { 'docs/dependencies.md': '| `pg` | server |  |\n' })).toEqual([
      'dependencies',
    ])
  })

  test('there are at most 50', () => {
    const names = Array.from({ length: 51 }, (_, index) => `p${index}`)
    expect(broken('apps/server/package.json', manifest(names), page(names))).toEqual(['dependencies'])
    expect(broken('apps/server/package.json', manifest(names.slice(1)), page(names.slice(1)))).toEqual([])
  })
})

describe('migrations', () => {
  const text = 'create table a ();\n'
  const file = 'database/migrations/0001_a.sql'
  const list = withNewDigests('', new Map([['0001_a.sql', text]]))
  const at = 'database/migrations/digests.txt'

  test('one that was merged is neither edited nor taken away; a new one gets its digest', () => {
    expect(broken(file, text, { [at]: list })).toEqual([])
    expect(broken(file, `${text}-- Another word.\n`, { [at]: list })).toEqual(['migration-digest'])
    expect(broken('README.md', 'text\n', { [at]: list })).toEqual(['migration-digest'])
    expect(broken(file, text, { [at]: '' })).toEqual(['migration-digest'])
    expect(broken(file, text, { [at]: `${list}${list}` })).toEqual(['migration-digest'])
  })

  test('the command adds new files only, and renews one that is named', () => {
    const files = new Map([
      ['0001_a.sql', 'edited'],
      ['0002_b.sql', 'new'],
    ])
    const added = withNewDigests(list, files)
    expect(added.startsWith(list)).toBe(true)
    expect(added.split('\n')).toHaveLength(3)
    expect(withNewDigests(list, files, ['0001_a.sql'])).not.toContain(list.trim())
  })
})

describe('SQL functions', () => {
  const head = 'create or replace function a() returns int language sql as $$'
  const file = 'database/functions/members.sql'

  test('a file of them holds what may be run again, and nothing else', () => {
    expect(
      broken(file, `-- One; two.\n${head}\n  select 1; $$;\nrevoke all on function a() from public;\n`),
    ).toEqual([])
    expect(broken(file, 'create or replace trigger b before insert on c execute function a();\n')).toEqual(
      [],
    )
    for (const text of [
      'create function a() returns int;',
      'update b set c = 1;',
      `${head} select 1 $$; drop table b;`,
    ])
      expect(broken(file, `${text}\n`)).toEqual(['sql-functions'])
    expect(broken(file, `${head} select 1 $$;\nselect 1`)).toEqual(['sql-functions'])
  })

  test('one has 70 lines, and a file of them 300', () => {
    const long = (count: number) => `${head}\n${'select 1;\n'.repeat(count - 2)}$$;\n`
    expect(broken(file, long(70))).toEqual([])
    expect(broken(file, long(71))).toEqual(['function-size'])
    expect(broken(file, `${long(70)}${'-- A line.\n'.repeat(231)}`)).toEqual(['file-size'])
  })

  test('a new migration makes none and alters none, but what stored rows rest on', () => {
    const at = 'database/migrations/digests.txt'
    const rules = (text: string, name = '0070_b.sql') =>
      broken(`database/migrations/${name}`, text, {
        [at]: withNewDigests('', new Map([[name, text]])),
        'database/functions/frozen.sql': `${head} select 1 $$;\n`,
      })
    expect(rules('-- create function c()\ndrop function c();\n')).toEqual([])
    expect(rules('create or replace function a() returns int return 2;\n')).toEqual([])
    expect(rules('create function c() returns int return 2;\n', '0061_registered.sql')).toEqual([])
    expect(rules('create function c() returns int return 2;\n')).toEqual(['sql-functions'])
    expect(rules('do $$ begin alter function c() strict; end $$;\n')).toEqual(['sql-functions'])
  })
})
