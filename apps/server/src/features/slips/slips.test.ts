import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { preTransactionSlips } from '@khlang/contract/pre-transactions/slips.ts'
import {
  pictureOf,
  slipPicture,
  startFakeSlipService,
  type FakeSlipService,
  type Transfer,
} from '../../testing/fakes/fake-slip-service.ts'
import { refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { tinyPicture } from '../../testing/world/evidence.ts'
import type { FactoryAccount, FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { recheckSlips } from './recheck.ts'

type Slip = OutputOf<typeof preTransactionSlips.slip>
interface Answered {
  data?: Slip
  error?: { code: string; details?: object }
}

let world: MoneyOutWorld
let service: FakeSlipService
let ours: FactoryAccount
let anna: Person
let ben: Person
let count = 0
beforeAll(async () => {
  world = await createMoneyOutWorld()
  ours = await world.factory.account({ role: 'deposit', bank: 'KBANK', accountNo: '0123456789' })
  await world.factory.account({ role: 'deposit', bank: 'SCB', accountNo: '4065512345' })
  service = await startFakeSlipService(world.server)
  const permissions = {
    pretransactionDepositWithdraw: ['isRead', 'isCreate'],
    memberManagement: ['isRead', 'isCreate'],
    pretransactionReconcileDeposit: ['isRead', 'isUpdate'],
  } as const
  anna = await world.cashier({ permissions })
  ben = await world.cashier({ isAdmin: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await service.stop()
  await world.stop()
  expect(broken).toEqual([])
})
afterEach(() => {
  service.mood = 'ok'
  world.server.clock.ms = 0
})

/** A member, and a transfer of theirs to our account as its bank knows it. */
async function paid(
  change: Partial<Transfer> = {},
): Promise<{ member: FactoryMember; transfer: Transfer }> {
  count += 1
  const member = await world.factory.member({ bank: 'SCB', firstName: 'สมชาย', lastName: `ใจดี${count}` })
  const transfer: Transfer = {
    sendingBank: '014',
    transRef: `20261128${String(count).padStart(12, '0')}`,
    amountMinor: 50_025,
    at: new Date(world.server.services.now() - 60_000).toISOString(),
    from: { bank: '014', account: `xxx-xxx-${member.accountNo.slice(-4)}`, name: 'นาย สมชาย ใ' },
    to: { bank: '004', account: 'xxx-x-x5678-9', name: 'บจก. คลัง' },
    ...change,
  }
  service.transfers.set(transfer.transRef, transfer)
  return { member, transfer }
}

async function show(member: FactoryMember, picture: Buffer, by = anna): Promise<Answered> {
  const answer = await world.server.fetch(`/api/v1/pre-transaction/read-slip/${member.outside}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by.token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': randomUUID(),
    },
    body: new Uint8Array(picture),
  })
  return (await answer.json()) as Answered
}
async function shown(member: FactoryMember, transfer: Transfer): Promise<Slip> {
  const { data, error } = await show(member, await pictureOf(transfer))
  if (!data) throw new Error(JSON.stringify(error))
  return data
}
const note = (member: FactoryMember, slip: Slip, amountMinor = 50_025) =>
  anna.call(
    'preTransactions.createPending',
    { memberId: member.outside, amountMinor, remark: 'shown in the chat', slipId: slip.id },
    { idempotencyKey: key() },
  )
const depositOf = async (id: string) =>
  (
    await world.factory.query<{ method: string; ref: string | null }>(
      `select method, slip_ref as ref from deposits where id = inside_id($1)`,
      [id],
    )
  )[0]

describe('a slip', () => {
  test('is read, asked about, and told with our account that it was paid into', async () => {
    const { member, transfer } = await paid()
    const slip = await shown(member, transfer)
    expect(slip).toMatchObject({
      state: 'verified',
      sendingBank: 'SCB',
      transRef: transfer.transRef,
      accountId: ours.outside,
      faults: [],
      told: {
        amountMinor: 50_025,
        at: transfer.at,
        sender: { bank: 'SCB', name: 'นาย สมชาย ใ' },
        receiver: { bank: 'KBANK', account: 'xxx-x-x5678-9' },
      },
    })
    expect(await world.factory.cash(member)).toBe(0)
  })

  test.each<[string, (of: FactoryMember) => Partial<Transfer>, string[]]>([
    [
      'to nobody of ours',
      () => ({ to: { bank: '004', account: 'xxx-x-x9999-9', name: 'x' } }),
      ['receiverOther'],
    ],
    [
      'to our digits at another bank',
      () => ({ to: { bank: '025', account: 'xxx-x-x5678-9', name: 'x' } }),
      ['receiverOther'],
    ],
    [
      'to a receiver that nothing tells',
      () => ({ to: { bank: '004', account: '', name: '' } }),
      ['receiverUnclear'],
    ],
    [
      'from an account of nobody of theirs',
      () => ({ from: { bank: '014', account: 'xxx-xxx-0000', name: 'x' } }),
      ['senderOther'],
    ],
    ['of two days ago', () => ({ at: new Date(Date.now() - 48 * 3_600_000).toISOString() }), ['old']],
    ['of tomorrow', () => ({ at: new Date(Date.now() + 24 * 3_600_000).toISOString() }), ['future']],
  ])('%s says so, and names no deposit', async (_, change, faults) => {
    const known = await paid()
    const transfer = { ...known.transfer, ...change(known.member) }
    service.transfers.set(transfer.transRef, transfer)
    const slip = await shown(known.member, transfer)
    expect(slip.faults).toEqual(faults)
    // What contradicts is refused; what is only doubtful goes with the note and proves nothing.
    if (faults[0] === 'receiverOther' || faults[0] === 'senderOther')
      expect(await refusalOf(note(known.member, slip))).toEqual({
        code: 'slipRefused',
        details: { reason: faults[0] },
      })
    else {
      const { depositId } = await note(known.member, slip)
      expect(await depositOf(depositId)).toEqual({ method: 'slip', ref: null })
    }
  })

  test('belongs to who showed it first: another is told so, they are shown it again', async () => {
    const { member, transfer } = await paid()
    const other = await world.factory.member()
    const first = await shown(member, transfer)
    const asked = service.asked
    expect((await show(other, await pictureOf(transfer))).error).toMatchObject({
      code: 'slipSeen',
      details: { username: member.username },
    })
    expect((await shown(member, transfer)).id).toBe(first.id)
    expect(service.asked).toBe(asked)
  })

  test('shown ten times at once is one slip', async () => {
    const { member, transfer } = await paid()
    const picture = await pictureOf(transfer)
    const all = await Promise.all(Array.from({ length: 6 }, () => show(member, picture)))
    expect(new Set(all.map(({ data, error }) => data?.id ?? error?.code)).size).toBe(1)
  })

  test.each([
    ['without a code', tinyPicture],
    ['with a code of something else', slipPicture('https://example.com/slip')],
    [
      'with a code whose checksum is wrong',
      slipPicture('0041000600000101030040220013120103000A1B2C3D45102TH91040000'),
    ],
  ])('%s is refused, and nothing of it is kept', async (_, picture) => {
    const { member } = await paid()
    expect((await show(member, await picture)).error?.code).toBe('slipUnreadable')
  })

  test('whose bank tells later is asked about again by itself, and then by nobody', async () => {
    const { member, transfer } = await paid()
    service.mood = { code: 1010, delay: 7 }
    const slip = await shown(member, transfer)
    expect([slip.state, slip.told, slip.reason]).toEqual(['later', null, 'slipOk 1010'])
    const { depositId } = await note(member, slip)
    service.mood = 'ok'
    world.server.clock.ms = 6 * 60_000
    await recheckSlips(world.server.services)
    expect((await anna.call('preTransactions.slip', { id: slip.id })).state).toBe('later')
    world.server.clock.ms = 8 * 60_000
    await recheckSlips(world.server.services)
    const now = await anna.call('preTransactions.slip', { id: slip.id })
    expect([now.state, now.nextCheckAt, now.deposit?.id]).toEqual(['verified', null, depositId])
    // What it was shown for is known by its reference from that moment.
    expect(await depositOf(depositId)).toEqual({ method: 'slip', ref: transfer.transRef })
  })

  test('that nobody knows, or of which nobody answers, proves nothing; a person asks again', async () => {
    const { member, transfer } = await paid()
    service.transfers.delete(transfer.transRef)
    const slip = await shown(member, transfer)
    expect(slip.state).toBe('unknown')
    expect(await refusalOf(anna.call('preTransactions.checkSlip', { id: slip.id }))).toMatchObject({
      code: 'tooManyRequests',
    })
    world.server.clock.ms = 31_000
    service.mood = 'down'
    expect((await anna.call('preTransactions.checkSlip', { id: slip.id })).state).toBe('failed')
    service.mood = 'ok'
    service.transfers.set(transfer.transRef, transfer)
    world.server.clock.ms = 62_000
    expect((await anna.call('preTransactions.checkSlip', { id: slip.id })).state).toBe('verified')
    expect(await refusalOf(anna.call('preTransactions.checkSlip', { id: slip.id }))).toEqual({
      code: 'stateRefused',
      details: { state: 'verified' },
    })
  })

  test('an answer about another transfer is none', async () => {
    const { member, transfer } = await paid()
    service.transfers.set(transfer.transRef, { ...transfer, transRef: 'SOMETHINGELSE1' })
    expect(await shown(member, transfer)).toMatchObject({ state: 'failed', reason: 'otherTransfer' })
  })
})

describe('a deposit with a slip', () => {
  test('is known by its reference: the bank’s line of it is theirs', async () => {
    const { member, transfer } = await paid()
    const { depositId } = await note(member, await shown(member, transfer))
    expect(await depositOf(depositId)).toEqual({ method: 'slip', ref: transfer.transRef })
    const { records } = await anna.call('preTransactions.slipsOfDeposit', { id: depositId })
    expect(records.map(({ transRef }) => transRef)).toEqual([transfer.transRef])
    expect(await world.factory.cash(member)).toBe(0)
  })

  test('takes none of another amount, of another member, or that went with another', async () => {
    const { member, transfer } = await paid()
    const slip = await shown(member, transfer)
    expect(await refusalOf(note(member, slip, 50_000))).toEqual({
      code: 'slipRefused',
      details: { reason: 'amountOther' },
    })
    const other = await world.factory.member()
    expect(await refusalOf(note(other, slip))).toMatchObject({ code: 'invalidValue' })
    await note(member, slip)
    expect(await refusalOf(note(member, slip))).toEqual({
      code: 'slipRefused',
      details: { reason: 'used' },
    })
  })

  test('typed by one person shows its picture to the second, and takes the slip with it', async () => {
    const { member, transfer } = await paid()
    const slip = await shown(member, transfer)
    const asked = await anna.call(
      'preTransactions.createDeposit',
      {
        memberId: member.outside,
        amountMinor: 50_025,
        kind: 'realDeposit',
        accountId: ours.outside,
        reasonCode: 'systemMissedDeposit',
        remarkStaff: 'the bank is late',
        slipId: slip.id,
      },
      { idempotencyKey: key() },
    )
    expect(asked.state).toBe('waiting')
    const picture = await world.server.fetch(`/api/v1/approval/evidence/${asked.approvalId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ben.token}` },
    })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    await picture.body?.cancel()
    await decideAs(ben, asked.approvalId ?? '', true, 'seen the slip')
    expect(await world.factory.cash(member)).toBe(50_025)
    const now = await anna.call('preTransactions.slip', { id: slip.id })
    expect(now.deposit?.state).toBe('credited')
  })
})

test('of a picture every look is logged', async () => {
  const { member, transfer } = await paid()
  const { id } = await shown(member, transfer)
  const look = await world.server.fetch(`/api/v1/pre-transaction/slip-picture/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect([look.status, look.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  await look.body?.cancel()
  const acts = await world.factory.query<{ action: string }>(
    `select action from activity_log where entity = 'slip' and entity_id = $1 order by id`,
    [id],
  )
  expect(acts.map(({ action }) => action)).toEqual(['slipRead', 'slipSeen'])
})

test('no statement of the program changes what a bank said, or gives it to another’s deposit', async () => {
  const { member, transfer } = await paid()
  const { id } = await shown(member, transfer)
  const other = await paid()
  const { depositId } = await note(other.member, await shown(other.member, other.transfer))
  const asApp = (text: string, values: unknown[]) =>
    world.server.services.pool.query(text, values).then(
      () => 'done',
      (error: Error) => error.message,
    )
  expect(await asApp(`update slips set told = '{}' where id = inside_id($1)`, [id])).toBe('slipFrozen')
  expect(
    await asApp(
      `update slips set deposit_id = inside_id($2), attached_at = now() where id = inside_id($1)`,
      [id, depositId],
    ),
  ).toBe('slipOfOther')
  expect(await asApp(`delete from slips where id = inside_id($1)`, [id])).toMatch(/permission denied/)
})
