import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../testing/world/members.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'

// Rows 97, 98, 99 and 103 of the catalogue of bad input, over every call that searches.
let world: MoneyOutWorld
let person: Person
/** Whom each name belongs to, by what is particular in it. */
const named = {
  percent: 'ร้อย%เปอร์',
  under: 'a_bottom',
  slash: String.raw`c\dash`,
  quote: "d'arc",
  pattern: '(a+)+$',
  // Thai marks that are one letter in either order, and Latin ones that are one or two.
  marks: 'พุ่มกู้ Éloïse',
} as const
const names = Object.values(named)

beforeAll(async () => {
  world = await createMoneyOutWorld()
  person = await world.server.person({ isAdmin: true, abilities: { revealPii: true } })
  const make = world.factory
  for (const [index, name] of ['ธรรมดา', ...names].entries()) {
    const member = await make.member({ firstName: name.normalize('NFC'), lastName: 'สกุล' })
    // References F1, F2 and on.
    await world.fund(member, 10_000)
    const on = "now(), now(), '2026-11-01'"
    await make.query(
      `with l as (insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision,
         source, dedupe_key, chain, state, received_at, bank_time, business_on, value_on, payer_name,
         payer_mask, ref)
         values ($1, 'in', 10000, 'second', 'sms', $2, 'linked', 'unmatched', ${on}, '2026-11-01', $3,
         'x1234', 'REF1') returning id)
       insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank, band,
         to_account_no, to_account_name, sla_ends_at, requested_at, business_on)
       values ($2, $4, $2, 'review', 10000, 'KBANK', 'onePerson', '1', 'x', ${on})`,
      [world.source.id, `W-${index}`, name.normalize('NFC'), member.id],
    )
  }
})
afterAll(() => world.stop())

const call: Person['call'] = (...parts) => person.call(...parts)
/** The calls that find by a name: the names they find. */
const searches: Readonly<Record<string, (search: string) => Promise<readonly (string | null)[]>>> = {
  'members.list': async (search) =>
    (await call('members.list', { search })).records.map(({ name }) => name),
  'preTransactions.queue': async (search) =>
    (await call('preTransactions.queue', { search })).records.map(({ member }) => member?.name ?? ''),
  'preTransactions.lines': async (search) =>
    (await call('preTransactions.lines', { search })).records.map(({ payerName }) => payerName),
  'preTransactions.searchMember': async (search) =>
    (await call('preTransactions.searchMember', { search })).records.map(({ name }) => name),
  'preTransactions.searchMembers': async (search) =>
    (await call('preTransactions.searchMembers', { search })).records.map(({ member }) => member.name),
}
/** The others: how much they find, counted. */
const counts: Readonly<Record<string, (search: string) => Promise<number>>> = {
  'members.totals': async (search) => (await call('members.totals', { search })).count,
  'preTransactions.queueTotals': async (search) =>
    (await call('preTransactions.queueTotals', { search })).count,
  'preTransactions.lineTotals': async (search) =>
    (await call('preTransactions.lineTotals', { search })).count,
  'preTransactions.requests': async (search) =>
    (await call('preTransactions.requests', { search })).records.length,
  'creditTransactions.list': async (reference) =>
    (await call('creditTransactions.list', { reference })).records.length,
  'creditTransactions.totals': async (reference) =>
    (await call('creditTransactions.totals', { reference })).count,
}

describe.each(Object.entries(searches))('%s', (_, found) => {
  test.each([
    ['ย%เ', named.percent],
    ['a_b', named.under],
    [String.raw`c\d`, named.slash],
    ["d'a", named.quote],
    ['(a+)+$', named.pattern],
  ])('finds %j where it stands and nowhere else', async (search, name) => {
    expect(new Set(await found(search))).toEqual(new Set([expect.stringContaining(name)]))
  })

  test('finds one name in every spelling of it', async () => {
    const marks = named.marks.normalize('NFC')
    const swapped = 'พ\u0e48\u0e38มก\u0e49\u0e39'
    expect(swapped).not.toBe(marks.slice(0, swapped.length))
    for (const search of [marks, marks.normalize('NFD'), swapped, 'Éloïse'.normalize('NFD')])
      expect(new Set(await found(search)), search).toEqual(new Set([expect.stringContaining(marks)]))
  })

  test('finds nobody by signs that stand for anything elsewhere', async () => {
    for (const search of ['%%%', '___', '.*', 'ธ%า', 'ธ____า', 'a%m', String.raw`\%`, "' or ''='"])
      expect(await found(search), search).toEqual([])
  })
})

test.each(Object.entries(counts))('%s counts nothing by such signs', async (_, count) => {
  const found = await Promise.all(['W-3', 'F3', 'พุ่มกู้', 'x1234'].map(count))
  expect(Math.max(...found)).toBeGreaterThan(0)
  for (const search of ['%%%', '___', '.*', 'ธ%า', 'a%m', 'W_0%', 'F_', 'F%', '(a+)+$)', "' or ''='"])
    expect(await count(search), search).toBe(0)
})

test.each(Object.entries({ ...searches, ...counts }))('%s refuses ten thousand letters', async (_, ask) => {
  expect(await codeOf(ask('a'.repeat(10_240)))).toBe('422 textTooLong')
  expect(await codeOf(ask(`${'(a+)+'.repeat(16)}$`))).toBe('ok')
})
