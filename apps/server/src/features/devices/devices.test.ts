import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Handset } from '../../testing/handset.ts'
import { codeOf, once } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { rereadAllowed } from '../auto-api/reread-allowed.ts'
import { watchDevices } from './watch.ts'

let server: TestServer
let make: MoneyFactory
let owner: Person
let second: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  owner = await server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
  second = await server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const reason = 'เครื่องใหม่ของกะดึก'

const add = async (name = `phone ${randomUUID().slice(0, 8)}`) =>
  (await owner.call('devices.create', { name, place: 'ห้องการเงิน' }, once())).id
const pairingCode = async (id: string) => (await owner.call('devices.pair', { id })).code
const one = (id: string) => owner.call('devices.get', { id })
const insideOf = async (id: string): Promise<string> => {
  const [row] = await make.query<{ inside: string }>('select inside_id($1) as inside', [id])
  return row?.inside ?? ''
}
const sendersFor = (...accounts: FactoryAccount[]) =>
  accounts.map(({ outside }) => ({ accountId: outside, source: 'sms' as const, sender: 'SCB' }))
const askFor = async (id: string, ...accounts: FactoryAccount[]) => {
  const { version } = await one(id)
  return owner.call('devices.trust', { id, version, reason, senders: sendersFor(...accounts) }, once())
}

/** A phone that two agreed to, for one account of SCB. */
async function heardPhone() {
  const [id, account, handset] = [await add(), await make.account({ bank: 'SCB' }), new Handset(server)]
  await handset.take(await pairingCode(id))
  const { approvalId } = await askFor(id, account)
  await decideAs(second, approvalId)
  return { id, account, handset }
}

