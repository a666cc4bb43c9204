import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessOn } from '../../../platform/business-day.ts'
import { bankPhone } from '../../../testing/bank-phone.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { aspectsOf, judgedBy, setting, those, type Judged, type Sql } from './judged-sql.fixture.ts'

// The judges of links by hand in the database, one aspect at a time: what is planted beside a line that one
// person may link, or the machine may credit, decides; nothing of it stays.
let server: TestServer
let make: MoneyFactory
let within: Judged['within']
let said: Judged['said']
let valueOf: Judged['valueOf']
let stop: Judged['stop']
let anna: Person
let ben: Person
let account: FactoryAccount
let member: FactoryMember
let other: FactoryMember
let lineId: string
let line: string
/** A line of the same account and amount, which nothing below speaks of. */
let otherLine: string
const amountMinor = 60_000
/** The request that the member made a minute before the line. */
const requestId = randomUUID()
let aspects: ReturnType<typeof aspectsOf>
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  ;({ within, said, valueOf, stop } = await judgedBy(server))
  anna = await server.person()
  ben = await server.person()
  account = await make.account({ bank: 'SCB' })
  member = await make.member({ bank: 'KBANK', accountNo: '1234567890' })
  other = await make.member()
  const phone = await bankPhone(make, account)
  lineId = (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
  line = decodeId('statementLine', lineId) ?? ''
  otherLine =
    decodeId('statementLine', (await phone.receives({ amountMinor })).body.data?.lineId ?? '') ?? ''
  aspects = aspectsOf({ line, memberId: member.id, amountMinor, requestId })
})
afterAll(async () => {
  await stop()
  await server.stop()
})

const setLine = (set: string) => aspects.setLine(set)
const doubt = (kind: string, of = line) => aspects.doubt(kind, of)
const request = (set: object = {}) => aspects.request(set)
const alias = (...asked: Parameters<typeof aspects.alias>) => aspects.alias(...asked)
const digits = (mask: string | null, of: string | null = null) => aspects.digits(mask, of)
const setAccount = (set: string) => aspects.setAccount(set)

