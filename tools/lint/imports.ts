import type { OxlintOverride } from 'oxlint'
import { areas, moneyRooms } from '../area-names.ts'
import { layoutRooms, type Rooms } from './rooms.ts'

// Who may import whom (docs/ARCHITECTURE.md). The rule of oxlint judges the text of an import, so each
// pattern is said for files of one place, and those in folders count the steps up that lead out of an area.

interface Pattern {
  readonly regex?: string
  readonly group?: string[]
  readonly message: string
}

/** For the files of a place these patterns hold, and no other ones: a later line replaces an earlier one. */
const within = (files: string | string[], patterns: readonly Pattern[]): OxlintOverride => ({
  files: [files].flat(),
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns, ...forms] }] },
})

const anyOf = (names: readonly string[]): string => `(?:${names.join('|')})`

/** A longer way to a file than there is would pass the patterns unseen. */
const forms: readonly Pattern[] = [
  { regex: String.raw`^\./\.|[^./]/\.\.?/|//`, message: 'write the shortest path' },
  {
    regex: String.raw`^(?:\.|@khlang/).*/[^./]*$`,
    message: 'name the file with its extension',
  },
]

/** What each unit may import besides itself. Tools, bench and browser tests stand outside and see all. */
const unitsAllowed = {
  money: [],
  ledger: ['money'],
  contract: ['money'],
  'bank-messages': ['money', 'contract'],
  'phone-client': [],
  server: ['ledger', 'money', 'contract', 'bank-messages'],
  console: ['money', 'contract'],
  sandbox: ['money', 'contract', 'phone-client'],
} satisfies Record<string, string[]>
type Unit = keyof typeof unitsAllowed
const outside = ['tools', 'bench', 'prove', 'e2e', 'database']
const apps: readonly string[] = ['server', 'console', 'sandbox']

const folderOf = (unit: string): string => `${apps.includes(unit) ? 'apps' : 'packages'}/${unit}`

function beyond(unit: Unit, but = ''): Pattern[] {
  const allowed: readonly string[] = unitsAllowed[unit]
  const others = Object.keys(unitsAllowed).filter((name) => name !== unit)
  const beside = [...others, ...outside].filter((name) => name !== but)
  const refused = others.filter((name) => !allowed.includes(name))
  return [
    { regex: `^@khlang/${anyOf(refused)}/`, message: `${unit} may not import it` },
    {
      regex: String.raw`^(?:\.\./)+(?:(?:apps|packages)/)?${anyOf(beside)}/`,
      message: `${unit} imports nothing beside itself but packages it may, by their name`,
    },
  ]
}

/** Folders of `src` that a layer may not import. */
const layers = (from: string, refused: readonly string[]): Pattern => ({
  regex: String.raw`^(?:\.\./)+${anyOf(refused)}/`,
  message: `${from} may not import ${refused.join(', ')}`,
})

/** As many steps up as lead from a file out of its area. */
const out = (depth: number): string => String.raw`^(?:\.\./){${depth}}`
const depths = [1, 2, 3]
const inFolders = (depth: number): string => `${'*/'.repeat(depth - 1)}*.{ts,tsx}`

const isOfDatabase = String.raw`/(?:.*[/-])?(?:queries|handlers)(?:\.ts$|/)`
const otherRows = (depth: number, names: string): Pattern => ({
  regex: `${out(depth)}${names}${isOfDatabase}`,
  message: 'an area asks another by its rules, never by its queries or handlers',
})

/**
 * A room imports those before it and its own files; what lies beside the rooms imports what stands before.
 * What holds anyway is said for a file that lies so many folders deep.
 */
const inRooms = (
  { base, order, beside = [] }: Rooms,
  patterns: (depth: number) => readonly Pattern[],
): OxlintOverride[] => {
  const rooms = anyOf(order.filter((room) => !beside.includes(room)))
  const message = `it stands before it (tools/lint/rooms.ts)`
  const inRoom = (room: string, at: number) =>
    depths.map((depth) => {
      const behind = order.slice(at + 1)
      const refused = behind.length === 0 ? [] : [{ regex: `${out(depth)}${anyOf(behind)}/`, message }]
      return within(`${base}/${room}/${inFolders(depth)}`, [...patterns(depth + 1), ...refused])
    })
  return [
    within(`${base}/*.{ts,tsx}`, [...patterns(1), { regex: String.raw`^\./${rooms}/`, message }]),
    ...order.flatMap(inRoom),
  ]
}