describe('a phone from nothing', () => {
  test('is paired by its code, agreed to by two, heard for its account, and credits by it', async () => {
    const account = await make.account({ bank: 'SCB' })
    const member = await make.member({ bank: 'KBANK', accountNo: '4442771234' })
    const id = await add()
    expect(await one(id)).toMatchObject({
      state: 'unpaired',
      pairing: null,
      fingerprint: null,
      accounts: [],
    })

    const handset = new Handset(server)
    const code = await pairingCode(id)
    expect(await one(id)).toMatchObject({ pairing: { state: 'open' } })
    expect(await handset.take(code)).toMatchObject({ status: 200 })
    const taken = (await one(id)).pairing
    expect(taken).toMatchObject({ state: 'taken', model: 'Redmi 13C' })
    expect(taken?.fingerprint).toMatch(/^([0-9a-f]{4}-){3}[0-9a-f]{4}$/)
    // It is known, and not yet heard.
    expect(await handset.beat()).toMatchObject({ status: 200, data: { state: 'waiting' } })
    expect(await handset.tell(account, 1_010_000)).toMatchObject({ status: 403, code: 'forbidden' })

    const { state, approvalId } = await askFor(id, account)
    expect(state).toBe('waiting')
    expect(await one(id)).toMatchObject({ isTrustAsked: true, state: 'unpaired' })
    expect(await handset.tell(account, 1_010_000)).toMatchObject({ code: 'forbidden' })
    await decideAs(second, approvalId)

    expect(await handset.beat({ batteryBps: 1900, pendingCount: 3 })).toMatchObject({
      data: { state: 'online' },
    })
    expect(await one(id)).toMatchObject({
      state: 'online',
      isTrustAsked: false,
      pairing: null,
      fingerprint: taken?.fingerprint,
      model: 'Redmi 13C',
      batteryBps: 1900,
      pendingCount: 3,
      accounts: [{ id: account.outside }],
      senders: [{ account: { id: account.outside }, source: 'sms', sender: 'SCB' }],
    })
    expect(await handset.tell(account, 1_010_000)).toMatchObject({
      status: 200,
      data: { state: 'read', lineState: 'autoMatched' },
    })
    expect(await make.cash(member)).toBe(10_000)
    const names = (await second.call('approvals.get', { id: approvalId ?? '' })).differences
    expect(names).toContainEqual({
      field: 'fingerprint',
      before: null,
      after: taken?.fingerprint,
    })
  })

  test('says no more than it may: another sender or another account is unknown', async () => {
    const { account, handset } = await heardPhone()
    const other = await make.account({ bank: 'SCB' })
    expect(await handset.tell(account, 1_010_000, 'SCBx')).toMatchObject({
      data: { state: 'senderUnknown' },
    })
    expect(await handset.tell(other, 1_010_000)).toMatchObject({ data: { state: 'senderUnknown' } })
  })

  test('what a name wrote before two agreed to it is read then, and credits nobody', async () => {
    const { id, account, handset } = await heardPhone()
    expect(await handset.tell(account, 1_010_000, 'SCBx')).toMatchObject({
      data: { state: 'senderUnknown' },
    })
    const strangers = async () => (await one(id)).strangers.map(({ sender, count }) => `${sender} ${count}`)
    expect(await strangers()).toEqual(['SCBx 1'])
    await rereadAllowed(server.services)
    expect(await strangers()).toEqual(['SCBx 1'])
    const { version } = await one(id)
    const senders = [
      ...sendersFor(account),
      { accountId: account.outside, source: 'sms' as const, sender: 'scbX' },
    ]
    await decideAs(
      second,
      (await owner.call('devices.trust', { id, version, reason, senders }, once())).approvalId,
    )
    expect(await strangers()).toEqual([])
    await rereadAllowed(server.services)
    await rereadAllowed(server.services)
    const lines = async () =>
      (await owner.call('paymentAutos.lines', { id: account.outside, size: 10 })).records.map(
        (row) => `${row.balanceAfterMinor} ${row.chain} ${row.state}`,
      )
    expect(await lines()).toEqual(['1010000 linked suggested'])
    expect(await handset.tell(account, 1_020_000, 'SCBx')).toMatchObject({ data: { state: 'read' } })
    expect((await lines())[0]).toMatch(/^1020000 linked/)
  })

  test('a kept message that cannot be stored holds up no other, and is read once it can be', async () => {
    const { id, account, handset } = await heardPhone()
    await handset.tell(account, 1_010_000, 'SCBx')
    await handset.tell(account, 1_020_000, 'SCBx')
    await server.database.plant(`create function broken() returns trigger language plpgsql as $$
      begin raise 'broken'; end $$`)
    await server.database.plant(`create trigger broken before update on bank_messages for each row
      when (new.raw_text like '%10,100.00%') execute function broken()`)
    const { version } = await one(id)
    const senders = [{ accountId: account.outside, source: 'sms' as const, sender: 'SCBx' }]
    await decideAs(
      second,
      (await owner.call('devices.trust', { id, version, reason, senders }, once())).approvalId,
    )
    const balances = async () =>
      (await owner.call('paymentAutos.lines', { id: account.outside, size: 10 })).records.map(
        (row) => `${row.balanceAfterMinor} ${row.chain}`,
      )
    await expect(rereadAllowed(server.services)).rejects.toThrow('could not be read again')
    expect(await balances()).toEqual(['1020000 afterHole'])
    await server.database.plant('drop trigger broken on bank_messages')
    await rereadAllowed(server.services)
    expect((await balances()).toSorted()).toEqual(['1010000 linked', '1020000 linked'])
  })

  test('is refused when the second person says no, and may be asked for again', async () => {
    const [id, account, handset] = [await add(), await make.account({ bank: 'SCB' }), new Handset(server)]
    await handset.take(await pairingCode(id))
    const { approvalId } = await askFor(id, account)
    expect(await codeOf(askFor(id, account))).toBe('conflict')
    await decideAs(second, approvalId, false)
    expect(await handset.beat()).toMatchObject({ data: { state: 'waiting' } })
    await decideAs(second, (await askFor(id, account)).approvalId)
    expect(await handset.beat()).toMatchObject({ data: { state: 'online' } })
  })
})

test('a phone that had a shared secret hears no new key before two agree', async () => {
  const account = await make.account({ bank: 'SCB' })
  const former = await make.phone([account])
  const id = encodeId('device', former.subjectId)
  const handset = new Handset(server)
  await handset.take(await pairingCode(id))
  expect(await handset.beat()).toMatchObject({ data: { state: 'waiting' } })
  expect(await handset.tell(account, 1_010_000)).toMatchObject({ code: 'forbidden' })
  const beat = await former.send('/auto/v1/device/heartbeat', {})
  expect(beat).toMatchObject({ status: 200, body: { data: { state: 'online' } } })
  await decideAs(second, (await askFor(id, account)).approvalId)
  expect(await handset.tell(account, 1_010_000)).toMatchObject({ status: 200 })
  expect((await former.send('/auto/v1/device/heartbeat', {})).status).toBe(401)
})