describe('why a link needs a second person', () => {
  const nowText = '2026-11-22T05:00:00.000Z'
  const fresh = () => setLine(`received_at = '${nowText}', bank_time = null, bank_time_precision = 'none'`)
  const reasons = (plants: readonly Sql[], score: number | null = 40, on = '2026-11-22') =>
    valueOf(
      [fresh(), ...plants],
      'select link_reasons($1, $2, $3, $4, $5, $6) as value',
      ...those(line, member.id, anna.id, score, nowText, on),
    )
  const role = (set: string): Sql => [
    `update roles set ${set} where id = (select role_id from employees where id = $1)`,
    anna.id,
  ]
  const own = (set: string): Sql => [`update employees set ${set} where id = $1`, anna.id]
  const ago = (column: string, text: string, precision = 'minute') =>
    setLine(
      `${column} = timestamptz '${nowText}' - interval '${text}', bank_time_precision = '${precision}'`,
    )

  test('none where nothing speaks against it', async () => {
    expect(await reasons([])).toEqual([])
    expect(await reasons([], 41)).toEqual([])
  })

  test.each<[string, () => Sql[], string[], (number | null)?]>([
    ['points below the brand’s', () => [], ['lowScore'], 39],
    ['no points', () => [], ['lowScore'], null],
    ['points below what the brand says', () => [setting('matchSuggestScore', 41)], ['lowScore']],
    ['digits of no account', () => [digits('??????7891')], ['contradicted']],
    ['digits of the account', () => [digits('??????7890')], []],
    ['another bank', () => [digits(null, 'SCB')], ['contradicted']],
    ['the bank of the account', () => [digits(null, 'KBANK')], []],
    ['digits of the account at another bank', () => [digits('??????7890', 'SCB')], ['contradicted']],
    [
      'digits of an account that was refused',
      () => [digits('??????7890'), setAccount(`state = 'refused'`)],
      ['contradicted'],
    ],
    ['digits of an account besides', () => [digits('??????7890'), setAccount(`state = 'alias'`)], []],
    ['a line that was quarantined', () => [doubt('quarantined')], ['quarantined']],
    ['a line that was opened again', () => [doubt('reopened')], ['reopened']],
    ['a line that was taken back', () => [doubt('unlinked')], ['unlinked']],
    ['a line that a person vouched for', () => [doubt('unproven')], ['unproven']],
    [
      'doubts of another line',
      () => ['quarantined', 'reopened', 'unlinked', 'unproven'].map((each) => doubt(each, otherLine)),
      [],
    ],
    ['an unlinked line', () => [setLine(`state = 'unlinked'`)], ['unlinked']],
    ['a line that waits', () => [setLine(`state = 'waiting'`)], ['unproven']],
    ['a hint', () => [setLine(`chain = 'hint'`)], ['unproven']],
    ['a line of a day ago', () => [ago('received_at', '24 hours')], []],
    ['a line of more', () => [ago('received_at', '24 hours 1 millisecond')], ['old']],
    ['a line that the bank booked before', () => [ago('bank_time', '24 hours 1 millisecond')], ['old']],
    ['by the second', () => [ago('bank_time', '24 hours 1 millisecond', 'second')], ['old']],
    ['by the day alone', () => [ago('bank_time', '30 hours', 'day')], []],
    [
      'more than the brand says',
      () => [setting('linkOldHours', 2), ago('received_at', '3 hours')],
      ['old'],
    ],
    ['the limit of the role', () => [role('approval_limit_minor = 60000')], []],
    ['a satang above it', () => [role('approval_limit_minor = 59999')], ['overLimit']],
    [
      'a satang above one’s own',
      () => [role('approval_limit_minor = 90000'), own('approval_limit_minor = 59999')],
      ['overLimit'],
    ],
    ['the whole day', () => [role('adjustment_per_day_minor = 60000')], []],
    ['a satang more than the day', () => [role('adjustment_per_day_minor = 59999')], ['overDay']],
  ])('%s', async (_, plants, expected, score = 40) => {
    expect(await reasons(plants(), score)).toEqual(expected)
  })

  test('the day has what one credited alone that day, by links and by typing, and not undone', async () => {
    const hand = (set: object): Sql => {
      const row = { by: anna.id, on: '2026-11-22', approval: null, undone: null, ...set }
      return [
        `insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score,
           reasons, approval_id, business_on, undone_at)
         values (gen_random_uuid(), gen_random_uuid(), $1, $2, 1000, 50, '{}', $3, $4, $5)`,
        ...those(row.by, member.id, row.approval, row.on, row.undone),
      ]
    }
    const typed = (by: string, on: string): Sql => [
      `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff, maker_id,
         business_on) values ($1, $2, 'goodwill', 10, 'x', 'x', $3, $4)`,
      ...those(randomUUID(), member.id, by, on),
    ]
    const alone = (plants: readonly Sql[]) =>
      valueOf(plants, `select credited_alone($1, '2026-11-22')::int as value`, anna.id)
    const others = [
      hand({ by: ben.id }),
      hand({ on: '2026-11-21' }),
      hand({ on: '2026-11-23' }),
      hand({ approval: randomUUID() }),
      hand({ undone: nowText }),
      typed(ben.id, '2026-11-22'),
      typed(anna.id, '2026-11-21'),
    ]
    expect(await alone(others)).toBe(0)
    const ownOnes = [hand({}), hand({}), typed(anna.id, '2026-11-22')]
    expect(await alone([...others, ...ownOnes])).toBe(2_010)
    const limit = (minor: number) => reasons([...ownOnes, role(`adjustment_per_day_minor = ${minor}`)])
    expect([await limit(62_010), await limit(62_009)]).toEqual([[], ['overDay']])
  })
})

test('what was doubtful of a line stays with it, once, as it leaves its state', async () => {
  const left = (from: string, to: string, by: string | null = null) =>
    within([setLine(`state = '${from}'`)], async (db) => {
      for (const state of [to, from, to])
        await db.query('update statement_lines set state = $2, handled_by = $3 where id = $1', [
          line,
          state,
          by,
        ])
      const { rows } = await db.query<{ doubt: string }>(
        'select doubt from line_doubts where statement_line_id = $1',
        [line],
      )
      return rows.map((row) => row.doubt).join()
    })
  for (const [from, to, expected] of [
    ['quarantined', 'suggested', 'quarantined'],
    ['ignored', 'unmatched', 'reopened'],
    ['rejected', 'unmatched', 'reopened'],
    ['autoMatched', 'unmatched', 'unlinked'],
    ['manualMatched', 'unmatched', 'unlinked'],
    ['unmatched', 'unlinked', 'unlinked'],
    ['waiting', 'unmatched', ''],
    ['suggested', 'unmatched', ''],
    ['income', 'unmatched', ''],
  ] as const)
    expect([from, to, await left(from, to)]).toEqual([from, to, expected])
  expect(await left('waiting', 'unmatched', anna.id)).toBe('unproven')
})

