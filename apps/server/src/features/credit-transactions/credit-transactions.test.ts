import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberCash, memberLocked } from '@khlang/ledger/accounts.ts'
import { betPlace, bonusGrant, reversalOf } from '@khlang/ledger/wallet.ts'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { wholeFile } from '../../testing/exported.ts'
import { addMember, codeOf, fund, inDatabase, openBook } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { providerClearing } from '@khlang/ledger/accounts.ts'
import { refreshMemberFacts } from '../members/jobs.ts'

let server: TestServer
let staff: Person
let one: Awaited<ReturnType<typeof addMember>>
let two: Awaited<ReturnType<typeof addMember>>
const permissions = {
  creditTransaction: ['isRead'],
  memberManagement: ['isRead', 'isCreate', 'isUpdate'],
} as const

const post = (posting: Parameters<typeof postStrict>[1][number]) =>
  server.services.db.transaction().execute((tx) => postStrict(tx, [posting]))

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  // Nothing in the product posts bonuses yet, so the book refuses them to members.
  await inDatabase(server.database.adminUrl, 'alter table transfers disable trigger guard_wallet_legs', [])
  await openAccounts(server.services.db, [providerClearing('slots')])
  staff = await server.person({ permissions, hasStepUp: true, abilities: { exportData: true } })
  ;[one, two] = [await addMember(staff), await addMember(staff)]
  for (let day = 1; day <= 9; day += 1) {
    for (const member of [one, two]) await fund(server, member.id, 1000 * day, `2026-03-0${day}`)
    await post(
      betPlace({
        sourceId: `bet-${day}`,
        providerId: 'slots',
        memberId: one.id,
        amountMinor: 77,
        businessOn: `2026-03-0${day}`,
      }),
    )
  }
  const cause = { sourceId: 'gift-1', memberId: two.id, amountMinor: 4321, businessOn: '2026-03-09' }
  const added = bonusGrant(cause)
  const [result] = await post(added)
  await post(
    reversalOf({
      sourceId: 'gift-1',
      businessOn: '2026-03-09',
      original: { legs: added.legs, transferIds: result?.transferIds ?? [] },
    }),
  )
})
afterAll(() => server.stop())

async function listAll(filter: Record<string, unknown>, size = 4) {
  const all = []
  let after: string | undefined
  do {
    const page = await staff.call('creditTransactions.list', {
      ...filter,
      size,
      ...(after ? { after } : {}),
    })
    all.push(...page.records)
    after = page.afterCursor ?? undefined
  } while (after)
  return all
}

