import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import type { FactoryAccount } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { addDays, valueOn } from '../../platform/business-day.ts'
import { closeBusinessDay } from '../../platform/posting/ledger-store.ts'
import { makePacks } from './pack/make-packs.ts'
import { watchDays } from './watch-days.ts'

let world: MoneyOutWorld
let maker: Person
let checker: Person
let account: FactoryAccount
let phone: Awaited<ReturnType<typeof bankPhone>>
/** The day that the ledger closes in these tests: the one on which their messages come. */
const on = valueOn(Date.now())
const program = fileURLToPath(new URL('../../../../../tools/verify/verify-pack.ts', import.meta.url))
const payer = { tag: 'KBNK', digits: '771234' }

beforeAll(async () => {
  world = await createMoneyOutWorld()
  const permissions = {
    reconcile: ['isRead', 'isUpdate'] as const,
    pretransactionNotMatch: ['isRead', 'isUpdate'] as const,
  }
  const abilities = { seeOwnBalances: true }
  maker = await world.cashier({ permissions, abilities })
  checker = await world.cashier({ permissions, abilities, password: decidePassword })
  account = await world.factory.account({ bank: 'SCB' })
  phone = await bankPhone(world.factory, account)
  await world.factory.member({ bank: 'KBANK', accountNo: '1234771234' })
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const day = (as = maker) => as.call('reconcile.day', { on })
const dayInList = async () => {
  const { records } = await maker.call('reconcile.days', { from: addDays(on, -1), to: on })
  return records[0]
}
const explain = (as: Person, item: { key: string; amountMinor: number }, note = 'ธนาคารยืนยันแล้ว') =>
  as.call(
    'reconcile.explain',
    { on, key: item.key, amountMinor: item.amountMinor, reasonCode: 'askedBank', note },
    once(),
  )
const close = async (as = maker) =>
  as.call('reconcile.close', { on, factsHash: (await day()).factsHash ?? '' }, once())
const itemsOf = async () =>
  (await day()).items.map(({ kind, amountMinor, bears }) => ({ kind, amountMinor, bears }))

test('three planted differences are found, and nothing else', async () => {
  await phone.receives({ amountMinor: 50_000, payer })
  // One: money that moved, of which no message came; a person went on behind the hole.
  phone.move({ amountMinor: 7_700 })
  const behind = await phone.receives({ amountMinor: 1_000 })
  const before = await day()
  expect(before).toMatchObject({ status: 'waiting', state: null })
  expect(await itemsOf()).toEqual([
    { kind: 'waitingLine', amountMinor: 1_000, bears: 'ledger' },
    { kind: 'gap', amountMinor: 7_700, bears: 'bank' },
  ])
  const id = behind.body.data?.lineId ?? ''
  await maker.call('preTransactions.reopenLine', { id, version: 1, reason: 'ดูแล้ว' }, once())
  // Two: a line whose balance cannot be.
  await phone.say(phone.move({ amountMinor: 900, statedMinor: 100 }))
  phone.move({ amountMinor: 900, direction: 'out' })
  // Three: a payout that no bank shows.
  const member = await world.regular(40_000)
  // What the kit put into the wallet as of an earlier day, as its bank showed it.
  const fund = (amountMinor: number) => `
    insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, received_at,
      source, dedupe_key, chain, state, business_on, value_on)
    select bank_account_id, 'in', ${amountMinor}, 'none', now(), 'sms', 'fund', 'noBalance', 'autoMatched',
           '2026-11-01', '2026-11-01' from deposits where amount_minor = 40000 limit 1`
  await world.factory.query(fund(39_000))
  await world.withdraw(member, 30_000)
  await world.payouts()
  await closeBusinessDay(world.server.services.pool, on)
  await watchDays(world.server.services)
  expect(await itemsOf()).toContainEqual({ kind: 'unbooked', amountMinor: -1_000, bears: 'ledger' })
  await world.server.database.plant(
    `update statement_lines set amount_minor = 40000 where dedupe_key = 'fund'`,
  )
  await watchDays(world.server.services)
  expect(await itemsOf()).toEqual([
    { kind: 'payoutWithoutLine', amountMinor: -30_000, bears: 'none' },
    { kind: 'quarantined', amountMinor: 900, bears: 'none' },
    { kind: 'gap', amountMinor: 7_700, bears: 'bank' },
  ])
  expect(await dayInList()).toMatchObject({ status: 'withDifferences', differenceCount: 3, openCount: 3 })
  const { sheets } = await day()
  const row = sheets[0]?.rows.find((each) => each.account?.id === account.outside)
  expect(row).toMatchObject({
    openingMinor: 1_000_000,
    oursMinor: 1_051_000,
    theirsMinor: 1_058_700,
    differenceMinor: 7_700,
    ledger: { closingMinor: 1_051_000, differenceMinor: 7_700, carriedMinor: 0 },
    unidentified: { count: 1, amountMinor: 1_000 },
  })
  expect(sheets.map(({ sheet, status }) => `${sheet} ${status}`)).toEqual([
    'bank difference',
    'wallet balanced',
    'gateway notApplicable',
    'provider notApplicable',
  ])
  const wallet = sheets[1]?.rows[0]
  expect(wallet?.oursMinor).toBe(wallet?.theirsMinor)
  expect(wallet?.theirsMinor).toBe(60_000)
})

test('is not closed before each is explained, nor by one person alone', async () => {
  expect(await refusalOf(close())).toMatchObject({
    code: 'stateRefused',
    details: { reason: 'notExplained' },
  })
  const { items } = await day()
  expect(await codeOf(explain(maker, { key: items[0]?.key ?? '', amountMinor: 1 }))).toBe('stale')
  for (const item of items) await explain(maker, item)
  const stale = (await day()).factsHash ?? ''
  await explain(maker, items[0] ?? { key: '', amountMinor: 0 }, 'ธนาคารแจ้งว่าจะส่งพรุ่งนี้')
  expect(await codeOf(maker.call('reconcile.close', { on, factsHash: stale }, once()))).toBe('stale')
  const asked = await close()
  expect(asked.state).toBe('waiting')
  expect((await day()).waiting).toMatchObject({ kind: 'dayClose' })
  expect(await codeOf(decideAs(maker, asked.approvalId))).toBe('fourEyes')
  // Something is said anew meanwhile: what was asked for is not what would be closed.
  await explain(checker, items[1] ?? { key: '', amountMinor: 0 }, 'ข้อความปลอม')
  expect(await codeOf(decideAs(checker, asked.approvalId))).toBe('conflict')
  await decideAs(checker, asked.approvalId, false, 'asked anew')
  await decideAs(checker, (await close()).approvalId)
  const closed = await day()
  expect(closed).toMatchObject({ state: 'closed', status: 'closed', isFrozen: true, openCount: 0 })
  expect(closed.closes).toMatchObject([{ round: 1, differenceCount: 3, isAlone: false }])
  expect(closed.closes[0]?.agreedBy).not.toBe(closed.closes[0]?.closedBy)
  expect(await refusalOf(close())).toMatchObject({ code: 'stateRefused', details: { state: 'closed' } })
  expect(await codeOf(explain(maker, items[0] ?? { key: '', amountMinor: 0 }))).toBe('stateRefused')
})

test('the database keeps what was closed, whoever asks', async () => {
  const refused = (text: string) =>
    world.factory.query(text).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  const { pool } = world.server.services
  expect(await refused(`update reconcile_closes set facts = '{}'`)).toBe('42501')
  expect(await refused(`delete from reconcile_closes`)).toBe('42501')
  expect(await refused(`update reconcile_days set state = 'open', round = 0`)).toBe('KL105')
  expect(await refused(`update ledger_day_sums set in_minor = 0`)).toBe('42501')
  expect(await refused(`update reconcile_closes set reopened_at = now()`)).toBe('23514')
  // As the owner of the tables, too.
  await expect(world.factory.asAdmin(`update reconcile_closes set facts = '{}'`)).rejects.toThrow(
    'appendOnly',
  )
  await expect(world.factory.asAdmin('delete from reconcile_explanations')).rejects.toThrow('appendOnly')
  await expect(world.factory.asAdmin('delete from ledger_day_balances')).rejects.toThrow('appendOnly')
  // A close with a difference that nobody agreed to, or that nobody explained.
  const copy = (facts: string) => `
    insert into reconcile_closes (day_id, business_on, round, facts, facts_hash, ledger_digest,
      difference_count, closed_by)
    select day_id, business_on, 1, f, encode(sha256(convert_to(f, 'UTF8')), 'hex'), ledger_digest,
           jsonb_array_length(f::jsonb -> 'items'), closed_by
      from reconcile_closes, lateral (select ${facts}) x (f)`
  const client = await pool.connect()
  try {
    await client.query('begin')
    await expect(client.query(copy('facts'))).rejects.toMatchObject({ code: 'KL105' })
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('its pack is signed, and a byte that was changed is found', async () => {
  await makePacks(world.server.services)
  const bytes = async (part: 'pdf' | 'xlsx' | 'manifest') => {
    const response = await world.server.fetch('/api/v1/reconcile/pack', {
      method: 'POST',
      headers: { authorization: `Bearer ${maker.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ on, round: 1, part }),
    })
    return Buffer.from(await response.arrayBuffer())
  }
  const { publicKey } = await maker.call('reconcile.packKey', {})
  const { ledgerDigest } = await day()
  const manifest = (await bytes('manifest')).toString()
  const files: Record<string, Buffer> = {
    [`khlang-day-${on}-1.pdf`]: await bytes('pdf'),
    [`khlang-day-${on}-1.xlsx`]: await bytes('xlsx'),
  }
  const folder = mkdtempSync(join(tmpdir(), 'day-pack-'))
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })
  const closing = (digest: string | null) => JSON.stringify([{ businessOn: on, digest }])
  const put = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), content)
  /** What the program says of these files, which stand alone in a folder. */
  const checked = async (changed: Record<string, Buffer | string> = {}): Promise<string> => {
    const all = {
      ...files,
      'pack.json': manifest,
      'key.pem': publicKey,
      'closings.json': closing(ledgerDigest),
    }
    for (const [name, content] of Object.entries({ ...all, ...changed })) put(name, content)
    const [key, closings] = [join(folder, 'key.pem'), join(folder, 'closings.json')]
    const args = [join(folder, 'pack.json'), '--key', key, '--closings', closings]
    return promisify(execFile)(process.execPath, [program, ...args]).then(
      ({ stdout }) => stdout.trim(),
      ({ stdout }: { stdout: string }) => stdout.split('\n')[0] ?? '',
    )
  }
  const flipped = (content: Buffer = Buffer.alloc(1)) => {
    const copy = Buffer.from(content)
    copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 1
    return copy
  }
  expect(await checked()).toMatch(/as it was signed$/)
  for (const name of Object.keys(files))
    expect(await checked({ [name]: flipped(files[name]) })).toBe(`${name} is not the file that was signed`)
  const untrue = manifest.replace('ธนาคารแจ้งว่าจะส่งพรุ่งนี้', 'ไม่มีอะไร')
  expect(await checked({ 'pack.json': untrue })).toBe('the facts are not those that were signed')
  expect(await checked({ 'key.pem': other })).toBe('the signature is not of this key')
  expect(await checked({ 'closings.json': closing('00') })).toBe('the digest of the ledger is another')
  rmSync(folder, { recursive: true })
  const clerk = await world.cashier({ permissions: { reconcile: ['isRead'] } })
  expect(await codeOf(clerk.call('reconcile.pack', { on, round: 1, part: 'pdf' }))).toBe('forbidden')
})

test('a line that comes later is listed as late and changes nothing that was closed', async () => {
  const before = await day()
  world.server.clock.ms = 24 * 3_600_000
  const at = new Date()
  await phone.receives({ amountMinor: 2_500, at })
  await watchDays(world.server.services)
  const after = await day()
  expect(after.late).toMatchObject([{ amountMinor: 2_500, postedOn: addDays(on, 1) }])
  expect([after.sheets, after.items, after.factsHash]).toEqual([
    before.sheets,
    before.items,
    before.factsHash,
  ])
  expect(await dayInList()).toMatchObject({ lateCount: 1 })
  world.server.clock.ms = 0
})

test('is reopened by two, explained anew and closed again', async () => {
  const asked = await maker.call('reconcile.reopen', { on, reason: 'มีรายการเข้าช้า' }, once())
  expect(asked.state).toBe('waiting')
  expect(await codeOf(decideAs(maker, asked.approvalId))).toBe('fourEyes')
  await decideAs(checker, asked.approvalId)
  const open = await day()
  expect(open).toMatchObject({ state: 'reopened', isFrozen: false, openCount: 0 })
  expect(open.closes).toMatchObject([{ round: 1, reopenReason: 'มีรายการเข้าช้า' }])
  await decideAs(checker, (await close()).approvalId)
  expect((await day()).closes.map(({ round }) => round)).toEqual([2, 1])
})

test('a shift is closed with what was done in it, and taken by somebody else', async () => {
  const startedAt = new Date(Date.now() - 3_600_000).toISOString()
  const now = await maker.call('reconcile.shiftNow', { startedAt })
  expect(now.figures.linked).toEqual({ count: 0, amountMinor: 0 })
  const { id } = await maker.call(
    'reconcile.closeShift',
    { startedAt, note: 'เครื่อง SCB แบตใกล้หมด' },
    once(),
  )
  expect(await codeOf(maker.call('reconcile.takeShift', { id }, once()))).toBe('fourEyes')
  await checker.call('reconcile.takeShift', { id }, once())
  expect(await codeOf(checker.call('reconcile.takeShift', { id }, once()))).toBe('stateRefused')
  const { records } = await checker.call('reconcile.shifts', { on })
  expect(records).toMatchObject([{ id, isOwn: false, note: 'เครื่อง SCB แบตใกล้หมด' }])
  expect(records[0]?.acknowledgedBy).not.toBeNull()
})

test('who works the queue closes their own shift; others’ are for who may read the close', async () => {
  const work = { permissions: { pretransactionDepositWithdraw: ['isRead'] } } as const
  const [night, morning] = [await world.server.person(work), await world.server.person(work)]
  const { startedAt } = await night.call('reconcile.shiftNow', {})
  const note = 'ถอนค้าง 2 รายการ รอธนาคาร'
  const { id } = await night.call('reconcile.closeShift', { startedAt, note }, once())
  const mine = async (person: Person) => (await person.call('reconcile.ownShifts', {})).records
  expect(await mine(night)).toMatchObject([{ id, isOwn: true, note, acknowledgedBy: null }])
  expect(await mine(morning)).toEqual([])
  expect(await codeOf(morning.call('reconcile.shifts', { on }))).toBe('forbidden')
  expect(await codeOf(night.call('reconcile.shifts', { on }))).toBe('forbidden')
  expect(await codeOf(morning.call('reconcile.takeShift', { id }, once()))).toBe('forbidden')
  expect((await maker.call('reconcile.shifts', { on })).records).toContainEqual(
    expect.objectContaining({ id, isOwn: false, note }),
  )
  await maker.call('reconcile.takeShift', { id }, once())
  expect((await mine(night))[0]?.acknowledgedBy).not.toBeNull()
  const seller = await world.server.person({ type: 'seller' })
  const refused = await Promise.all([
    codeOf(seller.call('reconcile.shiftNow', {})),
    codeOf(seller.call('reconcile.ownShifts', {})),
    codeOf(seller.call('reconcile.closeShift', { startedAt, note }, once())),
  ])
  expect(refused).toEqual(['forbidden', 'forbidden', 'forbidden'])
})
