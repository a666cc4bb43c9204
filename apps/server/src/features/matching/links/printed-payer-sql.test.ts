import { randomUUID } from 'node:crypto'
import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstNames, lastNames } from '../../../app/seed/thai-names.ts'
import { compareNames, normaliseName } from '../../../platform/people/names.ts'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { key } from '../../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { matchWeights } from '../../bank-lines/scoring/scoring.ts'
import { aspectsOf, judgedBy, those, type Judged, type Sql } from './judged-sql.fixture.ts'

// What a bank printed of a payer, before the program's own role in the database: who is not that payer is
// credited by two people at least, and what was printed and decided cannot be rewritten.
const amountMinor = 70_000
const requestId = randomUUID()
let server: TestServer
let make: MoneyFactory
let judged: Judged
let clerk: Person
let account: FactoryAccount
let member: FactoryMember
let lineId: string
let line: string
let aspects: ReturnType<typeof aspectsOf>
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  judged = await judgedBy(server)
  clerk = await server.person({
    hasStepUp: true,
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
  })
  account = await make.account({ bank: 'SCB' })
  member = await make.member({ accountNo: '1234567890', firstName: 'สมชาย', lastName: 'ใจดี' })
  const phone = await bankPhone(make, account)
  lineId = (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
  line = decodeId('statementLine', lineId) ?? ''
  aspects = aspectsOf({ line, memberId: member.id, amountMinor, requestId })
})
afterAll(async () => {
  await judged.stop()
  await server.stop()
})

/** What the program makes of a printed name beside a known one; null where it says nothing. */
function byProgram(printed: string, known: string): boolean | null {
  const compared = compareNames(printed, known)
  if (compared === null) return null
  const { nameLike, soundOther } = matchWeights
  return compared.similarity >= (compared.isBySound ? soundOther : nameLike).similarity
}

// The same names in every run: what is compared is much, and never another.
let drawn = 20_261_126
const randomInt = (below: number): number => {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((drawn / 2 ** 32) * below)
}
const any = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T
const latin = (
  'SOMCHAI SOMYING WICHAI SUDARAT KITTI THANAKORN PORNTHIP JIRAPORN NATTAPHON SIRIPORN WANNA PIYA SURACHAI ' +
  "ARUNEE MANOP CHONTHICHA JAIDEE SAENGTHONG BOONMEE RAKTHAI SRISAWAT THONGSUK SUKJAI CHANKAEW O'NEIL JOSÉ"
).split(' ')
const fixed = [
  'นาย',
  'นายก',
  'Mr.',
  'MISS  SOMYING J',
  'บริษัท ดิจิทัล จำกัด (มหาชน)',
  'บจก.ดิจิทัล',
  'ดิจิทัล',
  'ABC Co., Ltd.',
  'ABC',
  'Abc Limited',
  'CO. ABC',
  'ทรงสิทธิ์ จันทร์',
  'SONGSIT JAN',
  'ว่าที่ ร.ต.สมชาย',
  'สมชาย\u00a0ใจดี',
  '１２',
  '๑๒',
  'สํานวน',
  'สำนวน',
  'สมชาย\u200bใจดี',
  '12',
  '*** ก',
  'ภ',
  'A',
  'Straße Groß',
  'น.ส.',
  '.',
  'ANNA-BOON',
  'อันนา บุญ',
]
const aName = (): string =>
  randomInt(6) === 0
    ? any(fixed)
    : randomInt(2) === 0
      ? `${any(firstNames)} ${any(lastNames)}`
      : `${any(latin)} ${any(latin)}`

/** The same name as a bank may print it, or one that is nearly the same. */
const printedOf = (name: string): string => {
  const cut = (text: string) => text.slice(0, 1 + randomInt(text.length))
  const doctored = any<(text: string) => string>([
    (text) => text,
    cut,
    (text) => any(['นาย', 'นางสาว ', 'MR ', 'MRS.', 'คุณ', 'บริษัท ', 'K. ']) + text,
    (text) => `${text}${any([' จำกัด', ' LTD.', '', ' CO., LTD'])}`,
    (text) => text.replace(' ', any(['', '  ', '.', ' *'])),
    (text) => text.replace(/[\u0e47-\u0e4e]/g, ''),
    (text) => text.toLowerCase(),
    (text) => text.split(' ').toReversed().join(' '),
    (text) => text.replace(/.$/, any(['ก', 'N', 'ะ'])),
    (text) => `${text.split(' ')[0] ?? ''} ${any(lastNames)}`,
  ])
  return randomInt(3) === 0 ? doctored(doctored(name)) : doctored(name)
}

