import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerInput, startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { tinyPicture } from '../../testing/world/evidence.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'

let world: MoneyOutWorld
let fake: FakeProvider
let outside: string
let maker: Person
let checker: Person
let reader: Person
let told: { status: number; text: string }
let list: Server
let gamesAddress: string
const secret = 'canary-secret-of-a-new-provider'
const reason = 'the contract says so'
const once = () => ({ idempotencyKey: randomUUID() })

beforeAll(async () => {
  world = await createMoneyOutWorld()
  fake = await startFakeProvider(world.server)
  outside = encodeId('gameProvider', fake.id)
  const rights = { permissions: { gameManagement: ['isRead', 'isUpdate'] as const } }
  maker = await world.server.person({ ...rights, hasStepUp: true })
  checker = await world.server.person({ ...rights, hasStepUp: true, password: decidePassword })
  reader = await world.server.person({ permissions: { gameManagement: ['isRead'] } })
  list = createServer((request, response) => {
    const { 'x-time': at, 'x-signature': signature } = request.headers
    const right = createHmac('sha256', secret)
      .update(`GET\n${gamesAddress}\n${String(at)}`)
      .digest('hex')
    response.writeHead(signature === right ? told.status : 401).end(told.text)
  })
  await new Promise<void>((done) => list.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(list.address() as AddressInfo).port}`
  gamesAddress = `http://${host}/games`
  Object.assign(world.server.services, { egressAllow: [host] })
})
afterAll(async () => {
  await new Promise((done) => list.close(done))
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const row = async (id: string) => {
  const { records } = await reader.call('gameCatalogue.providers', { size: 100 })
  return records.find((each) => each.id === id)
}
const settings = (id: string) => reader.call('gameCatalogue.provider', { id })
/** A provider that two agreed to; closed. */
async function agreed(change: { gamesAddress?: string } = {}) {
  const input = { ...providerInput(), ...change, reason }
  const asked = await maker.call('gameCatalogue.createProvider', input, once())
  await decideAs(checker, asked.approvalId)
  return asked.id
}
/** What a form of it would send. */
async function typed(id: string) {
  const { nameTh, nameEn, adapter, addresses, minMinor, maxMinor, feeBps, version, ...rest } =
    await settings(id)
  const { maintenanceFrom, maintenanceUntil } = rest
  const words = { nameTh, nameEn, adapter, addresses, minMinor, maxMinor, feeBps, version }
  const { gamesAddress: lists, apiAddress, launchAddress, replayAddress } = rest
  const places = { gamesAddress: lists, apiAddress, launchAddress, replayAddress }
  return { id, ...words, ...places, maintenanceFrom, maintenanceUntil, reason }
}
const games = async (providerId: string) =>
  (await reader.call('gameCatalogue.games', { providerId, size: 100 })).records
const state = async (id: string, to: 'active' | 'maintenance' | 'closed') =>
  maker.call(
    'gameCatalogue.setProviderState',
    { id, version: (await settings(id)).version, state: to, reason },
    once(),
  )

describe('a provider', () => {
  test('is added by two, stands closed, and its secret is never shown', async () => {
    const input = { ...providerInput(), reason }
    const asked = await maker.call('gameCatalogue.createProvider', input, once())
    expect(asked.state).toBe('waiting')
    expect(await row(asked.id)).toBeUndefined()
    const shown = await checker.call('approvals.get', { id: asked.approvalId })
    expect(shown.differences).toContainEqual({ field: 'secretLast4', before: null, after: 'ider' })
    await decideAs(checker, asked.approvalId)
    expect(await row(asked.id)).toMatchObject({
      state: 'closed',
      games: 0,
      walletMode: 'seamless',
      types: [],
    })
    const found = await settings(asked.id)
    expect(found.secret.last4).toBe('ider')
    expect(found.callPath).toBe(`/auto/v1/provider/${asked.id}`)
    const again = await checker.call('approvals.get', { id: asked.approvalId })
    expect(JSON.stringify([shown, found, again])).not.toContain(secret)
    expect(await refusalOf(maker.call('gameCatalogue.createProvider', input, once()))).toMatchObject({
      code: 'invalidValue',
    })
  })

  test('is opened by two, closed and maintained by one', async () => {
    const id = await agreed()
    for (const to of ['active', 'maintenance'] as const) {
      const asked = await state(id, to)
      expect(asked.state).toBe('waiting')
      expect((await settings(id)).state).toBe('closed')
      await decideAs(checker, asked.approvalId)
      expect((await settings(id)).state).toBe(to)
      expect((await state(id, to === 'active' ? 'maintenance' : 'active')).state).toBe('done')
      expect((await state(id, 'closed')).state).toBe('done')
    }
  })

  test('cannot be opened by the program alone', async () => {
    const id = await agreed()
    const open = world.server.services.db
      .updateTable('game_providers')
      .set({ state: 'maintenance' })
      .where('id', '=', decodeId('gameProvider', id) ?? '')
      .execute()
    await expect(open).rejects.toThrow('approvalMissing')
  })

  test('is renamed by one, and takes two for its fee, limits, addresses and secret', async () => {
    const id = await agreed()
    const change = async (words: object) =>
      maker.call('gameCatalogue.updateProvider', { ...(await typed(id)), ...words }, once())
    expect(await change({ nameEn: 'Renamed' })).toEqual({ state: 'done', approvalId: null })
    for (const words of [
      { feeBps: 900 },
      { maxMinor: 2_000_000 },
      { addresses: ['203.0.113.0/24'] },
      { secret: 'another-canary-of-a-provider' },
      { launchAddress: 'https://games.example/{game}?token={token}' },
      { replayAddress: 'https://provider.example/{round}' },
    ]) {
      const { state: came, approvalId } = await change(words)
      expect(came).toBe('waiting')
      expect((await row(id))?.isSetupAsked).toBe(true)
      await decideAs(checker, approvalId)
    }
    const found = await settings(id)
    expect(found).toMatchObject({ nameEn: 'Renamed', feeBps: 900, maxMinor: 2_000_000 })
    expect(found).toMatchObject({ addresses: ['203.0.113.0/24'], secret: { last4: 'ider' } })
    expect(found.launchAddress).toBe('https://games.example/{game}?token={token}')
  })

  test.each([
    ['a version of before', { version: 0 }, 'stale'],
    ['a word that is no address', { addresses: ['everywhere'] }, 'invalidValue'],
    ['a most below its least', { minMinor: 500, maxMinor: 400 }, 'invalidValue'],
    ['half of a window', { maintenanceFrom: '2026-11-01T00:00:00.000Z' }, 'invalidValue'],
    [
      'a way into games that anybody can read',
      { launchAddress: 'http://games.example/{token}' },
      'urlForbidden',
    ],
    ['a way into games that says nobody', { launchAddress: 'https://games.example/' }, 'invalidFormat'],
    ['a place of rounds that names none', { replayAddress: 'https://games.example/' }, 'invalidFormat'],
    ['one whose round is its host', { replayAddress: 'https://{round}/' }, 'invalidFormat'],
    ['one without a lock', { replayAddress: 'http://games.example/{round}' }, 'invalidFormat'],
    ['a place inside the house', { gamesAddress: 'http://127.0.0.1:1/games' }, 'urlForbidden'],
  ])('refuses %s', async (_, words, code) => {
    const input = { ...(await typed(outside)), ...words }
    expect(await refusalOf(maker.call('gameCatalogue.updateProvider', input, once()))).toMatchObject({
      code,
    })
  })

  test('is found by those who may read, and by nobody else', async () => {
    const none = 'gpr_00000000000000000000000000'
    expect(await refusalOf(reader.call('gameCatalogue.provider', { id: none }))).toMatchObject({
      code: 'notFound',
    })
    const other = await world.server.person({ permissions: { betReport: ['isRead'] } })
    expect(await refusalOf(other.call('gameCatalogue.providers', {}))).toMatchObject({ code: 'forbidden' })
    const input = { id: outside, version: 1, state: 'closed' as const, reason }
    const refused = reader.call('gameCatalogue.setProviderState', input, once())
    expect(await refusalOf(refused)).toMatchObject({ code: 'forbidden' })
  })

  test('comes first where somebody puts it, and the others follow as they did', async () => {
    const all = async () => (await reader.call('gameCatalogue.providers', { size: 100 })).records
    const before = (await all()).map(({ id }) => id)
    const last = before.at(-1) ?? ''
    await maker.call('gameCatalogue.orderProviders', { ids: [last] }, once())
    expect((await all()).map(({ id }) => id)).toEqual([last, ...before.slice(0, -1)])
  })

  test('has a logo, no larger than it is seen, and the newer one in its place', async () => {
    expect(await refusalOf(reader.call('gameCatalogue.logo', { id: outside }))).toMatchObject({
      code: 'notFound',
    })
    const path = `/api/v1/website/game-provider/${outside}/logo`
    const headers = { authorization: `Bearer ${maker.token}` }
    const ground = { width: 1600, height: 900, channels: 3 as const, background: '#1c5fc0' }
    for (const picture of [tinyPicture, await sharp({ create: ground }).png().toBuffer()]) {
      const sent = await world.server.fetch(path, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/octet-stream',
          'idempotency-key': randomUUID(),
        },
        body: Buffer.from(picture),
      })
      expect(sent.status).toBe(200)
    }
    const seen = await world.server.fetch(path, { headers })
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata()
    expect([width, height]).toEqual([512, 288])
    expect((await settings(outside)).hasLogo).toBe(true)
  })
})

