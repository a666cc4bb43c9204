import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startFakeWalletProvider,
  type FakeWalletProvider,
} from '../../testing/fakes/fake-wallet-provider.ts'
import type { Person } from '../../testing/server.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { readFeeds } from '../play/feeds/feed-work.ts'

// A bet of a wallet that its provider keeps is asked for in the provider's own log.

let world: MoneyOutWorld
let provider: FakeWalletProvider
let person: Person
let member: FactoryMember
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeWalletProvider(world.server)
  person = await world.server.person({
    permissions: { betReport: ['isRead', 'isUpdate'] },
    hasStepUp: true,
  })
  member = await world.factory.member()
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await provider.stop()
  await world.stop()
  expect(violations).toEqual([])
})

const readLog = () => readFeeds(world.server.services, new AbortController().signal)
const ask = (id: string) => person.call('betReports.askProvider', { id })
const log = (code: string, version: number, wonMinor: number, stakeMinor = 2000) =>
  provider.log.push({ code, version, member: member.outside, stakeMinor, wonMinor })
/** A bet of 20 baht that was lost, as the log told it. */
async function lost(code: string): Promise<string> {
  log(code, 1, 0)
  await readLog()
  const { records } = await person.call('betReports.list', { search: code })
  return records[0]?.id ?? ''
}

test('states that were not read yet are taken in their order, and are nothing new to the log', async () => {
  const id = await lost('corrected')
  expect(await ask(id)).toMatchObject({ answer: 'same', theirs: { state: 'lost' }, digest: null })
  log('corrected', 2, 9000)
  log('other', 1, 50)
  log('corrected', 3, 4000, 2500)
  const { answer, theirs, ours, missing, digest } = await ask(id)
  expect({ answer, theirs, ours }).toEqual({
    answer: 'missing',
    theirs: { state: 'won', stakeMinor: 2500, payoutMinor: 4000 },
    ours: { state: 'lost', stakeMinor: 2000, payoutMinor: 0 },
  })
  expect(missing).toEqual([
    { kind: 'feed', transactionRef: 'corrected 2', amountMinor: 9000 },
    { kind: 'feed', transactionRef: 'corrected 3', amountMinor: 4000 },
  ])
  const { taken, now } = await person.call('betReports.takeAnswer', { id, digest: digest ?? '' })
  expect(taken.map(({ isTaken }) => isTaken)).toEqual([true, true])
  expect(now).toEqual({ state: 'won', stakeMinor: 2500, payoutMinor: 4000 })
  const before = await person.call('betReports.get', { id })
  await readLog()
  expect(await person.call('betReports.get', { id })).toEqual(before)
  expect(await ask(id)).toMatchObject({ answer: 'same', digest: null })
})

test('an older state alone is never taken after a newer one', async () => {
  const id = await lost('newer')
  const forgotten = { code: 'newer', version: 2, member: member.outside, stakeMinor: 2000, wonMinor: 100 }
  log('newer', 3, 4000)
  await readLog()
  provider.log.splice(-1, 0, forgotten)
  expect(await ask(id)).toMatchObject({ answer: 'same', missing: [] })
  log('newer', 1, 0)
  expect(await ask(id)).toMatchObject({ answer: 'differs', missing: [], digest: null })
})

test('a log that is silent, that lost the bet, or goes on and on, are three answers', async () => {
  const id = await lost('asked-for')
  provider.isDown = true
  expect(await ask(id)).toMatchObject({ answer: 'noAnswer', theirs: null })
  provider.isDown = false
  const kept = provider.log.splice(0)
  expect(await ask(id)).toMatchObject({ answer: 'notFound', theirs: null })
  provider.log.push(...kept)
  for (let n = 0; n < 3000; n += 1) log(`noise-${n}`, 1, 0)
  expect(await ask(id)).toMatchObject({ answer: 'unreadable', theirs: null, digest: null })
})