test('a name is another’s in the database exactly where it is in the program', async () => {
  const pairs = Array.from({ length: 4000 }, () => {
    const known = aName()
    return { printed: randomInt(5) === 0 ? aName() : printedOf(known), known }
  })
  const byDatabase = async (plainStrings: 'on' | 'off') => {
    const client = await server.services.pool.connect()
    await client.query(`begin; set local standard_conforming_strings = ${plainStrings}`)
    const { rows } = await client.query<{ bare: string; agrees: boolean | null }>(
      `select bare_name(plain_text(printed)) as bare,
              coalesce(name_reads_as(plain_text(printed), plain_text(known)),
                name_sounds_as(plain_text(printed), plain_text(known))) as agrees
         from unnest($1::text[], $2::text[]) with ordinality as p (printed, known, at) order by at`,
      [pairs.map(({ printed }) => printed), pairs.map(({ known }) => known)],
    )
    await client.query('rollback')
    client.release()
    return pairs.map((pair, at) => ({ ...pair, ...rows[at] }))
  }
  const program = pairs.map(({ printed, known }) => ({
    printed,
    known,
    bare: normaliseName(printed),
    agrees: byProgram(printed, known),
  }))
  expect(await byDatabase('on')).toEqual(program)
  // Nor does a session read the functions in another way by what it says of strings.
  expect(await byDatabase('off')).toEqual(program)
  expect(new Set(program.map(({ agrees }) => agrees)).size).toBe(3)
})

const named = (name: string | null): Sql => [
  'update statement_lines set payer_name = $2 where id = $1',
  ...those(line, name),
]
const claimed = (decision: 'manual' | 'auto' = 'manual'): Sql => [
  `update statement_lines set state = $2, handled_by = $3, version = version + 1,
     match_evidence = jsonb_build_object('decision', $4::text, 'memberId', $5::text, 'score', 54)
    where id = $1`,
  ...those(
    line,
    decision === 'auto' ? 'autoMatched' : 'manualMatched',
    decision === 'auto' ? null : clerk.id,
    decision,
    member.id,
  ),
]
const credited = (kind: 'employee' | 'auto' = 'employee'): Sql => [
  `insert into deposits (reference, member_id, state, method, amount_minor, bank_account_id,
     statement_line_id, by_kind, by_id, credited_at, business_on, credits)
   values ('X', $1, 'credited', 'bank', $2, $3, $4, $5, $6, now(), current_date, 1)`,
  ...those(member.id, amountMinor, account.id, line, kind, kind === 'employee' ? clerk.id : null),
]

describe('a line of somebody else', () => {
  const told = () => aspects.request()
  const byHand = (...plants: Sql[]) => judged.said([told(), ...plants], claimed(), credited())
  const byMachine = (...plants: Sql[]) =>
    judged.said([told(), ...plants], claimed('auto'), credited('auto'))
  const accountName = (name: string) => aspects.setAccount(`account_name = '${name}'`)

  test('credits nobody by one person, nor by the machine, who has not the printed name', async () => {
    for (const name of ['นายสมชาย ใจดี', 'สมชาย ใ', 'สมชา', 'สม', 'SOMCHAI JAIDEE', null])
      expect([name, await byHand(named(name)), await byMachine(named(name))]).toEqual([
        name,
        'done',
        'done',
      ])
    for (const name of ['สมหญิง ใจดี', 'สมชาย รักไทย', 'WICHAI RAKTHAI', 'บจก.สมชาย ใจดี'])
      expect([name, await byHand(named(name)), await byMachine(named(name))]).toEqual([
        name,
        'KL105',
        'KL105',
      ])
  })

  test('is judged by every name of the member, of accounts too, but of none that was refused', async () => {
    const of = (...plants: Sql[]) => byHand(named('PETER PAN'), ...plants)
    expect(await of()).toBe('KL105')
    expect(await of(accountName('Peter Pan'))).toBe('done')
    expect(await of(accountName('Peter Pan'), aspects.setAccount(`state = 'refused'`))).toBe('KL105')
    // Letters that can be compared go before what only sounds alike.
    expect(await byHand(named('SOMCHAI JAIDEE'), accountName('Wichai Rakthai'))).toBe('KL105')
  })

  test('nor by the machine whose bank is not the member’s', async () => {
    expect(await byMachine(aspects.digits('??????7890', 'KBANK'))).toBe('done')
    expect(await byMachine(aspects.digits('??????7890', 'BBL'))).toBe('KL105')
    expect(await byMachine(aspects.digits(null, 'BBL'))).toBe('KL105')
  })

  test('waits for a second person, who is told why', async () => {
    await server.database.plant(`update statement_lines set payer_name = 'สมหญิง ใจดี' where id = $1`, [line])
    const wanted = { id: lineId, version: 1, memberId: member.outside, remark: 'ลูกค้าโทรมา' }
    const { state, approvalId } = await clerk.call('preTransactions.link', wanted, key())
    const asked = await make.query<{ reasons: string[]; contradictions: string[] }>(
      `select document -> 'reasons' as reasons, document -> 'contradictions' as contradictions
         from approvals where id = $1`,
      [decodeId('approval', approvalId ?? '')],
    )
    expect([state, asked]).toEqual([
      'waiting',
      [{ reasons: ['lowScore', 'contradicted'], contradictions: ['payerName'] }],
    ])
    await server.database.plant('update statement_lines set payer_name = null where id = $1', [line])
  })
})