const server = 'apps/server/src'
const inServer = beyond('server')
const inFeatures = [...inServer, layers('features', ['app', 'testing'])]

/** A room of money imports those before it, their queries too, and none behind it. */
const ofRoom = (room: string, at: number, depth: number): Pattern[] => {
  const behind = moneyRooms.slice(at + 1)
  return [
    ...inFeatures,
    otherRows(depth, anyOf(areas)),
    ...(behind.length === 0
      ? []
      : [{ regex: `${out(depth)}${anyOf(behind)}/`, message: `${room} stands before it` }]),
  ]
}

/**
 * The seed writes what the sandbox's phones would have sent, groups for its chat rooms, and the games of its
 * providers as they declare and show them: it shares their wording, chance, rooms, lists and pictures alone.
 */
const inSeed: readonly Pattern[] = [
  ...beyond('server', 'sandbox'),
  {
    group: [
      '**/sandbox/src/**',
      ...['chat', 'games', 'games/pictures'].flatMap((room) => [
        `!**/sandbox/src/${room}/`,
        `**/sandbox/src/${room}/**`,
      ]),
      ...['message-shapes', 'random', 'chat/accounts', 'games/game-list', 'games/pictures/picture'].map(
        (name) => `!**/sandbox/src/${name}.ts`,
      ),
    ],
    message: 'the seed shares wording, chance, rooms and games as they are shown with the sandbox alone',
  },
]

const serverRules: readonly OxlintOverride[] = [
  within(`${server}/**`, [...inServer, layers('what runs', ['testing'])]),
  ...inRooms(layoutRooms.platform, () => [...inServer, layers('platform', ['features', 'app', 'testing'])]),
  ...depths.flatMap((depth) => [
    within(`${server}/features/*/${inFolders(depth)}`, [...inFeatures, otherRows(depth, '[^./][^/]*')]),
    ...moneyRooms.map((room, at) =>
      within(`${server}/features/${room}/${inFolders(depth)}`, ofRoom(room, at, depth)),
    ),
  ]),
  within(`${server}/app/seed/**`, [...inSeed, layers('what runs', ['testing'])]),
  within([`${server}/**/*.{test,fixture}.ts`, `${server}/testing/**`], inServer),
  within(`${server}/app/seed/*.test.ts`, inSeed),
]

const web = 'apps/console/src'
const inConsole = beyond('console')
const inUi: readonly Pattern[] = [
  ...inConsole,
  layers('ui', ['features', 'app']),
  { regex: '^@khlang/contract/', message: 'ui knows no domain word and never imports the contract' },
]
const inScreens = (depth: number): Pattern[] => [
  ...inConsole,
  layers('features', ['app']),
  { regex: `${out(depth)}[^./]`, message: 'features stand alone' },
]
const screenRooms = [
  layoutRooms.preTransactions,
  layoutRooms.employees,
  layoutRooms.groups,
  layoutRooms.members,
]
const consoleRules: readonly OxlintOverride[] = [
  within(`apps/console/**`, inConsole),
  ...inRooms(layoutRooms.ui, () => inUi),
  // What is fetched when somebody asks for it: no arrow of the first load.
  within(`${web}/ui/later-parts.ts`, inUi),
  ...inRooms(layoutRooms.lib, () => [...inConsole, layers('lib', ['features', 'app'])]),
  ...depths.map((depth) => within(`${web}/features/*/${inFolders(depth)}`, inScreens(depth))),
  ...screenRooms.flatMap((rooms) => inRooms(rooms, inScreens)),
  // Tests may try several rooms beside each other.
  within(`${web}/lib/**/*.test.{ts,tsx}`, [...inConsole, layers('lib', ['features', 'app'])]),
  ...screenRooms.map(({ base }) => within(`${base}/*.test.{ts,tsx}`, inScreens(1))),
]

const otherUnits: readonly Unit[] = [
  'money',
  'ledger',
  'contract',
  'bank-messages',
  'phone-client',
  'sandbox',
]

export const importRules: OxlintOverride[] = [
  within('{tools,bench,prove,e2e}/**', []),
  ...otherUnits.map((unit) => within(`${folderOf(unit)}/**`, beyond(unit))),
  ...serverRules,
  ...consoleRules,
]