test('the brand’s day turns at its cut-off, in Bangkok', async () => {
  const nowMs = Date.now()
  const minutes = Math.floor(((nowMs + 7 * 3_600_000) % 86_400_000) / 60_000)
  for (const dayCutOffMinutes of [0, minutes - 1, minutes + 2])
    expect(
      await valueOf([setting('dayCutOffMinutes', dayCutOffMinutes)], 'select brand_day()::text as value'),
    ).toBe(businessOn({ dayCutOffMinutes }, nowMs))
})

describe('a ground for points', () => {
  const has = (plants: readonly Sql[], by: string | null = anna.id, adopted: string | null = null) =>
    valueOf(plants, 'select link_has_ground($1, $2, $3, $4) as value', line, member.id, by, adopted)
  const mask = '??????7890'
  const payer = '??????4321'
  const early = () => setLine(`created_at = created_at - interval '5 hours'`)
  const since = (offset: string): Sql => [
    `update member_bank_accounts set since = (select created_at ${offset} from statement_lines where id = $2)
      where member_id = $1`,
    member.id,
    line,
  ]
  const rival = (set: object = {}): Sql => {
    const row = {
      of: other.id,
      amount: amountMinor,
      state: 'created',
      own: true,
      at: account.id,
      ago: '1 hour',
      ...set,
    }
    return [
      `insert into deposits (reference, member_id, state, method, amount_requested_minor, is_unique_satang,
         bank_account_id, by_kind, created_at, business_on, amount_minor,
         credited_at)
       select $1, $2, $3, 'bank', $4, $5, $6, 'member', l.created_at - $7::interval, current_date, 1,
              case when $3 = 'credited' then now() end
         from statement_lines l where l.id = $8`,
      ...those(randomUUID(), row.of, row.state, row.amount, row.own, row.at, row.ago, line),
    ]
  }
  test.each<[string, boolean, () => Sql[]]>([
    ['nothing', false, () => []],
    ['a request of the member before the line', true, () => [request()]],
    ['one that waits', true, () => [request({ state: 'pending' })]],
    ['none that is over', false, () => [request({ state: 'expired' })]],
    ['none of another member', false, () => [request({ of: other.id })]],
    ['none of another amount', false, () => [request({ amount: amountMinor + 1 })]],
    ['none of the line’s own moment', false, () => [request({ ms: 0 })]],
    ['none after it', false, () => [request({ ms: 1_000 })]],
    ['one that a colleague noted', true, () => [request({ by: 'employee', who: ben.id })]],
    ['none that the linker noted', false, () => [request({ by: 'employee', who: anna.id })]],
    ['none of an amount that another was told', false, () => [request(), rival()]],
    ['none of such an amount hours after the line either', false, () => [early(), request(), rival()]],
    ['one whose rival paid', true, () => [request(), rival({ state: 'credited' })]],
    ['one whose rival’s amount is everybody’s', true, () => [request(), rival({ own: false })]],
    [
      'one whose rival was told another amount',
      true,
      () => [request(), rival({ amount: amountMinor + 1 })],
    ],
    ['one whose rival was told another account', true, () => [request(), rival({ at: null })]],
    [
      'one that the member was told twice',
      true,
      () => [request(), rival({ of: member.id, ago: '2 hours' })],
    ],
    [
      'one whose rival was told less than three hours before',
      false,
      () => [request(), rival({ ago: '179 minutes' })],
    ],
    ['one whose rival was told three hours before', true, () => [request(), rival({ ago: '3 hours' })]],
    ['one whose rival was told after the line', true, () => [request(), rival({ ago: '-1 minute' })]],
    ['four digits of an account besides', true, () => [digits(mask), since(`- interval '1 second'`)]],
    ['no three digits', false, () => [digits('???????890'), since(`- interval '1 second'`)]],
    ['no other digits', false, () => [digits('??????7891'), since(`- interval '1 second'`)]],
    ['no digits of an account of after', false, () => [digits(mask), since('')]],
    [
      'no digits of an account that was refused',
      false,
      () => [digits(mask), since(`- interval '1 second'`), setAccount(`state = 'refused'`)],
    ],
    ['the reference of a slip', true, () => [setLine(`ref = 'S-1'`), request({ amount: 1, slip: 'S-1' })]],
    [
      'none of another’s slip',
      false,
      () => [setLine(`ref = 'S-1'`), request({ amount: 1, slip: 'S-1', of: other.id })],
    ],
    ['none of another slip', false, () => [setLine(`ref = 'S-1'`), request({ amount: 1, slip: 'S-2' })]],
    ['a payer learnt twice', true, () => [digits(payer), alias(2)]],
    ['none learnt once', false, () => [digits(payer), alias(1)]],
    ['none who was another’s', false, () => [digits(payer), alias(2, other.id)]],
    ['none of other digits', false, () => [digits(payer), alias(2, member.id, '|1111|anna boon')]],
    [
      'none of another bank',
      false,
      () => [digits(payer, 'SCB'), alias(2, member.id, 'KBANK|4321|anna boon')],
    ],
    [
      'none for a line that tells no payer',
      false,
      () => [digits(null), alias(2, member.id, '||anna boon')],
    ],
  ])('%s', async (_, expected, plants) => {
    expect(await has(plants())).toBe(expected)
  })

  test('is an adopted request, whoever noted it; for the machine also what came after the line', async () => {
    const noted = request({ by: 'employee', who: anna.id, state: 'expired' })
    expect([await has([noted]), await has([noted], anna.id, requestId)]).toEqual([false, true])
    expect(await has([noted], anna.id, randomUUID())).toBe(false)
    expect(await has([request({ ms: 1_000, by: 'employee', who: anna.id })], null)).toBe(true)
    expect(await has([digits(mask), since(`+ interval '1 second'`)], null)).toBe(true)
  })
})

