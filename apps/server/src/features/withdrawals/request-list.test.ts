import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/db.ts'
import type { Services } from '../../platform/call/context.ts'
import { Secrets } from '../../platform/security/secrets.ts'
import { SharedReads } from '../../platform/people/shared-reads.ts'
import {
  type Columns,
  aMember,
  actorOf,
  aPerson,
  aRole,
  idOf,
  json,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import { groupsOfQueue } from '../queue/groups.ts'
import { newestOfQueue, pageOfQueue, tabOf, type QueueFilter } from '../queue/queries.ts'
import { countRequests, requestList } from './request-list.ts'

// What needs a person, each row whole and in its place, beside rows that need nobody.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const at = (minutes: number): string => `timestamptz '2026-11-21T10:00:00Z' + interval '${minutes} minutes'`
const iso = (minutes: number): string => new Date(Date.UTC(2026, 10, 21, 10, minutes)).toISOString()
const nowMs = Date.parse(iso(100))
/** Each is of a member of its own, who has the number of the row. */
const member = (n: number, columns: Columns = {}) =>
  aMember(n, {
    first_name: `'First${n}'`,
    last_name: `'Last'`,
    seller_id: n % 2 ? uuid(1) : null,
    ...columns,
  })
const withdrawal = (n: number, state: string, columns: Columns = {}) =>
  row('withdrawals', {
    id: uuid(n),
    reference: `'W2611-0000${n}'`,
    member_id: uuid(n),
    request_key: `'W${n}'`,
    state: `'${state}'`,
    amount_minor: n * 100,
    to_bank: `'KBANK'`,
    to_account_no: `'12345678${n}'`,
    to_account_name: `'x'`,
    decision_kind: state === 'review' ? null : `'auto'`,
    band: `'auto'`,
    requested_at: at(n),
    sla_ends_at: at(n),
    business_on: `'2026-11-21'`,
    ...columns,
  })
const deposit = (n: number, state: string, columns: Columns = {}) =>
  row('deposits', {
    id: uuid(n),
    reference: `'D2611-0000${n}'`,
    member_id: uuid(n),
    state: `'${state}'`,
    method: `'bank'`,
    by_kind: `'member'`,
    amount_requested_minor: n * 100,
    amount_minor: state === 'credited' ? n * 100 : null,
    credited_at: state === 'credited' ? at(n) : null,
    created_at: at(n),
    business_on: `'2026-11-21'`,
    ...columns,
  })
const rule = (code: string, result: string) => ({ code, result, detail: {} })
const phoned: Columns = {
  is_phone_request: true,
  requested_by: uuid(2),
  band: `'twoPeople'`,
  first_approved_by: uuid(3),
  claimed_by: uuid(4),
  claimed_until: at(101),
  credit_before_minor: 5000,
  credit_after_minor: 900,
  checks: json([rule('velocity', 'review'), rule('balance', 'pass'), rule('lowPlay', 'notApplicable')]),
  remark_member: `'to the member'`,
  remark_staff: `'to the staff'`,
  reason_code: `'other'`,
  sla_ends_at: at(80),
  version: 7,
}
const noted: Columns = {
  by_kind: `'employee'`,
  by_id: uuid(2),
  from_bank: `'SCB'`,
  from_account_no: `'xx1234'`,
  credit_before_minor: 10,
  credit_after_minor: 20,
  remark_staff: `'said at the phone'`,
  sla_ends_at: at(70),
}
const people = [aRole(100), ...[1, 2, 3, 4].map((n) => aPerson(n, { display_name: `'Person ${n}'` }))]
const earlier: Columns = { business_on: `'2026-11-20'` }
const later: Columns = { business_on: `'2026-11-22'` }
const states = ['approved', 'sending', 'paid', 'rejected', 'cancelled']
const setUp = [
  ...people,
  ...Array.from({ length: 20 }, (_, n) => member(41 + n)),
  withdrawal(41, 'review', phoned),
  withdrawal(42, 'failed', {
    ...earlier,
    sla_ends_at: at(75),
    claimed_by: uuid(4),
    claimed_until: at(100),
  }),
  withdrawal(43, 'unknown', { bank_account_id: uuid(90) }),
  ...states.map((state, n) => withdrawal(44 + n, state)),
  deposit(49, 'pending', noted),
  // Of one moment, the lower id first; without a deadline of its own it is due at once.
  deposit(50, 'pending', { created_at: at(75), ...later }),
  ...['created', 'credited', 'rejected', 'expired'].map((state, n) => deposit(51 + n, state)),
]

const short = (reference: string): string => reference.replace('2611-0000', '')
const rights = { pretransactionRequest: ['isRead'] } as const
const services = {
  now: () => nowMs,
  secrets: new Secrets(Buffer.alloc(32, 1)),
  reads: new SharedReads(),
} as unknown as Services
type Given = Parameters<typeof actorOf>[1]
const listed = (tx: Tx, search?: string, given: Given = { rights }) =>
  requestList(tx, {
    input: { size: 100, ...(search === undefined ? {} : { search }) },
    actor: actorOf(1, given),
    services,
    requestId: 'r',
  }).then(({ records }) => records)
const seller: Given = { rights, type: 'seller' }

test('what needs a person is shown by its deadline, and nothing else', async () => {
  const references = (given?: Given) =>
    trials.asked(setUp, async (tx) =>
      (await listed(tx, undefined, given)).map(({ reference }) => short(reference)),
    )
  expect(await references()).toEqual(['W43', 'D49', 'W42', 'D50', 'W41'])
  expect(await references(seller)).toEqual(['W43', 'D49', 'W41'])
  expect(await references({ rights, type: 'agent' })).toEqual([])
  const counts = (given: Given) => trials.asked(setUp, (tx) => countRequests(tx, actorOf(1, given)))
  expect([await counts(seller), await counts({ rights, type: 'agent' })]).toEqual([3, 0])
})

test('a row says all that is known of it', async () => {
  const [, asked, failed, , phone] = await trials.asked(setUp, (tx) => listed(tx))
  const memberOf = (n: number) => ({
    id: idOf(n),
    username: `member${n}`,
    name: `First${n} Last`,
    state: 'active',
  })
  const same = { accountId: null, bankTime: null, takeBack: null, slip: null }
  expect(phone).toEqual({
    ...same,
    kind: 'withdrawal',
    id: expect.stringMatching(/^wdr_/) as string,
    reference: 'W2611-000041',
    at: iso(41),
    member: memberOf(41),
    state: 'review',
    amountMinor: 4100,
    memberBank: 'KBANK',
    memberAccountMasked: 'xxx-x-x6784-x',
    creditBeforeMinor: 5000,
    creditAfterMinor: 900,
    source: 'employee',
    handler: 'Person 3',
    claimedBy: 'Person 4',
    claimedUntil: iso(101),
    slaEndsAt: iso(80),
    checksFailed: ['velocity'],
    band: 'twoPeople',
    remarkMember: 'to the member',
    remarkStaff: 'to the staff',
    reasonCode: 'other',
    version: 7,
  })
  // A claim whose time is over is nobody's.
  expect(failed).toMatchObject({ claimedBy: null, claimedUntil: null, source: 'member', handler: null })
  expect(asked).toEqual({
    ...same,
    kind: 'deposit',
    id: expect.stringMatching(/^dep_/) as string,
    reference: 'D2611-000049',
    at: iso(49),
    member: memberOf(49),
    state: 'pending',
    amountMinor: 4900,
    memberBank: 'SCB',
    memberAccountMasked: 'xx123x',
    creditBeforeMinor: 10,
    creditAfterMinor: 20,
    source: 'employee',
    handler: 'Person 2',
    claimedBy: null,
    claimedUntil: null,
    slaEndsAt: iso(70),
    checksFailed: [],
    band: null,
    remarkMember: null,
    remarkStaff: 'said at the phone',
    reasonCode: null,
    version: 1,
  })
})

test.each([
  ['the beginning of a reference', 'W2611-00004', ['W43', 'W42', 'W41']],
  ['a reference in small letters', ' d2611-000049 ', ['D49']],
  ['no part within a reference', '000049', []],
  ['no sign that stands for others', 'W2611%41', []],
  ['a user name', 'member42', ['W42']],
  ['a name', 'first50', ['D50']],
])('is found by %s', async (_, search, found) => {
  const references = await trials.asked(setUp, async (tx) =>
    (await listed(tx, search)).map(({ reference }) => short(reference)),
  )
  expect(references).toEqual(found)
})

const deposits = ['D54', 'D53', 'D52', 'D51', 'D50', 'D49']
const withdrawals = ['W48', 'W47', 'W46', 'W45', 'W44', 'W43', 'W42', 'W41']
const reversed = (of: readonly string[]) => of.toReversed()
test.each<[string, Partial<QueueFilter>, readonly string[]]>([
  ['nothing', {}, [...deposits, ...withdrawals]],
  ['deposits', { tab: 'deposits' }, deposits],
  ['withdrawals', { tab: 'withdrawals' }, withdrawals],
  [
    'what waits, the longest first',
    { tab: 'waiting' },
    reversed(['D51', 'D50', 'D49', 'W45', 'W44', 'W43', 'W42', 'W41']),
  ],
  ['what is done', { tab: 'done' }, ['D52', 'W46']],
  ['what came to nothing', { tab: 'cancelled' }, ['D54', 'D53', 'W48', 'W47']],
  ['one amount', { amountMinor: 4900 }, ['D49']],
  ['amounts between two, both included', { amountMinMinor: 4800, amountMaxMinor: 4900 }, ['D49', 'W48']],
  ['states of either kind', { state: ['pending', 'paid'] }, ['D50', 'D49', 'W46']],
  ['one day', { on: '2026-11-20' }, ['W42']],
  ['days from one on', { from: '2026-11-22' }, ['D50']],
  ['days up to one', { to: '2026-11-20' }, ['W42']],
  ['an account', { accountId: idOf(90) }, ['W43']],
  ['a member', { memberId: idOf(49) }, ['D49']],
  ['a whole reference', { search: ' d2611-000049' }, ['D49']],
  ['a part of a reference', { search: 'D2611-0000' }, []],
  ['a name', { search: 'First50' }, ['D50']],
])('the queue is narrowed by %s, and counted so', async (_, narrow, found) => {
  const filter = { tab: 'all' as const, ...narrow }
  const desk = { rights: { pretransactionDepositWithdraw: ['isRead'] } } as const
  const own = actorOf(1, { ...desk, type: 'seller' })
  const seen = await trials.asked(setUp, async (tx) => {
    const actor = actorOf(1, desk)
    const asked = { ...filter, size: 100 }
    return {
      page: (await pageOfQueue(tx, actor, asked, services)).records,
      file: await newestOfQueue(tx, actor, filter, 100),
      ofSeller: (await pageOfQueue(tx, own, asked, services)).records,
      groups: (await groupsOfQueue(tx, own, filter, new SharedReads())).rows,
    }
  })
  const names = (rows: readonly { readonly reference: string }[]) =>
    rows.map(({ reference }) => short(reference))
  expect([names(seen.page), names(seen.file)]).toEqual([found, found])
  expect(names(seen.ofSeller)).toEqual(found.filter((name) => Number(name.slice(1)) % 2 === 1))
  const here = seen.groups.filter(({ kind, state }) => tabOf(kind, state).includes(filter.tab))
  const total = (of: 'count' | 'sum') => here.reduce((all, group) => all + group[of], 0)
  const sum = seen.ofSeller.reduce((all, { amountMinor }) => all + amountMinor, 0)
  expect([total('count'), total('sum')]).toEqual([seen.ofSeller.length, sum])
})

test('a row of the queue says what is behind it, as far as its state asks', async () => {
  const rows = await trials.asked(setUp, async (tx) => {
    return (await pageOfQueue(tx, actorOf(1, { rights }), { tab: 'all', size: 100 }, services)).records
  })
  const of = (name: string) => rows.find(({ reference }) => short(reference) === name)
  expect(of('W41')).toMatchObject({ handler: 'Person 3', source: 'member', slaEndsAt: iso(80) })
  expect(of('D49')).toMatchObject({ handler: 'Person 2', source: 'employee', slaEndsAt: iso(70) })
  const ends = (names: readonly string[]) => names.map((name) => of(name)?.slaEndsAt ?? null)
  expect(ends(['W42', 'W43', 'W44'])).toEqual([iso(75), iso(43), iso(44)])
  expect(ends(['W45', 'W46', 'W47', 'W48', 'D52', 'D53'])).toEqual(Array(6).fill(null))
  expect(of('W46')).toMatchObject({ source: 'auto', handler: null, claimedBy: null, takeBack: null })
  const takenBack = ['D52', 'D51'].map((name) => of(name)?.takeBack)
  expect(takenBack).toEqual([{ lineId: null }, null])
  // What was typed is taken back as such until its line has come, and never then.
  const typed = async (columns: Columns) =>
    trials.asked(
      [...people, member(52), deposit(52, 'credited', { method: `'manual'`, ...columns })],
      (tx) => newestOfQueue(tx, actorOf(1, { rights }), { tab: 'all' }, 1),
    )
  expect((await typed({}))[0]?.takeBack).toEqual({ lineId: null })
  expect((await typed({ statement_line_id: uuid(91) }))[0]?.takeBack).toBeNull()
})