describe('a code', () => {
  test('is taken once, by one phone; its answer may be asked for again', async () => {
    const id = await add()
    const code = await pairingCode(id)
    const [first, late] = [new Handset(server), new Handset(server)]
    expect(await first.take(code, late)).toMatchObject({ status: 401, code: 'badSignature' })
    const answer = await first.take(code)
    expect(answer.status).toBe(200)
    expect(await first.take(code)).toMatchObject({ status: 200, data: { keyId: answer.data?.keyId } })
    expect(await late.take(code)).toMatchObject({ status: 401, code: 'badCode' })
  })

  test('ends with its ten minutes, with the next code, and with the phone', async () => {
    const id = await add()
    const old = await pairingCode(id)
    const code = await pairingCode(id)
    expect(await new Handset(server).take(old)).toMatchObject({ code: 'badCode' })
    await make.query(`update device_pairings set expires_at = now() - interval '1 second'
      where used_at is null and expires_at > now()`)
    expect(await one(id)).toMatchObject({ pairing: { state: 'expired' } })
    expect(await new Handset(server).take(code)).toMatchObject({ code: 'badCode' })
    const last = await pairingCode(id)
    await owner.call('devices.revoke', { id, version: 1, reason }, once())
    expect(await new Handset(server).take(last)).toMatchObject({ code: 'badCode' })
    expect(await new Handset(server).take('A'.repeat(32))).toMatchObject({ code: 'badCode' })
    expect(await codeOf(owner.call('devices.pair', { id }))).toBe('stateRefused')
  })
})

describe('a phone that is heard', () => {
  test('is replaced by another one only when two agree; then the old key is dead', async () => {
    const { id, account, handset } = await heardPhone()
    const thief = new Handset(server)
    await thief.take(await pairingCode(id))
    // Whoever took a code is not heard, and the old one is, until two say otherwise.
    expect(await thief.tell(account, 1_010_000)).toMatchObject({ code: 'forbidden' })
    expect(await handset.beat()).toMatchObject({ data: { state: 'online' } })
    await decideAs(second, (await askFor(id, account)).approvalId)
    expect(await handset.beat()).toMatchObject({ status: 401, code: 'badSignature' })
    expect(await thief.beat()).toMatchObject({ data: { state: 'online' } })
  })

  test('paired anew while a request waits: what was asked for is not what would be agreed to', async () => {
    const { id, account } = await heardPhone()
    await new Handset(server).take(await pairingCode(id))
    const { approvalId } = await askFor(id, account)
    await new Handset(server).take(await pairingCode(id))
    expect(await codeOf(decideAs(second, approvalId))).toBe('conflict')
  })

  test('changes its accounts by two, and forgets those that are not agreed to any more', async () => {
    const { id, account, handset } = await heardPhone()
    const other = await make.account({ bank: 'SCB' })
    await decideAs(second, (await askFor(id, other)).approvalId)
    expect((await one(id)).accounts.map(({ id: each }) => each)).toEqual([other.outside])
    expect(await handset.tell(account, 1_010_000)).toMatchObject({ data: { state: 'senderUnknown' } })
    expect(await handset.tell(other, 1_010_000)).toMatchObject({ data: { state: 'read' } })
  })

  test('is paused and resumed by one person, and revoked for ever', async () => {
    const { id, handset } = await heardPhone()
    const version = async () => (await one(id)).version
    await owner.call('devices.pause', { id, version: await version(), reason }, once())
    expect(await handset.beat()).toMatchObject({ status: 403 })
    expect(await one(id)).toMatchObject({ state: 'paused' })
    await owner.call('devices.resume', { id, version: await version(), reason }, once())
    expect(await handset.beat()).toMatchObject({ status: 200 })
    expect(await codeOf(owner.call('devices.pause', { id, version: 1, reason }, once()))).toBe('stale')
    await owner.call('devices.revoke', { id, version: await version(), reason }, once())
    expect(await handset.beat()).toMatchObject({ status: 401, code: 'badSignature' })
    const input = { id, version: await version(), reason }
    expect(await codeOf(owner.call('devices.resume', input, once()))).toBe('stateRefused')
  })
})

test('nobody asks for trust before a code is taken, nor for an account that there is not', async () => {
  const [id, account] = [await add(), await make.account({ bank: 'SCB' })]
  expect(await codeOf(askFor(id, account))).toBe('devicePairFirst')
  await new Handset(server).take(await pairingCode(id))
  const none = { ...account, outside: encodeId('bankAccount', randomUUID()) }
  expect(await codeOf(askFor(id, none))).toBe('notFound')
})

test('a name is taken once, whatever its letters; a revoked phone gives it back', async () => {
  const id = await add('Counter A')
  expect(await codeOf(add('counter a'))).toBe('deviceNameInUse')
  const other = await add('Counter B')
  const rename = { id: other, version: 1, name: 'COUNTER A', place: '', note: '' }
  expect(await codeOf(owner.call('devices.update', rename, once()))).toBe('deviceNameInUse')
  await owner.call('devices.revoke', { id, version: 1, reason }, once())
  await owner.call('devices.update', rename, once())
  expect(await one(other)).toMatchObject({ name: 'COUNTER A', version: 2 })
})

test('a phone that was agreed to a moment ago is not missed yet', async () => {
  const { id } = await heardPhone()
  await make.query(`update devices set last_seen_at = null where id = $1`, [await insideOf(id)])
  expect(await one(id)).toMatchObject({ state: 'online', lastSeenAt: null })
})

