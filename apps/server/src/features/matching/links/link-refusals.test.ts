import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone, type Movement } from '../../../testing/bank-phone.ts'
import { saysItIsTheirs } from '../../../testing/world/links.ts'
import { codeOf, key } from '../../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'

// A link by hand is judged when it is asked for, and once more when the second person agrees to it.
let server: TestServer
let make: MoneyFactory
let anna: Person
let ben: Person
let carol: Person
const permissions = {
  pretransactionNotMatch: ['isRead', 'isUpdate'],
  pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
  pretransactionRequest: ['isRead', 'isUpdate'],
  memberManagement: ['isRead', 'isCreate'],
} as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const person = () => server.person({ permissions, hasStepUp: true, password: decidePassword })
  anna = await person()
  ben = await person()
  carol = await person()
  await server.set({ rateMoneyPerMinute: 100_000, rateReadPerMinute: 100_000, rateWritePerMinute: 100_000 })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const remark = 'ตรวจสลิปแล้ว'
async function desk() {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const come = async (movement: Movement) => (await phone.receives(movement)).body.data?.lineId ?? ''
  return { account, come }
}
const openLine = async (amountMinor: number) => (await desk()).come({ amountMinor })
const link = (by: Person, id: string, of: FactoryMember, rest: object = {}) =>
  by.call('preTransactions.link', { id, version: 1, memberId: of.outside, remark, ...rest }, key())
/** How it ends: the state of the link, or its refusal with the reason. */
const ended = (linking: ReturnType<typeof link>) =>
  linking.then(
    ({ state }) => state,
    ({ code, details }: { code: string; details?: { reason?: string } }) =>
      [code, details?.reason].filter(Boolean).join(' '),
  )
const plantLine = (id: string, set: string) =>
  server.database.plant(`update statement_lines set ${set} where id = $1`, [decodeId('statementLine', id)])
const lineOf = (by: Person, id: string) => by.call('preTransactions.line', { id })
/** What two people credit because they saw the money in the bank's app. */
async function creditBefore(member: FactoryMember, accountId: string, amountMinor: number) {
  const money = { memberId: member.outside, amountMinor, kind: 'realDeposit' as const, accountId }
  const words = { reasonCode: 'systemMissedDeposit' as const, remarkStaff: 'seen in the bank app' }
  const asked = await carol.call('preTransactions.createDeposit', { ...money, ...words }, key())
  await decideAs(ben, asked.approvalId)
  const [row] = await make.query<{ id: string }>(
    `select id from deposits where member_id = $1 and method = 'manual'`,
    [member.id],
  )
  return encodeId('deposit', row?.id ?? '')
}

test.each([
  ['incoming and proven', 'version = 1', 'done', 'done'],
  ['outgoing', `direction = 'out'`, 'lineNotOpen outgoing', 'lineNotOpen outgoing'],
  ['a hint', `chain = 'hint'`, 'blocked hint', 'waiting'],
  ['waiting', `state = 'waiting', chain = 'afterHole'`, 'blocked afterHole', 'waiting'],
  ['said twice, it seems', 'possible_double_of = id', 'blocked possibleDouble', 'done'],
])('a line that is %s is linked by who says so, and only then', async (_, set, unsaid, said) => {
  const member = await make.member()
  const id = await openLine(41_000)
  await saysItIsTheirs(make, id, member)
  await plantLine(id, set)
  expect(await ended(link(anna, id, member, { isConfirmed: false }))).toBe(unsaid)
  if (unsaid === 'done') return
  expect(await ended(link(anna, id, member, { isConfirmed: true }))).toBe(said)
})

test('a request is adopted while it is open, noted by staff or not, and never afterwards', async () => {
  for (const state of ['created', 'pending', 'expired', 'rejected']) {
    const member = await make.member()
    const id = await openLine(42_000)
    const at = new Date(Date.now() - 60_000).toISOString()
    const requestId = await make.request(member, null, 42_000, { at })
    await make.query('update deposits set state = $2 where id = $1', [requestId, state])
    const depositId = encodeId('deposit', requestId)
    const isOpen = state === 'created' || state === 'pending'
    expect(await ended(link(anna, id, member, { depositId }))).toBe(isOpen ? 'done' : 'stateRefused')
    const rows = await make.query('select id, state, credits from deposits where member_id = $1', [
      member.id,
    ])
    expect(rows).toEqual([
      { id: requestId, ...(isOpen ? { state: 'credited', credits: 1 } : { state, credits: 0 }) },
    ])
  }
})