describe('the list of credit transactions', () => {
  test('shows members’ entries only, newest first, each following the one before', async () => {
    const all = await listAll({})
    expect(all).toHaveLength(18 + 9 + 2)
    expect(new Set(all.map((row) => row.id)).size).toBe(all.length)
    expect(all.some((row) => row.kind === 'deposit.received')).toBe(false)
    const own = await listAll({ memberId: one.id })
    expect(own).toHaveLength(18)
    own.forEach((row, position) => {
      expect(row.beforeMinor + row.amountMinor).toBe(row.afterMinor)
      expect(row.beforeMinor).toBe(own[position + 1]?.afterMinor ?? 0)
      expect(row.amountMinor < 0).toBe(row.kind === 'bet.place')
      expect(row.member.username).toBe(one.username)
    })
  })

  const filters: [
    string,
    { kind?: string[]; from?: string; to?: string; amountMinor?: number; reference?: string },
    number,
  ][] = [
    ['everything', {}, 29],
    ['a kind', { kind: ['bet.place'] }, 9],
    [
      'two kinds and days',
      { kind: ['bet.place', 'deposit.credited'], from: '2026-03-03', to: '2026-03-05' },
      9,
    ],
    ['a day', { from: '2026-03-09', to: '2026-03-09' }, 5],
    ['an amount', { amountMinor: 3000 }, 2],
    ['an amount of some days', { amountMinor: 77, from: '2026-03-08' }, 2],
    ['a reference', { reference: 'bet-4' }, 1],
    ['a reference with a correction', { reference: 'gift-1' }, 2],
    ['nothing', { from: '2026-05-01' }, 0],
  ]
  test.each(filters)(
    '%s: totals equal the sum of the pages, before and after the sums are ready',
    async (_, given, entries) => {
      await inDatabase(
        server.database.adminUrl,
        `delete from wallet_days; delete from wallet_entries;
         update wallet_progress set settled_id = 0, candidate_id = 0, holders = '{}'`,
      )
      const all = await listAll(given)
      expect(all).toHaveLength(entries)
      const sum = (sign: 1 | -1) =>
        all
          .filter((row) => Math.sign(row.amountMinor) === sign)
          .reduce((total, row) => total + Math.abs(row.amountMinor), 0)
      const expected = {
        count: all.length,
        isEstimate: false,
        inMinor: sum(1),
        outMinor: sum(-1),
        netMinor: sum(1) - sum(-1),
      }
      expect(await staff.call('creditTransactions.totals', given)).toMatchObject(expected)
      await refreshMemberFacts(server.services.db)
      await refreshMemberFacts(server.services.db)
      const totals = await staff.call('creditTransactions.totals', given)
      expect(totals).toMatchObject(expected)
      expect(await listAll(given)).toEqual(all)
      expect(totals.kinds.reduce((count, row) => count + row.count, 0)).toBe(all.length)
      expect(
        (await wholeFile(staff.call('creditTransactions.exportList', { ...given, format: 'csv' }))).rows,
      ).toBe(all.length)
    },
  )

  test('of one member keep to their own kinds, days and references', async () => {
    const of = async (filter: object) => (await listAll({ memberId: one.id, ...filter })).length
    expect(await of({ from: '2026-03-03', to: '2026-03-04' })).toBe(4)
    expect(await of({ kind: ['bet.place'], to: '2026-03-01' })).toBe(1)
    expect(await of({ amountMinor: 2000 })).toBe(1)
    expect([await of({ reference: 'bet-4' }), await of({ reference: 'gift-1' })]).toEqual([1, 0])
  })

  test('a posting under way is not lost from the ready sums, whatever its number', async () => {
    const client = await server.services.pool.connect()
    const before = await staff.call('creditTransactions.totals', {})
    try {
      await client.query('begin')
      const late = fundText(one.id, 'late')
      await client.query(late.text, late.values)
      await fund(server, two.id, 10, '2026-03-09')
      for (let round = 0; round < 3; round += 1) await refreshMemberFacts(server.services.db)
      await client.query('commit')
    } finally {
      client.release()
    }
    const isNew = (row: { amountMinor: number }) => [10, 55].includes(row.amountMinor)
    const [whole, tens] = [await listAll({}), await listAll({ amountMinor: 10 })]
    expect(whole.filter(isNew)).toHaveLength(2)
    for (let round = 0; round < 3; round += 1) await refreshMemberFacts(server.services.db)
    expect([await listAll({}), await listAll({ amountMinor: 10 })]).toEqual([whole, tens])
    const after = await staff.call('creditTransactions.totals', {})
    expect([after.count - before.count, after.inMinor - before.inMinor]).toEqual([2, 10 + 55])
  })

  test('refuses company kinds, forged cursors, reversed days and unknown keys', async () => {
    const { afterCursor } = await staff.call('creditTransactions.list', { size: 2 })
    const after = afterCursor ?? ''
    expect(await codeOf(staff.call('creditTransactions.list', { kind: ['deposit.received'] }))).toBe(
      '422 invalidValue',
    )
    expect(await codeOf(staff.call('creditTransactions.list', { after, memberId: one.id }))).toBe(
      '422 invalidCursor',
    )
    expect(await codeOf(staff.call('creditTransactions.list', { after: `${after}A` }))).toBe(
      '422 invalidCursor',
    )
    expect(await codeOf(staff.call('members.list', { after }))).toBe('422 invalidCursor')
    expect(
      await codeOf(staff.call('creditTransactions.list', { from: '2026-03-02', to: '2026-03-01' })),
    ).toBe('422 dateRange')
    expect(await codeOf(staff.call('creditTransactions.totals', { size: 5 } as never))).toBe(
      '422 unknownField',
    )
  })

  test('the file prints the kind of an entry as the screen does, in the reader’s language', async () => {
    const { records } = await staff.call('creditTransactions.list', { size: 100 })
    expect(records.map((row) => row.kind)).toContain('deposit.credited')
    for (const [language, credited] of [
      ['th', 'ฝาก'],
      ['en', 'Deposit'],
    ] as const) {
      const input = { format: 'csv' as const, columns: ['kind' as const] }
      const { base64 } = await wholeFile(
        server.as(staff.token, language)('creditTransactions.exportList', input),
      )
      const [, ...kinds] = Buffer.from(base64, 'base64').toString().split('\r\n')
      expect(kinds).toContain(credited)
      expect(kinds.slice(0, records.length).filter((kind) => /^[a-z]+[._A-Z]/.test(kind))).toEqual([])
    }
  })

  test('the file’s last sum is the net of the filter, and its headings are the screen’s', async () => {
    const { count, netMinor } = await staff.call('creditTransactions.totals', { memberId: one.id })
    const input = { format: 'csv' as const, memberId: one.id, from: '2026-11-01' }
    const whole = { format: 'csv' as const, memberId: one.id }
    expect((await wholeFile(staff.call('creditTransactions.exportList', input))).fileName).toBe(
      'credit-transactions_from-2026-11-01.csv',
    )
    const { base64 } = await wholeFile(server.as(staff.token, 'th')('creditTransactions.exportList', whole))
    const lines = Buffer.from(base64, 'base64').toString().split('\r\n')
    expect(lines[0]).toBe(
      '\ufeffเวลา,เลขที่รายการ,สมาชิก,ชื่อ-นามสกุล,ประเภท,จำนวน,ก่อน,หลัง,เลขอ้างอิง,โดย,หมายเหตุ,วันทำการ,วันที่ธนาคาร',
    )
    const total = lines.at(-3)?.split(',')
    expect(total?.[0]).toBe(`รวม (${count} รายการ)`)
    expect(Number(total?.[5]) * 100).toBeCloseTo(netMinor, 5)
  })

  test('a seller meets their own members only', async () => {
    const seller = await server.person({
      permissions,
      type: 'seller',
      hasStepUp: true,
      abilities: { exportData: true },
    })
    await inDatabase(server.database.adminUrl, 'update members set seller_id = $1 where id = $2', [
      seller.id,
      one.uuid,
    ])
    const page = await seller.call('creditTransactions.list', { size: 100 })
    expect(new Set(page.records.map((row) => row.member.id))).toEqual(new Set([one.id]))
    const totals = await seller.call('creditTransactions.totals', {})
    expect(totals.count).toBe(page.records.length)
    expect((await wholeFile(seller.call('creditTransactions.exportList', { format: 'csv' }))).rows).toBe(
      page.records.length,
    )
    expect(await codeOf(seller.call('creditTransactions.list', { memberId: two.id }))).toBe('404 notFound')
    expect((await seller.call('creditTransactions.list', { reference: 'gift-1' })).records).toEqual([])
    // A posting of theirs is theirs to open, with the moment's balance; an agent's line comes with agents.
    const own = page.records[0]
    const journal = await seller.call('creditTransactions.journal', { id: own?.id ?? '' })
    expect(journal.kind).toBe(own?.kind)
    const now = { memberId: one.id, at: new Date().toISOString() }
    expect((await seller.call('creditTransactions.balanceAt', now)).around).not.toEqual([])
    const agent = await server.person({ permissions, type: 'agent' })
    expect(await codeOf(agent.call('creditTransactions.journal', { id: own?.id ?? '' }))).toBe(
      '404 notFound',
    )
    expect((await agent.call('creditTransactions.list', {})).records).toEqual([])
    const foreign = (await listAll({ memberId: two.id }))[0]
    expect(await codeOf(seller.call('creditTransactions.journal', { id: foreign?.id ?? '' }))).toBe(
      '404 notFound',
    )
    expect(
      await codeOf(
        seller.call('creditTransactions.balanceAt', { memberId: two.id, at: new Date().toISOString() }),
      ),
    ).toBe('404 notFound')
    await inDatabase(server.database.adminUrl, 'update members set seller_id = null where id = $1', [
      one.uuid,
    ])
  })
})

