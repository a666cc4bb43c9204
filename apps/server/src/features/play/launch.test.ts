import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { oldRowsWork } from '../../platform/work/old-rows.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'

// The member site opens a game for a member, and its provider learns by the token who came.

const launchAddress = 'https://games.example/open?game={game}&token={token}&lang={lang}'
let world: MoneyOutWorld
let provider: FakeProvider
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await withAddress()
})
afterEach(() => {
  world.server.clock.ms = 0
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

async function withAddress(): Promise<FakeProvider> {
  const made = await startFakeProvider(world.server)
  await set('game_providers', made.id, 'launch_address', launchAddress)
  return made
}
const set = (table: string, id: string, column: string, value: string | null) =>
  world.server.database.plant(`update ${table} set ${column} = $2 where id = $1`, [id, value])
const setGame = (code: string, state: string) =>
  world.server.database.plant('update games set state = $3 where provider_id = $1 and code = $2', [
    provider.id,
    code,
    state,
  ])
const ask = (member: Pick<FactoryMember, 'outside'>, more: Record<string, string> = {}) =>
  world.site.send('/member/v1/game/launch', {
    memberId: member.outside,
    providerId: encodeId('gameProvider', provider.id),
    gameCode: 'tiger',
    ...more,
  })
const tokenOf = async (member: FactoryMember, more: Record<string, string> = {}): Promise<string> => {
  const { status, body } = await ask(member, more)
  expect(status).toBe(200)
  return String(body.data?.['token'])
}
/** Another call each time: the address of the browser is of its own. */
const open = (token: string, from: FakeProvider = provider, ipAddress: string = randomUUID()) =>
  from.say('authenticate', { token, gameId: 'tiger', ipAddress })
const statesOf = async ({ id }: FactoryMember) => {
  const rows = await world.factory.query<{ state: string }>(
    'select state from game_launches where member_id = $1 order by created_at, id',
    [id],
  )
  return rows.map(({ state }) => state)
}

test('a member’s browser is sent to the game, and the token tells its provider once who came', async () => {
  const member = await world.factory.member()
  await world.fund(member, 12_345)
  const { body } = await ask(member, { lang: 'en' })
  const { address, token, expiresAt } = body.data as Record<string, string>
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(address).toBe(`https://games.example/open?game=tiger&token=${token}&lang=en`)
  expect(Date.parse(expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(120_000)
  const stored = await world.factory.query('select * from game_launches where member_id = $1', [member.id])
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(await open(token ?? '')).toEqual({
    userId: member.outside,
    currency: 'THB',
    cash: 123.45,
    bonus: 0,
    error: 0,
    description: 'Success',
  })
  expect(await open(token ?? '')).toEqual({ error: 4, description: 'tokenUnknown' })
  expect(await statesOf(member)).toEqual(['open'])
})

test('the same call within a minute is answered again, and no longer', async () => {
  const token = await tokenOf(await world.factory.member())
  const first = await open(token, provider, '1.1.1.1')
  expect(first).toMatchObject({ error: 0 })
  expect(await open(token, provider, '1.1.1.1')).toEqual(first)
  expect(await open(token, provider, '2.2.2.2')).toMatchObject({ error: 4 })
  world.server.clock.ms = 61_000
  expect(await open(token, provider, '1.1.1.1')).toMatchObject({ error: 4 })
})

test('of many calls with one token one comes in; one call told often is answered alike', async () => {
  const one = await tokenOf(await world.factory.member())
  const others = await Promise.all(Array.from({ length: 8 }, () => open(one)))
  expect(others.filter(({ error }) => error === 0)).toHaveLength(1)
  const two = await tokenOf(await world.factory.member())
  const same = await Promise.all(Array.from({ length: 8 }, () => open(two, provider, '1.1.1.1')))
  expect(new Set(same.map(({ error }) => error))).toEqual(new Set([0]))
})

test('a token that waited two minutes, and one that nobody made, open nothing', async () => {
  const member = await world.factory.member()
  const token = await tokenOf(member)
  world.server.clock.ms = 121_000
  expect(await open(token)).toMatchObject({ error: 4 })
  expect(await open('')).toMatchObject({ error: 4 })
  expect(await open('A'.repeat(43))).toMatchObject({ error: 4 })
  expect(await statesOf(member)).toEqual(['waiting'])
})

test('another provider’s token, and a call that the provider did not sign, open nothing', async () => {
  const other = await withAddress()
  const token = await tokenOf(await world.factory.member())
  expect(await open(token, other)).toMatchObject({ error: 4 })
  expect(await provider.say('authenticate', { token }, 'guessed')).toMatchObject({ error: 5 })
  expect(await open(token)).toMatchObject({ error: 0 })
})

test('a provider that speaks in rooms verifies who came, within a minute again', async () => {
  const combined = await startFakeProvider(world.server, 'transferInOut')
  await set('game_providers', combined.id, 'launch_address', launchAddress)
  const member = await world.factory.member()
  const token = await tokenOf(member, { providerId: encodeId('gameProvider', combined.id) })
  const verify = (session: string) =>
    combined.sayRound({ operator_player_session: session, game_id: 'tiger' }, 'VerifySession')
  const first = await verify(token)
  expect(first).toEqual({
    data: { player_name: member.outside, nickname: member.outside, currency: 'THB' },
    error: null,
  })
  expect(await verify(token)).toEqual(first)
  expect(await verify('A'.repeat(43))).toMatchObject({ data: null, error: { code: '1300' } })
  world.server.clock.ms = 61_000
  expect(await verify(token)).toMatchObject({ error: { code: '1300' } })
})

test('the next game at a provider ends the one before, whether it was opened or not', async () => {
  const member = await world.factory.member()
  const before = await tokenOf(member)
  await open(before, provider, '1.1.1.1')
  const next = await tokenOf(member, { gameCode: 'dragon' })
  expect(await open(before, provider, '1.1.1.1')).toMatchObject({ error: 4 })
  const last = await tokenOf(member)
  expect(await open(next)).toMatchObject({ error: 4 })
  expect(await open(last)).toMatchObject({ error: 0 })
  expect(await statesOf(member)).toEqual(['ended', 'ended', 'open'])
  const other = await withAddress()
  await tokenOf(member, { providerId: encodeId('gameProvider', other.id) })
  expect(await statesOf(member)).toEqual(['ended', 'ended', 'open', 'waiting'])
})

test('launches of one member at once leave one that lives', async () => {
  const member = await world.factory.member()
  const tokens = await Promise.all(Array.from({ length: 6 }, () => tokenOf(member)))
  const answers = await Promise.all(tokens.map((token) => open(token)))
  expect(answers.filter(({ error }) => error === 0)).toHaveLength(1)
  expect((await statesOf(member)).filter((state) => state !== 'ended')).toEqual(['open'])
})

test('who is suspended is in no game any more, and opens none', async () => {
  const member = await world.factory.member()
  const [opened, waits] = [await tokenOf(member), await withAddress()]
  await open(opened, provider, '1.1.1.1')
  const waiting = await tokenOf(member, { providerId: encodeId('gameProvider', waits.id) })
  await world.factory.query(`update members set state = 'suspended' where id = $1`, [member.id])
  expect(await statesOf(member)).toEqual(['ended', 'ended'])
  expect(await open(opened, provider, '1.1.1.1')).toMatchObject({ error: 4 })
  expect(await open(waiting, waits)).toMatchObject({ error: 4 })
  expect(await ask(member)).toMatchObject({ status: 409, body: { error: { code: 'memberNotActive' } } })
})

test('a game or a provider that closes opens nothing, also by a token of before', async () => {
  const member = await world.factory.member()
  const token = await tokenOf(member)
  await setGame('tiger', 'maintenance')
  expect(await open(token)).toMatchObject({ error: 8, description: 'gameClosed' })
  const closed = { code: 'gameClosed', details: { reason: 'maintenance' } }
  expect(await ask(member)).toMatchObject({ status: 409, body: { error: closed } })
  await setGame('tiger', 'active')
  await set('game_providers', provider.id, 'state', 'closed')
  expect(await open(token)).toMatchObject({ error: 3, description: 'providerClosed' })
  const shut = { code: 'providerClosed', details: { reason: 'closed' } }
  expect(await ask(member)).toMatchObject({ status: 409, body: { error: shut } })
  await set('game_providers', provider.id, 'state', 'active')
  expect(await open(token)).toMatchObject({ error: 0 })
})

test('nothing opens where there is no member, no game or no address', async () => {
  const member = await world.factory.member()
  const nobody = { outside: encodeId('member', randomUUID()) }
  expect(await ask(nobody)).toMatchObject({ status: 404, body: { error: { code: 'memberNotFound' } } })
  const other = { providerId: encodeId('gameProvider', randomUUID()) }
  for (const more of [{ gameCode: 'lion' }, other])
    expect(await ask(member, more)).toMatchObject({
      status: 404,
      body: { error: { code: 'gameNotFound' } },
    })
  expect(await ask(member, { gameCode: 'a b' })).toMatchObject({ status: 422 })
  const bare = await startFakeProvider(world.server)
  expect(await ask(member, { providerId: encodeId('gameProvider', bare.id) })).toMatchObject({
    status: 409,
    body: { error: { code: 'launchNotPossible' } },
  })
})

test.each(['http://games.example/{token}', 'https://games.example/', 'http://127.0.0.1.example/{token}'])(
  'no provider is opened at %s',
  async (address) => {
    await expect(set('game_providers', provider.id, 'launch_address', address)).rejects.toMatchObject({
      constraint: 'game_providers_launch_address',
    })
  },
)

test('launches are forgotten a month after they were over', async () => {
  const [old, young] = [await world.factory.member(), await world.factory.member()]
  await tokenOf(old)
  await tokenOf(young)
  const age = (member: FactoryMember, days: number) =>
    world.server.database.plant(
      `update game_launches set expires_at = now() - make_interval(days => $2) where member_id = $1`,
      [member.id, days],
    )
  await age(old, 31)
  await age(young, 29)
  const work = oldRowsWork.find(({ name }) => name === 'oldLaunches')
  await work?.run(world.server.services, new AbortController().signal)
  expect([await statesOf(old), await statesOf(young)]).toEqual([[], ['waiting']])
})

test('the site lists what may be opened now: no closed game, and none of another level', async () => {
  const member = await world.factory.member()
  const own = { providerId: encodeId('gameProvider', provider.id) }
  const listed = async (more: object = {}) => {
    const { status, body } = await world.site.send('/member/v1/game/list', { ...own, ...more })
    expect(status).toBe(200)
    const { totalRecords, records } = body.data as unknown as {
      totalRecords: number
      records: { gameCode: string; picture: string | null; id: string }[]
    }
    expect(totalRecords).toBe(records.length)
    return records
  }
  const codes = async (more: object = {}) => (await listed(more)).map(({ gameCode }) => gameCode)
  expect(await codes()).toContain('tiger')
  expect(await codes({ type: 'lotto' })).not.toContain('tiger')
  // What the list offers is what a launch takes.
  for (const gameCode of await codes({ memberId: member.outside })) await tokenOf(member, { gameCode })
  await setGame('tiger', 'maintenance')
  expect(await codes()).not.toContain('tiger')
  await setGame('tiger', 'active')
  await world.server.database.plant(
    `update games set blocked_levels = array(select level from members where id = $2)
      where provider_id = $1 and code = 'tiger'`,
    [provider.id, member.id],
  )
  expect(await codes()).toContain('tiger')
  expect(await codes({ memberId: member.outside })).not.toContain('tiger')
  await world.server.database.plant(`update games set blocked_levels = '{}' where provider_id = $1`, [
    provider.id,
  ])
  const [{ id: gameId, picture } = { id: '', picture: null }] = await listed()
  expect(picture).toBeNull()
  const none = await world.site.send('/member/v1/game/picture', { gameId })
  expect([none.status, none.body.error?.code]).toEqual([404, 'notFound'])
  const stranger = { memberId: encodeId('member', randomUUID()) }
  const unknown = await world.site.send('/member/v1/game/list', stranger)
  expect(unknown.body.error?.code).toBe('memberNotFound')
})