test('a link is of the brand’s day of now, though its line is of the one before', async () => {
  const member = await make.member()
  // But for the last minute before midnight it is yesterday still where the day begins so late.
  await server.set({ dayCutOffMinutes: 1439 })
  const id = await openLine(42_300)
  await server.set({ dayCutOffMinutes: 0 })
  await saysItIsTheirs(make, id, member)
  const { depositId } = await link(anna, id, member)
  const days = await make.query(
    `select d.business_on = day as deposit, t.business_on = day as transfer
       from deposits d, transfers t, lateral (select (d.credited_at at time zone 'Asia/Bangkok')::date as day)
      where d.member_id = $1 and d.state = 'credited' and t.key = 'deposit.credited:' || $2 || ':1'`,
    [member.id, depositId],
  )
  expect(days).toEqual([{ deposit: true, transfer: true }])
})

test('a preview is of a line and a member that there are', async () => {
  const [id, member] = [await openLine(42_500), await make.member()]
  const preview = (input: { id: string; memberId: string }) =>
    codeOf(anna.call('preTransactions.previewLink', input))
  const nobody = '0190a0a0-0000-7000-8000-000000000000'
  expect(await preview({ id, memberId: member.outside })).toBe('ok')
  expect(await preview({ id: encodeId('statementLine', nobody), memberId: member.outside })).toBe(
    '404 notFound',
  )
  expect(await preview({ id, memberId: encodeId('member', nobody) })).toBe('404 memberNotFound')
})

describe('while a link waits', () => {
  test('nobody links its line, however well it fits another, and they read whose it is', async () => {
    const [member, other] = [await make.member(), await make.member()]
    const id = await openLine(43_000)
    const { approvalId } = await link(anna, id, member)
    await saysItIsTheirs(make, id, other)
    const details = { reason: 'approvalPending', by: anna.username, approvalId }
    await expect(link(ben, id, other)).rejects.toMatchObject({ code: 'conflict', details })
    expect(await make.cash(other)).toBe(0)
    await anna.call('approvals.cancel', { id: approvalId ?? '' }, key())
    expect(await ended(link(ben, id, other))).toBe('done')
  })

  test('its own line says so, no other does, and neither calls it an unlinking', async () => {
    const member = await make.member()
    const [id, other] = [await openLine(43_100), await openLine(43_100)]
    const { approvalId } = await link(anna, id, member)
    const asked = { id: approvalId, maker: anna.username, isOwn: true, reason: remark }
    expect(await lineOf(anna, id)).toMatchObject({
      linkAsked: asked,
      unlinkAsked: null,
      line: { isLinkAsked: true },
    })
    const free = { linkAsked: null, unlinkAsked: null, line: { isLinkAsked: false } }
    expect(await lineOf(anna, other)).toMatchObject(free)
    await server.database.plant(`update approvals set expires_at = now() where id = $1`, [
      decodeId('approval', approvalId ?? ''),
    ])
    expect(await lineOf(anna, id)).toMatchObject(free)
    expect(await ended(link(ben, id, member))).toBe('waiting')
  })

  test('an unlinking that waits is told of its own line alone, until it is decided or over', async () => {
    const member = await make.member()
    const ids = [await openLine(43_200), await openLine(43_200)]
    for (const id of ids) await saysItIsTheirs(make, id, member)
    for (const id of ids) await link(carol, id, member)
    const [id = '', other = ''] = ids
    const ask = { id, version: 2, reason: 'เงินของคนอื่น' }
    const { approvalId } = await anna.call('preTransactions.askUnlink', ask, key())
    const waits = {
      canAskUnlink: false,
      linkAsked: null,
      unlinkAsked: { id: approvalId, maker: anna.username },
    }
    expect(await lineOf(ben, id)).toMatchObject({ ...waits, line: { isLinkAsked: false } })
    const free = { canAskUnlink: true, unlinkAsked: null, linkAsked: null }
    expect(await lineOf(ben, other)).toMatchObject(free)
    await decideAs(ben, approvalId, false)
    expect(await lineOf(ben, id)).toMatchObject(free)
    const again = await anna.call('preTransactions.askUnlink', ask, key())
    await server.database.plant('update approvals set expires_at = now() where id = $1', [
      decodeId('approval', again.approvalId),
    ])
    expect(await lineOf(ben, id)).toMatchObject(free)
  })
})