describe('a credit of a line', () => {
  /** The line as it is claimed to be matched, and its deposit; each aspect may be another. */
  const claimed = (set: object = {}): Sql => {
    const row = {
      state: 'manualMatched',
      by: anna.id,
      decision: 'manual',
      of: member.id,
      score: 54,
      ...set,
    }
    return [
      `update statement_lines set state = $2, handled_by = $3, handled_at = now(), version = version + 1,
         match_evidence = jsonb_build_object('decision', $4::text, 'memberId', $5::text, 'score', $6::int)
        where id = $1`,
      ...those(line, row.state, row.by, row.decision, row.of, row.score),
    ]
  }
  const credited = (set: object = {}): Sql => {
    const row = {
      of: member.id,
      amount: amountMinor,
      at: account.id,
      line,
      kind: 'employee',
      approval: null,
      ...set,
    }
    const by = row.kind === 'employee' ? anna.id : null
    return [
      `insert into deposits (reference, member_id, state, method, amount_minor, bank_account_id,
         statement_line_id, by_kind, by_id, credited_at, business_on, credits, link_approval_id)
       values ($1, $2, 'credited', 'bank', $3, $4, $5, $6, $7, now(), current_date, 1, $8)`,
      ...those(
        randomUUID(),
        row.of,
        row.amount,
        row.at,
        row.line,
        row.kind,
        'who' in row ? row.who : by,
        row.approval,
      ),
    ]
  }
  const adopted = (approval: string | null = null): Sql => [
    `update deposits set state = 'credited', amount_minor = $2, bank_account_id = $3,
       statement_line_id = $4, by_kind = 'employee',
       by_id = $5, credited_at = now(), credits = 1, link_approval_id = $6 where id = $1`,
    ...those(requestId, amountMinor, account.id, line, anna.id, approval),
  ]

  test('by one person is of the line’s own money, by who handled it, to whom its points are of', async () => {
    const ground = request()
    expect(await said([ground], claimed(), credited())).toBe('done')
    for (const [of, set] of Object.entries({
      'a satang more': { amount: amountMinor + 1 },
      'a satang less': { amount: amountMinor - 1 },
      'another account': { at: (await make.account()).id },
      'no line': { line: null },
      'another person': { who: ben.id },
    }))
      expect([of, await said([ground], claimed(), credited(set))]).toEqual([of, 'KL105'])
    for (const [of, set] of Object.entries({
      'a line that is open': { state: 'unmatched' },
      'a line that the machine matched': { state: 'autoMatched' },
      'a line that another handled': { by: ben.id },
      'a line that nobody handled': { by: null },
      'points of another member': { of: other.id },
      'points below the brand’s': { score: 39 },
    }))
      expect([of, await said([ground], claimed(set), credited())]).toEqual([of, 'KL105'])
    expect(await said([ground, setLine(`direction = 'out'`)], claimed(), credited())).toBe('KL105')
    expect(await said([], claimed(), credited())).toBe('KL105')
    const phone = (number: string): Sql => [
      `update employees set phone = $2 where id = $1`,
      anna.id,
      number,
    ]
    const [row] = await make.query<{ phone: string }>('select phone from members where id = $1', [
      member.id,
    ])
    expect(await said([ground, phone(row?.phone ?? '')], claimed(), credited())).toBe('KL105')
  })

  test('adopts a request as its ground that the linker did not note themselves', async () => {
    expect(await said([request()], claimed(), adopted())).toBe('done')
    expect(await said([request({ by: 'employee', who: ben.id })], claimed(), adopted())).toBe('done')
    expect(await said([request({ by: 'employee', who: anna.id })], claimed(), adopted())).toBe('KL105')
  })

  test('under an approval is what was approved, to the last aspect', async () => {
    const id = randomUUID()
    const approval = (set: object = {}): Sql => {
      const row = {
        kind: 'lineLink',
        state: 'approved',
        maker: anna.id,
        lineId,
        version: 1,
        memberId: member.outside,
        amount: amountMinor,
        ...set,
      }
      return [
        `insert into approvals (id, kind, entity, entity_id, document, document_hash, state, reason, maker_id,
           checker_id, settled_at, requires)
         values ($1, $2, 'statementLine', $3, jsonb_build_object('lineId', $3::text, 'lineVersion', $4::int,
           'memberId', $5::text, 'amountMinor', $6::bigint), '', $7, 'x', $8,
           case when $7 = 'approved' then $9::uuid end, case when $7 <> 'pending' then now() end, '{}')`,
        ...those(
          id,
          row.kind,
          row.lineId,
          row.version,
          row.memberId,
          row.amount,
          row.state,
          row.maker,
          row.maker === ben.id ? anna.id : ben.id,
        ),
      ]
    }
    const withIt = (set: object = {}, ...more: Sql[]) =>
      said([approval(set), ...more], claimed({ score: 0 }), credited({ approval: id }))
    expect(await withIt()).toBe('done')
    expect(await said([approval()], claimed({ score: 0 }), credited())).toBe('KL105')
    for (const [of, set] of Object.entries({
      'another kind': { kind: 'depositUnlink' },
      'one that waits': { state: 'pending' },
      'one that was refused': { state: 'withdrawn' },
      'one of another': { maker: ben.id },
      'another line': { lineId: encodeId('statementLine', otherLine) },
      'another version': { version: 2 },
      'another member': { memberId: other.outside },
      'another amount': { amount: amountMinor + 1 },
    }))
      expect([of, await withIt(set)]).toEqual([of, 'KL105'])
    // Good points change nothing of it: an approval that is named must be this link's.
    const wrong = approval({ memberId: other.outside })
    expect(await said([request(), wrong], claimed(), credited({ approval: id }))).toBe('KL105')
  })

  test('by the machine is of a line that it matched, undoubted, up to the brand’s limit', async () => {
    const auto = { state: 'autoMatched', by: null, decision: 'auto' }
    const machine = (plants: readonly Sql[], set: object = {}) =>
      said([request(), ...plants], claimed({ ...auto, ...set }), credited({ kind: 'auto' }))
    expect(await machine([])).toBe('done')
    expect(await machine([setting('autoCreditLimitMinor', amountMinor)])).toBe('done')
    expect(await machine([setting('autoCreditLimitMinor', amountMinor - 1)])).toBe('KL105')
    for (const set of [{ state: 'manualMatched' }, { by: anna.id }, { decision: 'manual' }])
      expect(await machine([], set)).toBe('KL105')
    for (const kind of ['reopened', 'unlinked', 'unproven']) {
      expect([kind, await machine([doubt(kind)])]).toEqual([kind, 'KL105'])
      expect(await machine([doubt(kind, otherLine)])).toBe('done')
    }
    expect(await machine([doubt('quarantined')])).toBe('done')
    expect(await machine([digits('??????7891')])).toBe('KL105')
    expect(await machine([digits('??????7890')])).toBe('done')
    expect(await said([], claimed(auto), credited({ kind: 'auto' }))).toBe('KL105')
  })

  test('by hand is kept with its points, reasons and day, until it is taken back', async () => {
    const kept = (...acts: readonly Sql[]) =>
      within([request()], async (db) => {
        for (const [text, ...values] of [claimed(), credited(), ...acts]) await db.query(text, values)
        const { rows } = await db.query<Record<string, unknown>>(
          `select statement_line_id as line, employee_id as by, member_id as of, amount_minor::int,
                  score, reasons, approval_id,
                  business_on = brand_day() as "isToday",
                  undone_at is not null as "isUndone"
             from hand_links`,
        )
        return rows
      })
    const row = { line, by: anna.id, of: member.id, amount_minor: amountMinor, score: 54, reasons: [] }
    expect(await kept()).toEqual([{ ...row, approval_id: null, isToday: true, isUndone: false }])
    const back: Sql = [`update deposits set state = 'reversed' where statement_line_id = $1`, line]
    expect(await kept(back)).toEqual([{ ...row, approval_id: null, isToday: true, isUndone: true }])
  })
})
