import { randomUUID } from 'node:crypto'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBook } from '../../../platform/files/xlsx-book.ts'
import { startFakeProvider, type FakeProvider } from '../../../testing/fakes/fake-provider.ts'
import { refusalOf } from '../../../testing/refusal.ts'
import type { Person } from '../../../testing/server.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'

type Read = OutputOf<CallOf<'gameCatalogue.readGames'>>
type Part = 'added' | 'changed'

let world: MoneyOutWorld
let fake: FakeProvider
let id: string
let maker: Person
let reader: Person
const reason = 'the list of the contract'
const once = () => ({ idempotencyKey: randomUUID() })

beforeAll(async () => {
  world = await createMoneyOutWorld()
  fake = await startFakeProvider(world.server, 'betAndResult')
  id = encodeId('gameProvider', fake.id)
  maker = await world.server.person({ permissions: { gameManagement: ['isRead', 'isUpdate'] } })
  reader = await world.server.person({ permissions: { gameManagement: ['isRead'] } })
})
afterAll(() => world.stop())

/** Sends a file as the console does. */
async function send(file: string | Buffer, person = maker): Promise<Response> {
  return world.server.fetch(`/api/v1/website/game-provider/${id}/read-games`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': randomUUID(),
    },
    body: new Uint8Array(Buffer.from(file)),
  })
}
async function read(file: string | Buffer): Promise<Read> {
  const body = (await (await send(file)).json()) as { data?: Read }
  if (!body.data) throw new Error(`The file was refused: ${JSON.stringify(body)}`)
  return body.data
}
async function refused(file: string | Buffer, person = maker) {
  const response = await send(file, person)
  const { error } = (await response.json()) as { error: { code: string; details?: { reason?: string } } }
  return [response.status, error.code, error.details?.reason]
}
const take = (digest: string, parts: readonly Part[]) =>
  maker.call('gameCatalogue.importGames', { id, digest, parts: [...parts], reason }, once())
const games = async () =>
  (await reader.call('gameCatalogue.games', { providerId: id, size: 100 })).records.toSorted((a, b) =>
    a.code < b.code ? -1 : 1,
  )
const logged = (entityId: string) =>
  world.factory.query<Record<'action' | 'reason' | 'before' | 'after', unknown>>(
    'select action, reason, before, after from activity_log where entity_id = $1 order by id desc',
    [entityId],
  )

test('a file is shown first, and done as it was shown when somebody says so', async () => {
  const before = await games()
  const first = await read(
    [
      'Games of the contract,,,,,',
      'รหัส,ประเภทเกม,ชื่อไทย,ชื่ออังกฤษ,RTP,ความผันผวน',
      'phoenix,สล็อต,มังกรทอง,Golden Dragon,96.5%,สูง',
      'lucky-lotto,lottery,หวยเฮง,Lucky Lotto,,',
      'tiger,Slots,,Golden Tiger,94,-',
    ].join('\n'),
  )
  const tiger = before.find(({ code }) => code === 'tiger')
  expect(first).toMatchObject({
    total: 3,
    counts: { added: 2, changed: 1, refused: 0 },
    added: [
      { code: 'lucky-lotto', type: 'lotto', rtpBps: null, volatility: null },
      { code: 'phoenix', type: 'slot', nameTh: 'มังกรทอง', rtpBps: 9650, volatility: 'high' },
    ],
    changed: [{ code: 'tiger', after: { nameTh: 'Golden Tiger', nameEn: 'Golden Tiger', rtpBps: 9400 } }],
  })
  expect(await games()).toEqual(before)

  expect(await take(first.digest, ['added'])).toEqual({ added: 2, changed: 0 })
  const now = new Map((await games()).map((game) => [game.code, game]))
  expect(now.size).toBe(before.length + 2)
  expect(now.get('phoenix')).toMatchObject({ state: 'closed', volatility: 'high', contributionBps: 10_000 })
  // What is won by chance alone counts towards no turnover until somebody says so.
  expect(now.get('lucky-lotto')).toMatchObject({ state: 'closed', contributionBps: 0 })
  expect(now.get('tiger')).toEqual(tiger)

  // Each stands in the log as one that was added by hand, and the file with its reason.
  const [added] = await logged(now.get('phoenix')?.id ?? '')
  expect(added).toMatchObject({ action: 'gameAdded', after: { code: 'phoenix', state: 'closed' } })
  expect((await logged(id)).find(({ action }) => action === 'gamesImported')).toMatchObject({
    reason,
    after: { added: 2, changed: 0 },
  })
  const gone = { code: 'conflict', details: { reason: 'documentChanged' } }
  expect(await refusalOf(take(first.digest, ['changed']))).toEqual(gone)
})