describe('a link that a second person agrees to', () => {
  test('credits the very request that it was asked for, and says beforehand that it closes it', async () => {
    const member = await make.member()
    const id = await openLine(44_000)
    const requestId = await make.request(member, null, 44_000)
    const depositId = encodeId('deposit', requestId)
    const { approvalId } = await link(anna, id, member, { depositId })
    const [request] = await make.query<{ reference: string }>(
      'select reference from deposits where id = $1',
      [requestId],
    )
    const seen = await ben.call('approvals.get', { id: approvalId ?? '' })
    const closes = { field: 'closesRequest', before: null, after: request?.reference }
    expect(seen.differences).toContainEqual(closes)
    expect(seen.differences.map(({ field }) => field)).not.toContain('clearsDeposit')
    await decideAs(ben, approvalId)
    const rows = await make.query('select id, state, credits from deposits where member_id = $1', [
      member.id,
    ])
    expect(rows).toEqual([{ id: requestId, state: 'credited', credits: 1 }])
    expect(await make.cash(member)).toBe(44_000)
  })

  test('goes to nobody who was blacklisted since, nor to whom its maker has turned out to be', async () => {
    const member = await make.member({ phone: '+66811120001' })
    const { approvalId } = await link(anna, await openLine(44_100), member)
    await make.query(`update members set state = 'blacklisted' where id = $1`, [member.id])
    expect(await codeOf(decideAs(ben, approvalId))).toBe('409 blocked')
    await make.query(`update members set state = 'active' where id = $1`, [member.id])
    const phone = (number: string) =>
      server.database.plant('update employees set phone = $2 where id = $1', [anna.id, number])
    await phone('0811120001')
    expect(await codeOf(decideAs(ben, approvalId))).toBe('403 fourEyes')
    expect(await make.cash(member)).toBe(0)
    await phone('')
    await decideAs(ben, approvalId)
    expect(await make.cash(member)).toBe(44_100)
  })

  test('adopts no request that ended since', async () => {
    const member = await make.member()
    const id = await openLine(44_200)
    const requestId = await make.request(member, null, 44_200)
    const { approvalId } = await link(anna, id, member, { depositId: encodeId('deposit', requestId) })
    await make.query(`update deposits set state = 'expired' where id = $1`, [requestId])
    expect(await codeOf(decideAs(ben, approvalId))).toBe('409 stateRefused')
    expect(await make.cash(member)).toBe(0)
  })

  test('waits once the same money may have been typed since, unless it is said to be other', async () => {
    const [typed, member] = [await make.member(), await make.member()]
    const { account, come } = await desk()
    const [one, other] = [await come({ amountMinor: 44_300 }), await come({ amountMinor: 44_300 })]
    const unsaid = await link(anna, one, member)
    const said = await link(anna, other, member, { isOtherMoney: true })
    await creditBefore(typed, account.outside, 44_300)
    expect(await codeOf(decideAs(ben, unsaid.approvalId))).toBe('409 blocked')
    await decideAs(ben, said.approvalId)
    expect(await make.cash(member)).toBe(44_300)
  })

  test('clears no deposit that another line cleared since, and credits nobody instead', async () => {
    const member = await make.member()
    const { account, come } = await desk()
    const depositId = await creditBefore(member, account.outside, 44_400)
    const lines = [await come({ amountMinor: 44_400 }), await come({ amountMinor: 44_400 })]
    const [one, other] = await Promise.all(lines.map((id) => link(anna, id, member, { depositId })))
    const seen = await ben.call('approvals.get', { id: one?.approvalId ?? '' })
    // Nobody is credited: the wallet stays as it is.
    expect(seen.differences).toContainEqual({ field: 'balanceMinor', before: 44_400, after: 44_400 })
    expect(seen.differences.map(({ field }) => field)).not.toContain('closesRequest')
    await decideAs(ben, other?.approvalId ?? null)
    expect(await codeOf(decideAs(ben, one?.approvalId ?? null))).toBe('409 alreadyMatched')
    expect(await make.cash(member)).toBe(44_400)
    expect((await lineOf(anna, lines[0] ?? '')).line.state).toBe('unmatched')
  })
})