describe('what a bank printed', () => {
  const set = (change: string, ...plants: Sql[]) =>
    judged.said(plants, [`update statement_lines set ${change} where id = $1`, line])

  test('of account, amount and time is not the server’s to change', async () => {
    for (const change of [
      'amount_minor = amount_minor + 1',
      `direction = 'out'`,
      'bank_account_id = bank_account_id',
      'received_at = now()',
      'created_at = now()',
      'balance_after_minor = 1',
      'business_on = current_date',
      'value_on = current_date',
      `flags = '{}'`,
    ])
      expect([change, await set(change)]).toEqual([change, '42501'])
  })

  test('of the payer is added to and never changed', async () => {
    const shown = (): Sql => aspects.digits('??????7890', 'KBANK')
    const more = () => [shown(), named('สมชาย'), aspects.setLine(`ref = 'R'`)]
    for (const change of [
      `payer_mask = '????567890'`,
      `payer_mask = '??????????7890'`,
      `payer_mask = payer_mask, payer_name = payer_name, payer_bank = payer_bank, ref = ref`,
    ])
      expect([change, await set(change, ...more())]).toEqual([change, 'done'])
    for (const change of [
      `payer_mask = '??????7891'`,
      `payer_mask = '???????890'`,
      `payer_mask = '7890'`,
      `payer_mask = null`,
      `payer_bank = 'BBL'`,
      `payer_bank = null`,
      `payer_name = 'สมชาย ใจดี'`,
      `payer_name = null`,
      `ref = 'S'`,
      `ref = null`,
    ])
      expect([change, await set(change, ...more())]).toEqual([change, 'KL100'])
    const unsaid = () =>
      aspects.setLine(`payer_mask = null, payer_bank = null, payer_name = null, ref = null`)
    for (const change of [`payer_mask = '??7890', payer_bank = 'KBANK', payer_name = 'สมชาย', ref = 'R'`])
      expect(await set(change, unsaid())).toBe('done')
  })

  test('of its time is made more exact, not another', async () => {
    const at = (precision: string) =>
      aspects.setLine(`bank_time = '2026-11-22T05:00:00Z', bank_time_precision = '${precision}'`)
    expect(
      await set(`bank_time = '2026-11-22T05:00:42Z', bank_time_precision = 'second'`, at('minute')),
    ).toBe('done')
    expect(await set(`bank_time = '2026-11-22T09:00:00Z'`, at('day'))).toBe('done')
    for (const precision of ['minute', 'second'])
      for (const time of [`'2026-11-22T05:01:01Z'`, `'2026-11-22T04:58:59Z'`, 'null'])
        expect([time, await set(`bank_time = ${time}`, at(precision))]).toEqual([time, 'KL100'])
  })
})

describe('what a line was decided by', () => {
  const decided = (state: string): Sql =>
    aspects.setLine(
      `state = '${state}', match_evidence = '{"score": 1}', score = 1, handled_at = null, handled_by = null,
       best_member_id = null, reason = null`,
    )
  const set = (change: string, ...plants: Sql[]) =>
    judged.said(plants, [`update statement_lines set ${change} where id = $1`, line])
  const changes = () => [
    `match_evidence = '{"score": 99}'`,
    'match_evidence = null',
    'score = 99',
    `handled_by = '${clerk.id}'`,
    'handled_at = now()',
    `best_member_id = '${member.id}'`,
    `reason = 'lateLine'`,
  ]

  test('stands as it was', async () => {
    for (const state of [
      'autoMatched',
      'manualMatched',
      'internalTransfer',
      'settled',
      'income',
      'refunded',
    ])
      for (const change of changes())
        expect([state, change, await set(change, decided(state))]).toEqual([state, change, 'KL100'])
    for (const state of [
      'unmatched',
      'suggested',
      'waiting',
      'unlinked',
      'quarantined',
      'ignored',
      'rejected',
    ])
      for (const change of changes())
        expect([state, change, await set(change, decided(state))]).toEqual([state, change, 'done'])
  })

  test('is not rewritten on the way out of it either, and a line that credits somebody stays', async () => {
    const out = (more = '') => `state = 'unmatched', handled_by = null${more}`
    expect(await set(out(), decided('manualMatched'))).toBe('done')
    expect(await set(out(`, match_evidence = '{}'`), decided('manualMatched'))).toBe('KL100')
    expect(await set(out(), decided('manualMatched'), credited())).toBe('KL100')
    const back: Sql = [`update deposits set state = 'reversed' where statement_line_id = $1`, line]
    expect(await set(out(), decided('manualMatched'), credited(), back)).toBe('done')
  })
})
