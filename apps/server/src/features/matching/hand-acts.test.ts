import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { saysItIsTheirs } from '../../testing/world/links.ts'
import type { FactoryAccount, FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { meanwhile } from '../../testing/world/while-held.ts'

// What each act by a person's hand leaves beside the money: its row in the log, and news for open screens.
let world: MoneyOutWorld
let bank: FactoryAccount
let phone: Awaited<ReturnType<typeof bankPhone>>
let anna: Person
let ben: Person
const permissions = {
  pretransactionNotMatch: ['isRead', 'isUpdate'],
  pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
} as const
beforeAll(async () => {
  world = await createMoneyOutWorld()
  bank = await world.factory.account({ bank: 'SCB' })
  phone = await bankPhone(world.factory, bank)
  anna = await world.cashier({ permissions })
  ben = await world.cashier({ permissions })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const once = () => ({ idempotencyKey: key() })

/** Ids by their kind alone, and people by their names: what is left says who did what to which thing. */
const named = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"([a-z]{3})_[0-9a-z]{26}"/gu, '"$1"')
      .replaceAll(anna.username, 'anna')
      .replaceAll(ben.username, 'ben'),
  ) as T

/** An act's answer, what it wrote in the log, and what it told open screens. */
async function traceOf<T>(act: () => Promise<T>) {
  const { query } = world.factory
  const [before] = await query<{ log: number; told: number }>(
    `select (select coalesce(max(id), 0) from activity_log) as log,
            (select coalesce(max(id), 0) from outbox) as told`,
  )
  const answer = await act()
  // The row of the settling itself is the approvals' own.
  const log = await query<Record<string, unknown>>(
    `select actor_name as who, entity_id as of, action, reason, before, after, detail
       from activity_log where id > $1 and not coalesce(detail ? 'documentHash', false) order by id`,
    [before?.log],
  )
  const news = await query<{ told: string }>(
    `select topic || ' ' || entity_id || ' ' || version as told from outbox
      where id > $1 and topic <> 'approval'`,
    [before?.told],
  )
  return { answer, log, told: news.map(({ told }) => told).toSorted() }
}
const come = async (amountMinor: number) => (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
const linkTo = (id: string, of: FactoryMember, rest: object = {}) =>
  anna.call('preTransactions.link', { id, version: 1, memberId: of.outside, ...rest }, once())
const remark = 'ลูกค้าโทรมา'
/** What is told when the money of a line moves. */
const told = (line: string, lineVersion: number, deposit: string, member: FactoryMember) => [
  `deposit ${deposit} 0`,
  `member ${member.outside} 0`,
  `statementLine ${line} ${lineVersion}`,
  `transfer ${deposit} 0`,
]
const states = (before: string, after: string) => ({ before: { state: before }, after: { state: after } })

test('a link of one person, and their undoing of it', async () => {
  const member = await world.factory.member()
  const id = await come(50_100)
  await saysItIsTheirs(world.factory, id, member)
  const { score } = await anna.call('preTransactions.previewLink', { id, memberId: member.outside })
  const fromMs = world.server.services.now()
  const linked = await traceOf(() => linkTo(id, member))
  const { undoMinutes } = await world.server.services.settings.get()
  const undoMs = Date.parse(linked.answer.undoUntil ?? '') - undoMinutes * 60_000
  expect(undoMs).toBeGreaterThanOrEqual(fromMs)
  expect(undoMs).toBeLessThanOrEqual(world.server.services.now())
  const amounts = { memberId: 'mbr', depositId: 'dep', amountMinor: 50_100 }
  const about = { who: 'anna', of: 'stl' }
  expect(named(linked.log)).toEqual([
    {
      ...about,
      action: 'linked',
      reason: null,
      ...states('unmatched', 'manualMatched'),
      detail: { ...amounts, score, isConfirmed: false, isOtherMoney: false },
    },
  ])
  const deposit = linked.answer.depositId ?? ''
  expect(linked.told).toEqual([`bankAccount ${bank.outside} 0`, ...told(id, 0, deposit, member)])
  const undo = { id, version: 2, reason: 'ผิดคน' }
  const undone = await traceOf(() => anna.call('preTransactions.undoLink', undo, once()))
  expect(named(undone.log)).toEqual([
    {
      ...about,
      action: 'linkUndone',
      reason: 'ผิดคน',
      ...states('manualMatched', 'unmatched'),
      detail: amounts,
    },
  ])
  expect(undone.told).toEqual(told(id, 3, deposit, member))
})

test('a link of two people, and the same two taking it back', async () => {
  const member = await world.factory.member()
  const id = await come(50_200)
  const asked = await traceOf(() => linkTo(id, member, { remark, isConfirmed: true }))
  const of = { memberId: 'mbr', amountMinor: 50_200 }
  const anAsk = { who: 'anna', of: 'stl', before: null, after: null }
  expect(named(asked.log)).toEqual([
    {
      ...anAsk,
      action: 'lineLinkAsked',
      reason: remark,
      detail: { ...of, approvalId: 'apr', score: 0, soleOwner: false },
    },
  ])
  expect(asked.told).toEqual([`statementLine ${id} 1`])
  const agreed = await traceOf(() => decideAs(ben, asked.answer.approvalId))
  const byTwo = { ...of, depositId: 'dep', approvalId: 'apr', askedBy: 'anna' }
  expect(named(agreed.log)).toEqual([
    {
      who: 'ben',
      of: 'stl',
      action: 'linked',
      reason: remark,
      ...states('unmatched', 'manualMatched'),
      detail: { ...byTwo, score: 0, isConfirmed: true, isOtherMoney: false },
    },
  ])
  const [row] = await world.factory.query<{ id: string }>('select id from deposits where member_id = $1', [
    member.id,
  ])
  const deposit = encodeId('deposit', row?.id ?? '')
  expect(agreed.told).toEqual([`bankAccount ${bank.outside} 0`, ...told(id, 0, deposit, member)])

  const unlink = { id, version: 2, reason: 'เงินของคนอื่น' }
  const back = await traceOf(() => anna.call('preTransactions.askUnlink', unlink, once()))
  expect(named(back.log)).toEqual([
    {
      ...anAsk,
      action: 'depositUnlinkAsked',
      reason: unlink.reason,
      detail: { ...of, depositId: 'dep', approvalId: 'apr', soleOwner: false },
    },
  ])
  expect(back.told).toEqual([`statementLine ${id} 2`])
  const taken = await traceOf(() => decideAs(ben, back.answer.approvalId))
  expect(named(taken.log)).toEqual([
    {
      who: 'ben',
      of: 'stl',
      action: 'depositUnlinked',
      reason: unlink.reason,
      ...states('manualMatched', 'unmatched'),
      detail: byTwo,
    },
  ])
  expect(taken.told).toEqual(told(id, 3, deposit, member))
})

test('a deposit that is noted, and refused', async () => {
  const member = await world.factory.member()
  const note = { memberId: member.outside, amountMinor: 9_900, remark: 'โอนแล้วไม่เข้า' }
  const noted = await traceOf(() => anna.call('preTransactions.createPending', note, once()))
  const { depositId: id } = noted.answer
  expect(named(noted.log)).toEqual([
    {
      who: 'anna',
      of: 'dep',
      action: 'pendingNoted',
      reason: note.remark,
      before: null,
      after: { state: 'pending', amountMinor: 9_900 },
      detail: { memberId: 'mbr' },
    },
  ])
  expect(noted.told).toEqual([`deposit ${id} 1`])
  const refuse = { id, version: 1, reasonCode: 'noMoneyFound', remark: 'ไม่พบยอด' } as const
  const refused = await traceOf(() => anna.call('preTransactions.rejectDeposit', refuse, once()))
  expect(named(refused.log)).toEqual([
    {
      who: 'anna',
      of: 'dep',
      action: 'rejected',
      reason: 'ไม่พบยอด',
      before: { state: 'pending' },
      after: { state: 'rejected', reasonCode: 'noMoneyFound' },
      detail: null,
    },
  ])
  expect(refused.told).toEqual([`deposit ${id} 2`])
  const rows = await world.factory.query(
    `select state, version, reason_code, remark_staff, by_kind, by_id from deposits where member_id = $1`,
    [member.id],
  )
  const by = { by_kind: 'employee', by_id: anna.id }
  const asRefused = { reason_code: 'noMoneyFound', remark_staff: 'ไม่พบยอด', ...by }
  expect(rows).toEqual([{ state: 'rejected', version: 2, ...asRefused }])
})

test('what is noted has its own time and account, and is refused as it was seen', async () => {
  const { factory, server } = world
  await server.set({ notedDepositMinutes: 77, depositSlaSeconds: 111, withdrawalSlaSeconds: 222 })
  const account = await factory.account()
  const seller = await world.cashier({ type: 'seller', permissions })
  const own = await factory.member({ sellerId: seller.id })
  const note = { memberId: own.outside, amountMinor: 8_800, remark: 'a slip', accountId: account.outside }
  const ending = (act: Promise<unknown>) =>
    act.then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    )
  expect(await ending(seller.call('preTransactions.createPending', note, once()))).toBe('invalidValue')
  const before = server.services.now()
  const { depositId: id } = await anna.call('preTransactions.createPending', note, once())
  const [row] = await factory.query<{ bank_account_id: string; ends: string; due: string; by: string }>(
    `select bank_account_id, expires_at as ends, sla_ends_at as due, by_id as by, remark_staff as remark
       from deposits where member_id = $1`,
    [own.id],
  )
  const after = (at = '') => Math.round((Date.parse(at) - before) / 10_000)
  expect([after(row?.ends), after(row?.due)]).toEqual([77 * 6, 11])
  expect(row).toMatchObject({ bank_account_id: account.id, by: anna.id, remark: 'a slip' })
  const refuse = (version: number) =>
    ending(
      ben.call(
        'preTransactions.rejectDeposit',
        { id, version, reasonCode: 'noMoneyFound', remark: 'none' },
        once(),
      ),
    )
  const state = (to: string, version: number) =>
    server.database.plant('update deposits set state = $2, version = $3 where member_id = $1', [
      own.id,
      to,
      version,
    ])
  await state('created', 3)
  expect([await refuse(2), await refuse(4)]).toEqual(['stale', 'stale'])
  await state('expired', 3)
  expect(await refuse(3)).toBe('stateRefused')
  await state('created', 3)
  expect([await refuse(3), await refuse(4)]).toEqual(['done', 'stateRefused'])
  const ended = 'select by_id as by, remark_staff as remark from deposits where member_id = $1'
  expect(await factory.query(ended, [own.id])).toEqual([{ by: ben.id, remark: 'none' }])
})

test('credit that is typed, cleared by its line, or taken back', async () => {
  const member = await world.factory.member()
  const give = (kind: 'goodwill' | 'realDeposit', amountMinor: number, rest: object = {}) => {
    const words = { reasonCode: 'compensation', remarkStaff: remark } as const
    const input = { memberId: member.outside, amountMinor, kind, ...words, ...rest }
    return anna.call('preTransactions.createDeposit', input, once())
  }
  const typed = { memberId: 'mbr', bankTime: null, reasonCode: 'compensation', remarkStaff: remark }
  const aTyping = { who: 'anna', of: 'mbr', reason: remark, before: null }
  const gift = await traceOf(() => give('goodwill', 700, { remarkMember: 'ขออภัย' }))
  expect(named(gift.log)).toEqual([
    {
      ...aTyping,
      action: 'manualDeposit',
      after: { ...typed, kind: 'goodwill', amountMinor: 700, accountId: null, remarkMember: 'ขออภัย' },
      detail: { approvalId: null, soleOwner: false },
    },
  ])
  const ofMember = [`member ${member.outside} 0`]
  const [added] = await world.factory.query<{ id: string }>(
    'select id from adjustments where member_id = $1',
    [member.id],
  )
  expect(gift.told).toEqual([...ofMember, `transfer ${encodeId('adjustment', added?.id ?? '')} 0`])
  const bankTime = new Date(Date.now() - 3_600_000).toISOString()
  const real = await traceOf(() => give('realDeposit', 50_300, { accountId: bank.outside, bankTime }))
  const money = { kind: 'realDeposit', amountMinor: 50_300, accountId: 'oba', bankTime }
  expect(named(real.log)).toEqual([
    {
      ...aTyping,
      action: 'askManualDeposit',
      after: { ...typed, ...money, remarkMember: null },
      detail: { approvalId: 'apr', soleOwner: false },
    },
  ])
  expect(real.told).toEqual(ofMember)
  const agreed = await traceOf(() => decideAs(ben, real.answer.approvalId))
  const [row] = await world.factory.query<{ id: string }>('select id from deposits where member_id = $1', [
    member.id,
  ])
  const depositId = encodeId('deposit', row?.id ?? '')
  // The queue of every console shows it at once.
  expect(agreed.told).toEqual([`deposit ${depositId} 0`, ...ofMember, `transfer ${depositId} 0`])
  const late = await come(50_300)
  // Nobody says so of their own money, nor asks for it.
  const { plant } = world.server.database
  const phoneOf = `update employees set phone = coalesce((select substr(phone, 2) from members where id = $2),
    '') where id = $1`
  await plant(phoneOf, [anna.id, member.id])
  const own = linkTo(late, member, { remark, depositId, isConfirmed: true })
  await expect(own).rejects.toMatchObject({ code: 'fourEyes' })
  await plant(phoneOf, [anna.id, null])
  const clearing = await traceOf(() => linkTo(late, member, { remark, depositId, isConfirmed: true }))
  expect(clearing.log.map(({ action }) => action)).toEqual(['lineLinkAsked'])
  // Another line of its money at this very instant: one of the two clears it.
  const put = (line: string) =>
    `set local session_replication_role = replica;
     update deposits set statement_line_id = ${line} where id = '${row?.id}'`
  const first = { text: put('uuidv7()') }
  const second = meanwhile(world.server, first, () => decideAs(ben, clearing.answer.approvalId))
  await expect(second).rejects.toMatchObject({ code: 'alreadyMatched' })
  await plant(`update deposits set statement_line_id = null where id = $1`, [row?.id])
  const cleared = await traceOf(() => decideAs(ben, clearing.answer.approvalId))
  expect(named(cleared.log)).toEqual([
    {
      who: 'ben',
      of: 'stl',
      action: 'suspenseCleared',
      reason: remark,
      ...states('unmatched', 'manualMatched'),
      detail: { depositId: 'dep', approvalId: 'apr', amountMinor: 50_300 },
    },
  ])
  expect(cleared.told).toEqual([`deposit ${depositId} 0`, `statementLine ${late} 2`])
  const lines = await world.factory.query(
    `select l.state, l.reason, l.handled_by, l.version, l.match_evidence ->> 'decision' as decision,
            d.version as deposit, d.credits from statement_lines l
       join deposits d on d.statement_line_id = l.id where d.id = $1`,
    [row?.id],
  )
  const byHand = { state: 'manualMatched', reason: 'lateLine', handled_by: anna.id, decision: 'manual' }
  expect(lines).toEqual([{ ...byHand, version: 2, deposit: 2, credits: 1 }])

  // Nothing was credited by it, so nothing is taken back of it.
  const again = { id: late, version: 2, reason: 'ผิดคน' }
  for (const act of ['undoLink', 'askUnlink'] as const)
    await expect(anna.call(`preTransactions.${act}`, again, once())).rejects.toMatchObject({
      code: 'stateRefused',
    })

  const [given] = await world.factory.query<{ id: string }>(
    'select id from adjustments where member_id = $1',
    [member.id],
  )
  const id = encodeId('adjustment', given?.id ?? '')
  const reason = 'เติมผิดคน'
  const back = await traceOf(() => anna.call('preTransactions.askReversal', { id, reason }, once()))
  const aReversal = { of: 'adj', reason, before: null, after: null }
  const of = { approvalId: 'apr', memberId: 'mbr', amountMinor: 700 }
  expect(named(back.log)).toEqual([
    { ...aReversal, who: 'anna', action: 'creditReversalAsked', detail: { ...of, soleOwner: false } },
  ])
  expect(back.told).toEqual([`adjustment ${id} 0`, ...ofMember])
  const taken = await traceOf(() => decideAs(ben, back.answer.approvalId))
  const detail = { ...of, askedBy: 'anna', shortfallMinor: 0 }
  expect(named(taken.log)).toEqual([{ ...aReversal, who: 'ben', action: 'creditReversed', detail }])
  expect(taken.told).toEqual([...ofMember, `transfer ${id} 0`])
})