test('the list finds by name, place and state; who runs cold is offline after 90 seconds', async () => {
  const { id, handset } = await heardPhone()
  const { name } = await one(id)
  await handset.beat()
  const states = async () =>
    (await owner.call('devices.list', { search: name })).records.map(({ state }) => state)
  expect(await states()).toEqual(['online'])
  await make.query(
    `update devices set last_seen_at = now() - interval '91 seconds'
    where name = $1`,
    [name],
  )
  expect(await states()).toEqual(['offline'])
  const found = await owner.call('devices.list', { search: 'ห้องการเงิน', state: 'offline', size: 100 })
  expect(found.records.map((row) => row.id)).toContain(id)
  expect(found.records.every(({ state }) => state === 'offline')).toBe(true)
})

test('the database itself refuses a key, an account or a life that nobody agreed to', async () => {
  const { id, account } = await heardPhone()
  const other = await make.account({ bank: 'SCB' })
  const inside = await insideOf(id)
  const tries = [
    `update devices set key_id = null where id = '${inside}'`,
    `update devices set senders = '[]' where id = '${inside}'`,
    `update devices set trust_approval_id = null, key_id = null where id = '${inside}'`,
    `insert into device_senders values ('${inside}', '${other.id}', 'sms', 'SCB')`,
    `update device_senders set bank_account_id = '${other.id}' where device_id = '${inside}'`,
  ]
  for (const text of tries) await expect(make.query(text), text).rejects.toMatchObject({ code: 'KL105' })
  // A phone that is born whole, or a key that becomes another after two looked at it.
  const stolen = `decode(repeat('ab', 32), 'hex')`
  const item = JSON.stringify([{ accountId: other.outside, source: 'sms', sender: 'SCB' }])
  await make.query(`insert into machine_keys (id, kind, subject_id, name, public_key)
    values ('own', 'device', gen_random_uuid()::text, 'x', ${stolen})`)
  const born = [
    `insert into devices (name, state, key_id) values ('born', 'online', 'own')`,
    `insert into devices (name, state, senders) values ('born', 'online', '${item}')`,
  ]
  for (const text of born) await expect(make.query(text), text).rejects.toMatchObject({ code: 'KL105' })
  const swaps = [
    `public_key = ${stolen}`,
    `subject_id = gen_random_uuid()::text`,
    `public_key = null, secret = '\\x00'`,
  ]
  for (const what of swaps) {
    const swap = `update machine_keys set ${what} where subject_id = '${inside}' and state = 'active'`
    await expect(make.query(swap), what).rejects.toThrow(/append-only/)
  }
  const { version } = await one(id)
  await owner.call('devices.revoke', { id, version, reason }, once())
  const back = [
    `update devices set state = 'online' where id = '${inside}'`,
    `update machine_keys set state = 'active' where subject_id = '${inside}'`,
  ]
  for (const text of back) await expect(make.query(text), text).rejects.toMatchObject({ code: 'KL105' })
  expect(account.bank).toBe('SCB')
})

test('a phone that is silent, runs dry or whose clock is off has an alarm, ended by itself', async () => {
  const { id, handset } = await heardPhone()
  const open = async () => {
    await watchDevices(server.services.db)
    const rows = await make.query<{ code: string }>(
      'select code from alarms where entity_id = $1 and cleared_at is null order by code',
      [id],
    )
    return rows.map(({ code }) => code)
  }
  expect(await open()).toEqual([])
  const at = (skewMs: number) => new Date(server.services.now() + skewMs).toISOString()
  await handset.beat({ batteryBps: 1999, isCharging: false, at: at(-31_000) })
  expect(await open()).toEqual(['device.clockOff', 'device.lowBattery'])
  await handset.beat({ batteryBps: 1999, isCharging: true, at: at(2000) })
  expect(await open()).toEqual([])
  const inside = await insideOf(id)
  await make.query(
    `update devices set last_seen_at = now() - interval '181 seconds'
    where id = $1`,
    [inside],
  )
  expect(await open()).toEqual(['device.offline'])
  // Agreed to, and never heard: that is offline too, from the moment of agreeing on.
  await make.query(`update devices set last_seen_at = null where id = $1`, [inside])
  expect(await open()).toEqual([])
  await server.database.plant(
    `update approvals set settled_at = now() - interval '4 minutes'
      where id = (select trust_approval_id from devices where id = $1)`,
    [inside],
  )
  expect(await open()).toEqual(['device.offline'])
  const { version } = await one(id)
  await owner.call('devices.pause', { id, version, reason }, once())
  expect(await open()).toEqual([])
})
