import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  pictureOf,
  startFakeSlipService,
  type FakeSlipService,
  type Transfer,
} from '../../testing/fakes/fake-slip-service.ts'
import { tinyPicture } from '../../testing/world/evidence.ts'
import type { Person } from '../../testing/server.ts'
import type { FactoryMember, Machine } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'

// Members show slips at the member site, which signs for them: evidence for people, and no credit.

let world: MoneyOutWorld
let service: FakeSlipService
let site: Machine
let anna: Person
let count = 0
beforeAll(async () => {
  world = await createMoneyOutWorld()
  await world.factory.account({ role: 'deposit', bank: 'KBANK', accountNo: '0123456789' })
  service = await startFakeSlipService(world.server)
  site = await world.factory.machine('memberSite', 'site')
  anna = await world.cashier({ isAdmin: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await service.stop()
  await world.stop()
  expect(broken).toEqual([])
})

const amountMinor = 50_000

/** A member who said what they would pay, and a transfer of theirs as its bank knows it. */
async function paying(change: Partial<Transfer> = {}) {
  count += 1
  const member = await world.factory.member({ bank: 'SCB', firstName: 'สมชาย', lastName: `ใจดี${count}` })
  const transfer: Transfer = {
    sendingBank: '014',
    transRef: `20261129${String(count).padStart(12, '0')}`,
    amountMinor,
    at: new Date(world.server.services.now() - 60_000).toISOString(),
    from: { bank: '014', account: `xxx-xxx-${member.accountNo.slice(-4)}`, name: 'นาย สมชาย ใ' },
    to: { bank: '004', account: 'xxx-x-x5678-9', name: 'บจก. คลัง' },
    ...change,
  }
  service.transfers.set(transfer.transRef, transfer)
  return { member, transfer }
}
const request = async (member: FactoryMember): Promise<string> => {
  const input = { memberId: member.outside, amountMinor, method: 'bank' }
  const { body } = await site.send('/member/v1/deposit/create', input, key())
  return body.data?.id ?? ''
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Sending {
  readonly named?: string
  readonly key?: string
  readonly by?: Machine
}
const show = async (
  member: { outside: string },
  picture: Buffer,
  { named = hashOf(picture), key: again = key(), by = site }: Sending = {},
) => by.upload(`/member/v1/deposit/show-slip/${member.outside}/${named}`, picture, again)
const listed = async (id: string) =>
  (await anna.call('preTransactions.requests', { size: 100 })).records.find((row) => row.id === id)
const stateOf = async (id: string) =>
  (
    await world.factory.query<{ state: string; ref: string | null }>(
      'select state, slip_ref as ref from deposits where id = inside_id($1)',
      [id],
    )
  )[0]

describe('a slip that a member shows', () => {
  test('goes with their open request, which people then see; nothing is credited', async () => {
    const { member, transfer } = await paying()
    const id = await request(member)
    expect(await listed(id)).toBeUndefined()
    const { status, body } = await show(member, await pictureOf(transfer))
    expect([status, body.data]).toMatchObject([200, { state: 'verified', deposit: { id } }])
    expect(await listed(id)).toMatchObject({ slip: { state: 'verified', isAmountOther: false } })
    const { records } = await anna.call('preTransactions.slipsOfDeposit', { id })
    expect(records).toMatchObject([{ by: null, faults: [], transRef: transfer.transRef }])
    expect(await stateOf(id)).toEqual({ state: 'created', ref: transfer.transRef })
    expect(await world.factory.cash(member)).toBe(0)
    const seen = await anna.call('preTransactions.slip', { id: records[0]?.id ?? '' })
    expect(seen.memberId).toBe(member.outside)
  })

  test('of another amount is shown as such, and the deposit is not known by it', async () => {
    const { member, transfer } = await paying({ amountMinor: amountMinor + 1 })
    const id = await request(member)
    expect((await show(member, await pictureOf(transfer))).status).toBe(200)
    expect(await listed(id)).toMatchObject({ slip: { state: 'verified', isAmountOther: true } })
    expect(await stateOf(id)).toEqual({ state: 'created', ref: null })
  })

  test('goes with a case that staff noted', async () => {
    const { member, transfer } = await paying()
    const input = { memberId: member.outside, amountMinor, remark: 'said so in the chat' }
    const noted = await anna.call('preTransactions.createPending', input, { idempotencyKey: key() })
    const { body } = await show(member, await pictureOf(transfer))
    expect(body.data).toMatchObject({ deposit: { id: noted.depositId } })
  })

  test('sent again, under its key or another, is one slip of one deposit', async () => {
    const { member, transfer } = await paying()
    await request(member)
    const picture = await pictureOf(transfer)
    const again = key()
    const first = await show(member, picture, { key: again })
    expect((await show(member, picture, { key: again })).body).toEqual(first.body)
    await request(member)
    const third = await show(member, picture)
    expect(third.body).toEqual(first.body)
    const rows = await world.factory.query('select from slips where member_id = $1', [member.id])
    expect(rows).toHaveLength(1)
  })

  test('is refused for another member, and does not say whose it was', async () => {
    const { member, transfer } = await paying()
    await request(member)
    await show(member, await pictureOf(transfer))
    const other = await paying()
    const id = await request(other.member)
    const { body } = await show(other.member, await pictureOf(transfer))
    expect(body.error).toMatchObject({ code: 'slipSeen' })
    expect(body.error?.details).toBeUndefined()
    expect(await stateOf(id)).toEqual({ state: 'created', ref: null })
  })

  test('of nobody here, or of somebody who waits for nothing, is not kept', async () => {
    const { member, transfer } = await paying()
    const picture = await pictureOf(transfer)
    const nobody = { outside: member.outside.slice(0, -4) + 'aaaa' }
    expect((await show(nobody, picture)).body.error?.code).toMatch(/memberNotFound|invalid/)
    expect((await show(member, picture)).body.error).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'noOpenDeposit' },
    })
    expect(
      await world.factory.query('select from slips where trans_ref = $1', [transfer.transRef]),
    ).toEqual([])
  })
})