test('a line that is not proven clears nothing, whoever confirms it', async () => {
  const member = await make.member()
  const { account, come } = await desk()
  const depositId = await creditBefore(member, account.outside, 45_000)
  const id = await come({ amountMinor: 45_000 })
  for (const set of [`chain = 'hint'`, `chain = 'linked', state = 'waiting'`]) {
    await plantLine(id, set)
    expect(await ended(link(anna, id, member, { depositId, isConfirmed: true }))).toMatch(/^blocked/)
  }
  await plantLine(id, `state = 'unmatched'`)
  expect(await ended(link(anna, id, member, { depositId }))).toBe('waiting')
})

describe('what is taken back', () => {
  test('forgets what this member was learnt by, and leaves the line open and whole', async () => {
    const [member, other] = [await make.member({ accountNo: '1234515151' }), await make.member()]
    const { come } = await desk()
    const id = await come({ amountMinor: 46_000, payer: { tag: 'KBNK', digits: '515151' } })
    const [auto] = await make.query<{ payer_key: string; hits: number }>(
      'select payer_key, hits from payer_aliases where member_id = $1',
      [member.id],
    )
    expect(auto?.hits).toBe(1)
    await server.database.plant(
      `insert into payer_aliases (member_id, payer_key, hits) values ($1, $3, 3), ($2, 'another', 5)`,
      [other.id, member.id, auto?.payer_key],
    )
    await make.query('delete from member_facts_stale')
    const ask = { id, version: 2, reason: 'เงินของคนอื่น' }
    const { version } = (await lineOf(anna, id)).line
    const { approvalId } = await anna.call('preTransactions.askUnlink', { ...ask, version }, key())
    await decideAs(ben, approvalId)
    const aliases = await make.query(
      'select member_id, hits from payer_aliases where member_id in ($1, $2) order by hits',
      [member.id, other.id],
    )
    expect(aliases).toEqual([
      { member_id: member.id, hits: 0 },
      { member_id: other.id, hits: 3 },
      { member_id: member.id, hits: 5 },
    ])
    expect(await make.query('select distinct member_id from member_facts_stale')).toEqual([
      { member_id: member.id },
    ])
    const rows = await make.query(
      `select l.state, l.reason, l.handled_by, l.handled_at, l.best_member_id, l.version as line,
              d.state as deposit, d.version as "depositVersion", d.reversal_approval_id as by
         from statement_lines l join deposits d on d.statement_line_id = l.id where l.id = $1`,
      [decodeId('statementLine', id)],
    )
    const open = {
      state: 'unmatched',
      reason: 'undone',
      handled_by: null,
      handled_at: null,
      best_member_id: null,
    }
    const back = { deposit: 'reversed', depositVersion: 2, by: decodeId('approval', approvalId) }
    expect(rows).toEqual([{ ...open, line: version + 1, ...back }])
  })

  test('by its linker alone up to the end of their minutes, and not a millisecond later', async () => {
    const { now } = server.services
    const fixedMs = Date.now() + 20_000
    const undoMs = 10 * 60_000
    const undone = async (agoMs: number) => {
      const member = await make.member()
      const id = await openLine(47_000)
      await saysItIsTheirs(make, id, member)
      await link(anna, id, member)
      const at = new Date(fixedMs - agoMs).toISOString()
      await plantLine(id, `handled_at = '${at}'`)
      Object.assign(server.services, { now: () => fixedMs })
      const { canUndoUntil } = await lineOf(anna, id)
      const said = await codeOf(
        anna.call('preTransactions.undoLink', { id, version: 2, reason: 'ผิดคน' }, key()),
      )
      Object.assign(server.services, { now })
      return [canUndoUntil, said]
    }
    expect(await undone(undoMs - 1)).toEqual([new Date(fixedMs + 1).toISOString(), 'ok'])
    expect((await undone(undoMs))[1]).toBe('ok')
    expect(await undone(undoMs + 1)).toEqual([null, '409 undoTooLate'])
  })
})