test('a window of maintenance begins and ends by itself, for bets too', async () => {
  const member = await world.factory.member()
  await world.fund(member, 10_000)
  const bet = () =>
    fake.say('bet', {
      userId: member.outside,
      gameId: 'tiger',
      roundId: randomUUID(),
      amount: '10',
      reference: randomUUID(),
    })
  const window = async (from: number, until: number) => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const input = { ...(await typed(outside)), maintenanceFrom: at(from), maintenanceUntil: at(until) }
    expect(await maker.call('gameCatalogue.updateProvider', input, once())).toMatchObject({ state: 'done' })
    return (await row(outside))?.stateNow
  }
  expect(await window(5, 10)).toBe('active')
  expect(await bet()).toMatchObject({ error: 0 })
  expect(await window(-5, 5)).toBe('maintenance')
  expect((await bet()).error).not.toBe(0)
  expect((await settings(outside)).state).toBe('active')
  expect(await window(-10, -5)).toBe('active')
  expect(await bet()).toMatchObject({ error: 0 })
})

describe('a game', () => {
  const words = {
    type: 'slot' as const,
    nameTh: 'มังกร',
    nameEn: 'Dragon King',
    rtpBps: 9650,
    volatility: 'high' as const,
    tags: ['new' as const],
    contributionBps: 5000,
    blockedLevels: [0],
    state: 'closed' as const,
  }

  test('is added, found by its words, changed once for a version, and its code is taken', async () => {
    const input = { providerId: outside, code: 'dragon-king', ...words }
    const { id } = await maker.call('gameCatalogue.createGame', input, once())
    expect(await refusalOf(maker.call('gameCatalogue.createGame', input, once()))).toMatchObject({
      code: 'invalidValue',
    })
    const { records } = await reader.call('gameCatalogue.games', { search: 'dragon k', tag: 'new' })
    expect(records).toMatchObject([{ id, rtpBps: 9650, provider: { id: outside } }])
    const next = { id, version: 1, ...words, nameEn: 'Dragon Queen' }
    expect(await maker.call('gameCatalogue.updateGame', next, once())).toEqual({ version: 2 })
    expect(await refusalOf(maker.call('gameCatalogue.updateGame', next, once()))).toEqual({
      code: 'stale',
      details: { version: 2 },
    })
    expect((await reader.call('gameCatalogue.game', { id })).nameEn).toBe('Dragon Queen')
  })

  test('of many that cannot be set holds up no other', async () => {
    const [one, other] = await games(outside)
    const rows = [
      { id: one?.id ?? '', version: one?.version ?? 0 },
      { id: other?.id ?? '', version: 99 },
      { id: 'gam_00000000000000000000000000', version: 1 },
    ]
    const set = { rows, state: 'maintenance' as const, addTags: ['hot' as const] }
    const { results } = await maker.call('gameCatalogue.setGames', set, once())
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'stale', 'notFound'])
    const [first, second] = await games(outside)
    expect(first).toMatchObject({ state: 'maintenance', tags: ['hot', ...(one?.tags ?? [])] })
    expect(second).toEqual(other)
  })

  test('stands where somebody puts it, among those of its provider alone', async () => {
    const before = (await games(outside)).map(({ id }) => id)
    const ids = before.toReversed()
    await maker.call('gameCatalogue.orderGames', { providerId: outside, ids }, once())
    expect((await games(outside)).map(({ id }) => id)).toEqual(ids)
    const elsewhere = { providerId: await agreed(), ids: ids.slice(0, 1) }
    const refused = maker.call('gameCatalogue.orderGames', elsewhere, once())
    expect(await refusalOf(refused)).toMatchObject({ code: 'invalidValue' })
  })
})