describe('an upload', () => {
  test('whose bytes are not those that were signed, or that another machine signed, is refused', async () => {
    const { member, transfer } = await paying()
    const id = await request(member)
    const picture = await pictureOf(transfer)
    const other = await pictureOf({ ...transfer, transRef: `9${transfer.transRef.slice(1)}` })
    expect((await show(member, picture, { named: hashOf(other) })).body.error?.code).toBe('badSignature')
    const phone = await world.factory.phone([])
    expect((await show(member, picture, { by: phone })).body.error?.code).toBe('badSignature')
    const unsigned = await world.server.fetch(
      `/member/v1/deposit/show-slip/${member.outside}/${hashOf(picture)}`,
      {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', 'idempotency-key': randomUUID() },
        body: new Uint8Array(picture),
      },
    )
    expect(unsigned.status).toBe(401)
    expect(await stateOf(id)).toEqual({ state: 'created', ref: null })
  })

  test('that is no picture, is too large, or has no code, is refused', async () => {
    const { member } = await paying()
    await request(member)
    const codes = await Promise.all(
      [Buffer.from('no picture'), Buffer.alloc(8 * 1024 * 1024 + 1), tinyPicture].map(
        async (bytes) => (await show(member, bytes)).body.error?.code,
      ),
    )
    expect(codes).toEqual([expect.stringMatching(/^picture/), 'pictureTooLarge', 'slipUnreadable'])
  })

  test('is one of ten in an hour, of each member', async () => {
    const { member, transfer } = await paying()
    await request(member)
    await world.factory.query(
      `insert into private_files (id, kind, purpose, sha256, bytes, width, height)
       select gen_random_uuid(), 'picture', 'slip', sha256('x'), 1, 1, 1 from generate_series(1, 10)`,
    )
    await world.factory.query(
      `insert into slips (member_id, private_file_id, qr_payload, sending_bank, trans_ref)
       select $1, f.id, 'x', '014', f.id::text from private_files f
        where f.uploaded_by is null and not exists (select from slips s where s.private_file_id = f.id)`,
      [member.id],
    )
    expect((await show(member, await pictureOf(transfer))).body.error?.code).toBe('tooManyRequests')
  })
})