describe('behind a row', () => {
  test('the journal shows both sides and what took it back', async () => {
    const rows = await listAll({ reference: 'gift-1' })
    const added = rows.find((row) => row.kind === 'bonus.grant')
    expect(added?.reversedBy).not.toBeNull()
    const journal = await staff.call('creditTransactions.journal', { id: added?.id ?? '' })
    expect(journal).toMatchObject({
      kind: 'bonus.grant',
      lines: [{ debit: 'expense:bonus', amountMinor: 4321 }],
    })
    expect(journal.reversedBy).not.toBeNull()
    const [line] = journal.lines
    expect(line).toMatchObject({
      credit: memberCash(two.id).code,
      creditAfterMinor: added?.afterMinor,
      debitAfterMinor: null,
    })
    expect(await codeOf(staff.call('creditTransactions.journal', { id: 'trf_999999' }))).toBe(
      '404 notFound',
    )
    expect(await codeOf(staff.call('creditTransactions.journal', { id: "1' or 1=1" }))).toBe('404 notFound')
  })

  test('the balance at a moment equals the entry before it', async () => {
    const own = await listAll({ memberId: one.id })
    const entry = own[7]
    const answer = await staff.call('creditTransactions.balanceAt', {
      memberId: one.id,
      at: new Date(Date.parse(entry?.at ?? '') + 1).toISOString(),
    })
    expect(answer.around.map((row) => row.id)).toContain(entry?.id)
    // Moments are cut to milliseconds: those of the entry's own lie before the one asked for.
    const ofDay = answer.around.find((row) => Date.parse(row.at) <= Date.parse(entry?.at ?? ''))
    expect(answer.cashMinor).toBe(ofDay?.afterMinor)
    expect(answer.lockedMinor).toBe(0)
    expect(memberLocked(one.id).code).toContain(one.id)
  })

  test('around a moment stand the five entries just before it and the five just after', async () => {
    const own = await listAll({ memberId: one.id })
    const moment = Date.parse(own[9]?.at ?? '') + 1
    const before = own.findIndex((row) => Date.parse(row.at) < moment)
    const at = new Date(moment).toISOString()
    const { around } = await staff.call('creditTransactions.balanceAt', { memberId: one.id, at })
    const nearest = own.slice(Math.max(0, before - 5), before + 5)
    expect(around.map(({ id }) => id)).toEqual(nearest.map(({ id }) => id))
  })
})

/** One deposit as the server posts it, as text for a connection of our own. */
function fundText(memberId: string, sourceId: string) {
  return {
    text: `select post_transfers('strict', array['bonus.grant:${sourceId}:1'], array['bonus.grant'],
      array['${sourceId}'],
      array['2026-03-09']::date[], array['2026-03-09']::date[], null, array[1], array['expense:bonus', $1],
      array[1], array[2], array[55]::bigint[], array['THB'], null)`,
    values: [`member:${memberId}:cash`],
  }
}