test('a game that is here is called as the file says; what the file leaves out of it stays', async () => {
  const file = 'Game Code,Game Type,Game Name\nphoenix,slot,Dragon of Gold\n'
  const { digest, counts, changed } = await read(file)
  expect(counts).toEqual({ added: 0, changed: 1, refused: 0 })
  expect(changed[0]?.before).toMatchObject({ nameTh: 'มังกรทอง', rtpBps: 9650 })
  expect(await take(digest, ['changed'])).toEqual({ added: 0, changed: 1 })
  const phoenix = (await games()).find(({ code }) => code === 'phoenix')
  expect(phoenix).toMatchObject({ nameEn: 'Dragon of Gold', rtpBps: 9650, volatility: 'high', version: 2 })
  const [set] = await logged(phoenix?.id ?? '')
  expect(set).toMatchObject({ action: 'gameSet', before: { nameEn: 'Golden Dragon' } })
  expect((await read(file)).counts).toEqual({ added: 0, changed: 0, refused: 0 })
})

test('a line that is not understood is shown with what is wrong, and holds up no other', async () => {
  const { counts, refused: lines } = await read(
    [
      'code,type,name,rtp,volatility',
      'รหัส 1,slot,One,,',
      'two,plinko,Two,,',
      'three,slot,,,',
      'four,slot,Four,960,',
      'five,slot,Five,96,wild',
      `six,slot,${'x'.repeat(81)},,`,
      'seven,slot,Seven,0.965,low',
      'seven,slot,Seven,,',
    ].join('\n'),
  )
  expect(counts).toEqual({ added: 1, changed: 0, refused: 7 })
  expect(lines.map(({ no, fault }) => [no, fault])).toEqual([
    [2, 'codeUnclear'],
    [3, 'typeUnclear'],
    [4, 'nameMissing'],
    [5, 'rtpUnclear'],
    [6, 'volatilityUnclear'],
    [7, 'nameUnclear'],
    [9, 'codeTwice'],
  ])
  expect(lines[1]?.cell).toBe('plinko')
})

test('a spreadsheet is read as well, its percent cells too', async () => {
  const book = await writeBook({
    headings: ['Code', 'Game type', 'Thai name', 'English name', 'RTP'],
    formats: [
      ...Array.from({ length: 4 }, () => ({ type: 'text' as const })),
      { type: 'number', format: '0.00%' },
    ],
    widths: [10, 10, 10, 10, 10],
    rows: [['fish', 'ยิงปลา', 'ล่าปลา', 'Fish Hunt', 0.955]],
    totals: [],
    mark: '',
  })
  const { added } = await read(book)
  expect(added).toEqual([
    { code: 'fish', type: 'fishing', nameTh: 'ล่าปลา', nameEn: 'Fish Hunt', rtpBps: 9550, volatility: null },
  ])
})

test('what cannot be read is refused as a whole, and so is whoever may not add a game', async () => {
  expect(await refused('code,type,name\na,slot,A', reader)).toEqual([403, 'forbidden', undefined])
  expect(await refused('name,rtp\nA,96')).toEqual([409, 'statementRefused', 'noColumn'])
  expect(await refused('code,type,name\n')).toEqual([409, 'statementRefused', 'noRows'])
  const many = Array.from({ length: 1001 }, (_, at) => `g${at},slot,G`).join('\n')
  expect(await refused(`code,type,name\n${many}`)).toEqual([422, 'statementUnreadable', 'tooManyRows'])
  expect(await refused(Buffer.alloc(1024 * 1024 + 1, 'a'))).toEqual([413, 'statementTooLarge', undefined])
})

test('what a provider told is not taken over as a file, nor a file as what it told', async () => {
  const { digest } = await read('code,type,name\nnew-one,slot,New')
  const applied = maker.call('gameCatalogue.applyGames', { id, digest, parts: ['added'], reason }, once())
  expect(await refusalOf(applied)).toMatchObject({ code: 'conflict' })
  expect(await take(digest, ['added'])).toEqual({ added: 1, changed: 0 })
})
