import { decodeId } from '@khlang/contract/values/values.ts'
import type { SettingsPatch } from '@khlang/contract/website/setting-keys.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessOn } from '../../platform/business-day.ts'
import { SettingsCache } from '../../platform/db/brand-settings.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { beginDueSettings } from './activate.ts'

let world: MoneyOutWorld
let maker: Person
let checker: Person
let admin: Person
/** What another process of the same database works by. */
let elsewhere: SettingsCache
beforeAll(async () => {
  world = await createMoneyOutWorld()
  const { server } = world
  const permissions = { websiteConfigAndCoreSystem: ['isRead', 'isUpdate'] as const }
  const proof = { hasStepUp: true, password: decidePassword }
  maker = await server.person({ permissions, ...proof })
  checker = await server.person({ permissions, ...proof })
  admin = await server.person({ isAdmin: true, ...proof })
  elsewhere = new SettingsCache(server.services.db)
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const reason = 'กันเงินออกผิด'
const now = () => maker.call('website.settings', {})
const valueOf = async (key: keyof SettingsPatch) =>
  (await now()).records.find((each) => each.key === key)?.value
const ask = async (changes: SettingsPatch, effectiveAt: string | null = null) => {
  const { version } = await now()
  return maker.call('website.changeSettings', { changes, version, effectiveAt, reason }, once())
}
const agreed = async (changes: SettingsPatch, effectiveAt: string | null = null) => {
  const asked = await ask(changes, effectiveAt)
  await decideAs(checker, asked.approvalId)
  return asked
}
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const versionOf = async (id: string) =>
  (await maker.call('website.versions', {})).records.find((each) => each.id === id)
const step = () => beginDueSettings(world.server.services)
const today = () => businessOn({ dayCutOffMinutes: 0 }, Date.now())
const tried = (changes: SettingsPatch) => maker.call('website.trySettings', { changes, on: today() })

describe('a change of the settings', () => {
  test('counts at once in every process after another person agreed, and not before', async () => {
    const { autoApproveLimitMinor: before } = await elsewhere.get()
    const { approvalId, id } = await ask({ autoApproveLimitMinor: 300_000 })
    expect((await now()).pending).toMatchObject([
      { approvalId, changes: [{ key: 'autoApproveLimitMinor', before, after: 300_000 }] },
    ])
    expect(await codeOf(ask({ autoApproveLimitMinor: 200_000 }))).toBe('conflict')
    await sleep(510)
    expect(await elsewhere.get()).toMatchObject({ autoApproveLimitMinor: before })
    await decideAs(checker, approvalId)
    await sleep(510)
    expect(await elsewhere.get()).toMatchObject({ autoApproveLimitMinor: 300_000 })
    expect(await world.server.services.settings.get()).toMatchObject({ autoApproveLimitMinor: 300_000 })
    expect(await versionOf(id)).toMatchObject({ state: 'active', agreedBy: checker.username })
    const member = await world.regular(900_000)
    expect((await world.withdraw(member, 300_001)).body.data?.state).toBe('review')
    await agreed({ autoApproveLimitMinor: 500_000 })
  })

  test('with a date begins then and not before, whoever runs the step, and once', async () => {
    const { id } = await agreed({ velocityCount: 9 }, inMs(1500))
    await step()
    expect([await valueOf('velocityCount'), (await versionOf(id))?.state]).toEqual([3, 'scheduled'])
    await agreed({ velocityMinutes: 90 })
    await sleep(1600)
    await Promise.all([step(), step(), step()])
    expect(await valueOf('velocityCount')).toBe(9)
    // What was agreed to meanwhile stands.
    expect(await valueOf('velocityMinutes')).toBe(90)
    const { records } = await maker.call('website.versions', {})
    expect(records.map(({ number }) => number)).toEqual(records.map((_, at) => records.length - at))
    expect(records.filter(({ state }) => state === 'active')).toHaveLength(1)
  })

  test('with a date is refused with an alarm when what it changes was changed before', async () => {
    const { id } = await agreed({ multiAccountCount: 5 }, inMs(700))
    await agreed({ multiAccountCount: 7 })
    await sleep(750)
    await step()
    expect(await valueOf('multiAccountCount')).toBe(7)
    expect(await versionOf(id)).toMatchObject({ state: 'refused', endedReason: 'multiAccountCount' })
    const alarms = await world.factory.query(
      `select code from alarms where code = 'settings.notBegun' and cleared_at is null`,
    )
    expect(alarms).toHaveLength(1)
  })

  test('asked for on what is not so any more is refused when it is decided', async () => {
    const { approvalId } = await ask({ canDeposit: false, claimSeconds: 60 })
    await maker.call('website.switchOff', { key: 'canDeposit', reason }, once())
    expect(await refusalOf(decideAs(checker, approvalId))).toEqual({
      code: 'stateRefused',
      details: { reason: 'settingsChanged' },
    })
    await decideAs(checker, approvalId, false)
    await agreed({ canDeposit: true })
  })

  test('is taken back before it begins, and never after', async () => {
    const { id } = await agreed({ claimSeconds: 90 }, inMs(60_000))
    const { number = 0 } = (await versionOf(id)) ?? {}
    await maker.call('website.withdrawVersion', { number, reason }, once())
    expect(await versionOf(id)).toMatchObject({ state: 'withdrawn', endedReason: reason })
    expect(await codeOf(maker.call('website.withdrawVersion', { number, reason }, once()))).toBe(
      'stateRefused',
    )
    expect((await now()).scheduled).toEqual([])
  })

  test('is known by any moment of the past', async () => {
    const at = new Date().toISOString()
    const before = await valueOf('withdrawalDayCount')
    await agreed({ withdrawalDayCount: 12 })
    const then = await maker.call('website.settingsAt', { at })
    expect(then.records.find(({ key }) => key === 'withdrawalDayCount')?.value).toBe(before)
    const since = await maker.call('website.settingsAt', { at: new Date().toISOString() })
    const [set, never] = ['withdrawalDayCount', 'currency'].map((one) =>
      since.records.find(({ key }) => key === one),
    )
    const { number, askedBy, agreedBy } = (await maker.call('website.versions', {})).records[0] ?? {}
    expect(set).toMatchObject({ value: 12, by: { version: number, askedBy, agreedBy, reason } })
    expect([typeof askedBy, typeof agreedBy, never?.by]).toEqual(['string', 'string', null])
    const old = await maker.call('website.settingsAt', { at: '2001-01-01T00:00:00.000Z' })
    expect(old).toEqual({ version: null, records: [] })
  })
})

describe('who may change what', () => {
  test('off is one person and at once; on again takes two', async () => {
    await maker.call('website.switchOff', { key: 'canWithdraw', reason }, once())
    expect(await valueOf('canWithdraw')).toBe(false)
    const { approvalId, state } = await ask({ canWithdraw: true })
    expect([state, await valueOf('canWithdraw')]).toEqual(['waiting', false])
    await decideAs(checker, approvalId)
    expect(await valueOf('canWithdraw')).toBe(true)
  })

  test('what holds people takes two who agree, one of them an admin', async () => {
    const { approvalId } = await ask({ twoPersonLimitMinor: 9_000_000 })
    expect(await decideAs(checker, approvalId)).toEqual({ state: 'awaitingSecond' })
    expect(await valueOf('twoPersonLimitMinor')).toBe(5_000_000)
    await decideAs(admin, approvalId)
    expect(await valueOf('twoPersonLimitMinor')).toBe(9_000_000)
  })

  test('the cut-off and the currency are nobody’s, nor are values out of order or bounds', async () => {
    const refusals = [
      { dayCutOffMinutes: 60 },
      { currency: 'USD' },
      { withdrawalMinMinor: 30_000_000 },
      { matchSuggestScore: 400 },
      { undoMinutes: 61 },
      {},
    ].map((changes) => codeOf(ask(changes)))
    expect(await Promise.all(refusals)).toEqual([
      ...Array.from({ length: 4 }, () => 'invalidValue'),
      'outOfRange',
      'invalidValue',
    ])
    const { version } = await now()
    const stale = { changes: { undoMinutes: 5 }, version: version - 1, reason }
    expect(await codeOf(maker.call('website.changeSettings', stale, once()))).toBe('stale')
  })

  test('who may only read sees it all and changes nothing', async () => {
    const permissions = { websiteConfigAndCoreSystem: ['isRead'] as const }
    const reader = await world.server.person({ permissions, hasStepUp: true })
    const { records } = await reader.call('website.settings', {})
    expect(records.find(({ key }) => key === 'undoMinutes')).toMatchObject({
      min: 1,
      max: 60,
      isGuarded: true,
    })
    expect(await codeOf(reader.call('website.switchOff', { key: 'canDeposit', reason }, once()))).toBe(
      'forbidden',
    )
    expect(await codeOf(reader.call('website.trySettings', { changes: {} }))).toBe('forbidden')
  })

  test('in production the row in force changes by an agreed version and by nothing else', async () => {
    const { database, services } = world.server
    await database.plant(
      `insert into deployment (profile, wrapped_key) values ('production', decode(repeat('00', 60), 'hex'))`,
    )
    const said = (statement: string) =>
      database.asAdmin(statement).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    const unasked = `update brand_settings set value = value || '{"canDeposit": false}'`
    expect(await said(unasked)).toBe('KL105')
    expect(await said('delete from brand_settings')).toBe('KL105')
    expect(await said('truncate brand_settings')).toBe('KL105')
    const version = (changes: string, more = '') => `insert into settings_versions
      (changes, asked_by, reason, effective_from ${more === '' ? '' : ', approval_id'})
      values ('${changes}', '${maker.id}', 'x', now() ${more})`
    expect(await said(version('{"undoMinutes": {"before": 10, "after": 60}}'))).toBe('KL105')
    expect(await said(version('{"canDeposit": {"before": false, "after": true}}'))).toBe('KL105')
    const { approvalId } = await agreed({ claimSeconds: 100 }, inMs(60_000))
    expect(await said(`update settings_versions set state = 'active' where state = 'scheduled'`)).toBe(
      'KL105',
    )
    const used = `, '${decodeId('approval', approvalId) ?? approvalId}'`
    expect(await said(version('{"claimSeconds": {"before": 120, "after": 200}}', used))).toBe('KL105')
    expect(await said(`update settings_versions set changes = '{}'`)).toBe('KL100')
    await agreed({ claimSeconds: 110 })
    expect(await services.settings.get()).toMatchObject({ claimSeconds: 110 })
    await database.plant('delete from deployment')
  })
})

describe('a trial against a day', () => {
  test('of a lower automatic limit names exactly the withdrawals that would be held', async () => {
    await agreed({ withdrawalDayCount: 100, velocityCount: 100 })
    const [low, high] = [await world.regular(900_000), await world.regular(900_000)]
    const paid = await world.withdraw(low, 150_000)
    const held = await world.withdraw(high, 400_000)
    expect([paid.body.data?.state, held.body.data?.state]).toEqual(['approved', 'approved'])
    const { reference } = await world.row(String(held.body.data?.id))
    const { withdrawals, deposits, untried } = await tried({ autoApproveLimitMinor: 200_000 })
    expect(withdrawals.rows).toMatchObject([
      { label: reference, amountMinor: 400_000, from: 'auto', to: 'onePerson', why: ['autoApproveLimit'] },
    ])
    expect(withdrawals.moved).toEqual([{ from: 'auto', to: 'onePerson', count: 1, amountMinor: 400_000 }])
    expect([deposits.isTouched, untried]).toEqual([false, []])
    const blocked = await tried({ withdrawalMaxMinor: 200_000 })
    expect(blocked.withdrawals.rows).toContainEqual(
      expect.objectContaining({ label: reference, to: 'blocked', why: ['amountLimits'] }),
    )
    const looser = await tried({ autoApproveLimitMinor: 500_001 })
    // The one that was held while the limit was 3,000 would have left, too.
    expect(looser.withdrawals.moved).toEqual([
      { from: 'onePerson', to: 'auto', count: 1, amountMinor: 300_001 },
    ])
  })

  test('says what it cannot know: of before it was kept, and of what no decision tells', async () => {
    const member = await world.regular(900_000)
    const asked = await world.withdraw(member, 450_000)
    const { reference } = await world.row(String(asked.body.data?.id))
    await world.server.database.plant(
      `update withdrawals set judged_of = null, checks = '[]' where reference = $1`,
      [reference],
    )
    const { withdrawals, untried } = await tried({ autoApproveLimitMinor: 420_000, sessionHours: 8 })
    expect(withdrawals.rows.map(({ label }) => label)).not.toContain(reference)
    expect(withdrawals.unknown).toContainEqual({
      why: 'notKept',
      count: expect.any(Number) as number,
      amountMinor: expect.any(Number) as number,
    })
    expect(untried).toEqual(['sessionHours'])
  })

  test('of stricter matching names the deposits that would have waited for a person', async () => {
    const account = await world.factory.account({ bank: 'SCB' })
    const phone = await bankPhone(world.factory, account)
    const member = await world.factory.member()
    const payer = { tag: 'KBNK', digits: member.accountNo.slice(-6) }
    await world.factory.request(member, account, 77_700)
    const arrived = await phone.receives({ amountMinor: 77_700, payer })
    const [line] = await world.factory.query(
      'select state from statement_lines where bank_account_id = $1',
      [account.id],
    )
    expect(line).toEqual({ state: 'autoMatched' })
    const id = arrived.body.data?.lineId
    const { deposits, withdrawals } = await tried({ autoCreditLimitMinor: 77_699 })
    expect(withdrawals.isTouched).toBe(false)
    expect(deposits.rows).toContainEqual(
      expect.objectContaining({ id, from: 'auto', to: 'suggest', why: ['amountOverLimit'] }),
    )
    expect((await tried({ autoCreditLimitMinor: 77_700 })).deposits.moved).toEqual([])
    const off = await tried({ isAutoCreditOn: false })
    expect(off.deposits.moved).toContainEqual(expect.objectContaining({ from: 'auto', to: 'suggest' }))
  })
})