describe('what a provider tells of its games', () => {
  const game = (code: string, nameEn = code) => ({ code, type: 'slot', nameTh: code, nameEn })
  const tell = (...all: object[]) => {
    told = { status: 200, text: JSON.stringify({ games: all }) }
  }
  const compare = (id: string) => maker.call('gameCatalogue.compareGames', { id })
  const apply = (id: string, digest: string, parts: readonly ('added' | 'changed' | 'gone')[]) =>
    maker.call('gameCatalogue.applyGames', { id, digest, parts: [...parts], reason }, once())

  test('is shown, and done as it was shown when somebody says so', async () => {
    const id = await agreed({ gamesAddress })
    tell(game('one'), game('two'), game('new-type', 'x'))
    const first = await compare(id)
    expect(first.counts).toEqual({ added: 3, changed: 0, gone: 0 })
    expect(await games(id)).toEqual([])
    await apply(id, first.digest, ['added'])
    expect((await games(id)).map(({ code, state: is }) => [code, is])).toEqual([
      ['new-type', 'closed'],
      ['one', 'closed'],
      ['two', 'closed'],
    ])
    const open = (await games(id)).map(({ id: each, version }) => ({ id: each, version }))
    await maker.call('gameCatalogue.setGames', { rows: open, state: 'active' }, once())
    tell(game('one', 'renamed'), game('two'), { ...game('three'), type: 'plinko' })
    const second = await compare(id)
    expect(second).toMatchObject({
      counts: { added: 1, changed: 1, gone: 1 },
      added: [{ code: 'three', type: 'other' }],
      changed: [{ code: 'one', before: { nameEn: 'one' }, after: { nameEn: 'renamed' } }],
      gone: [{ code: 'new-type' }],
    })
    expect(await refusalOf(apply(id, first.digest, ['gone']))).toEqual({
      code: 'conflict',
      details: { reason: 'documentChanged' },
    })
    expect(await apply(id, second.digest, ['changed', 'gone'])).toEqual({ added: 0, changed: 1, gone: 1 })
    const now = new Map((await games(id)).map((each) => [each.code, each]))
    expect(now.get('one')?.nameEn).toBe('renamed')
    expect(now.get('new-type')?.state).toBe('closed')
    expect(now.has('three')).toBe(false)
  })

  test.each([
    ['nothing', { status: 500, text: '' }, 'notReached'],
    ['no JSON', { status: 200, text: '<html>' }, 'unreadable'],
    [
      'one game twice',
      { status: 200, text: JSON.stringify({ games: [game('a'), game('a')] }) },
      'unreadable',
    ],
  ])('changes nothing where it tells %s', async (_, answer, why) => {
    const id = await agreed({ gamesAddress })
    told = answer
    expect(await refusalOf(compare(id))).toEqual({ code: 'conflict', details: { reason: why } })
  })

  test('is not asked for where nobody said where', async () => {
    expect(await refusalOf(compare(outside))).toMatchObject({ code: 'requiredField' })
  })
})

test('no provider comes into use past the two, whoever writes it', async () => {
  const insert = (as: string, isSandbox: boolean) =>
    world.factory.query(
      `insert into game_providers (code, name_th, name_en, adapter, secret, max_minor, state, is_sandbox)
       values ($1, 'ก', 'a', 'betAndResult', '\\x01', 9, $2, $3)`,
      [`past-${as}-${isSandbox ? 'pretend' : 'real'}`, as, isSandbox],
    )
  await expect(insert('active', false)).rejects.toThrow('approvalMissing')
  await expect(insert('maintenance', false)).rejects.toThrow('approvalMissing')
  await insert('closed', false)
  await insert('active', true)
})
