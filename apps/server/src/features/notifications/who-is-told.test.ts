import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Columns,
  aMember,
  aFile,
  actorOf,
  aLink,
  anApproval,
  aPerson,
  aRole,
  idOf,
  json,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import { approvalKinds } from '../../app/approval-kinds.ts'
import { fromAlarms, fromHints } from './derive.ts'
import { eventKinds } from './event-kinds.ts'
import { tellNews } from '../../testing/news.ts'
import { countInbox, knownOf, markRead } from './queries.ts'

// Who is told of what: each message, row and person differs from one that counts in one thing.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

type Given = Parameters<typeof actorOf>[1]
const ago = (span: string): string => `now() - interval '${span}'`

describe('a message stands in an inbox', () => {
  const message = (columns: Columns = {}) =>
    row('notifications', {
      id: uuid(60),
      code: `'deposit.large'`,
      severity: `'warn'`,
      title: `'{}'`,
      body: `'{}'`,
      audience: `'all'`,
      event_id: 1,
      created_at: ago('1 hour'),
      ...columns,
    })
  const mute = (n: number, code = 'deposit.large') =>
    row('notification_mutes', { employee_id: uuid(n), code: `'${code}'` })
  const roles = (n: number) => ({ audience: `'roles'`, role_ids: `array[${uuid(n)}]::uuid[]` })
  const people = (n: number) => ({ audience: `'employees'`, employee_ids: `array[${uuid(n)}]::uuid[]` })
  const flags = { requires: json({ dashboard: { isRead: true }, adminLog: { isRead: true } }) }
  const dashboard = { rights: { dashboard: ['isRead'] } } as const
  const both = { rights: { dashboard: ['isRead'], adminLog: ['isRead'] } } as const

  test.each<[string, boolean, Columns, string[], Given?]>([
    ['for everybody of the house', true, {}, []],
    ['not of a seller', false, {}, [], { type: 'seller' }],
    ['not of an agent, whatever their rights', false, {}, [], { type: 'agent', isAdmin: true }],
    ['of who holds the role', true, roles(100), []],
    ['not of who holds another role', false, roles(101), []],
    ['of the person', true, people(1), []],
    ['not of another person', false, people(2), []],
    ['of who holds its flags', true, flags, [], both],
    ['not of who holds one of them', false, flags, [], dashboard],
    ['of an admin', true, flags, [], { isAdmin: true }],
    ['for thirty days', true, { created_at: ago('29 days 23:59:59') }, []],
    ['not after thirty days', false, { created_at: ago('30 days') }, []],
    ['not before the person came', false, { created_at: ago('40 days 00:00:01') }, []],
    ['not where its kind is muted', false, {}, [mute(1)]],
    ['where another muted it', true, {}, [mute(2)]],
    ['where another kind is muted', true, {}, [mute(1, 'deposit.credited')]],
    ['critical, though muted', true, { severity: `'critical'` }, [mute(1)]],
  ])('%s', async (name, stands, columns, more, given = {}) => {
    const came = name.includes('came') ? ago('30 days') : ago('50 days')
    const setUp = [aRole(100), aPerson(1, { created_at: came }), aPerson(2), message(columns), ...more]
    const actor = actorOf(1, given)
    const seen = await trials.asked(setUp, async (tx) => ({
      all: await countInbox(tx, actor, {}, 10),
      unread: await countInbox(tx, actor, { isUnread: true }, 10),
      known: await knownOf(tx, actor, [idOf(60)]),
      marked: await markRead(tx, actor, 'all'),
      again: await markRead(tx, actor, [idOf(60)]),
      left: await countInbox(tx, actor, { isUnread: true }, 10),
      read: await countInbox(tx, actor, { isUnread: false }, 10),
    }))
    const one = stands ? 1 : 0
    expect(seen).toEqual({ all: one, unread: one, known: one, marked: one, again: 0, left: 0, read: one })
  })

  test('from the moment the person came; read by another it is still unread', async () => {
    const setUp = [
      aRole(100),
      aPerson(1, { created_at: ago('1 hour') }),
      message(),
      message({
        id: uuid(61),
        event_id: 2,
        severity: `'info'`,
        title: json({ th: 'หนึ่ง', en: 'One thing' }),
      }),
      row('notification_reads', { employee_id: uuid(2), notification_id: uuid(60) }),
      row('notification_reads', { employee_id: uuid(1), notification_id: uuid(61) }),
    ]
    const counts = await trials.asked(setUp, async (tx) => {
      const found: number[] = []
      for (const filter of [
        {},
        { isUnread: true },
        { severity: 'warn' as const },
        { search: 'one TH' },
        { search: 'หนึ่ง' },
      ])
        found.push(await countInbox(tx, actorOf(1), filter, 10))
      found.push(await countInbox(tx, actorOf(1), {}, 1), await markRead(tx, actorOf(1), [idOf(61)]))
      return found
    })
    expect(counts).toEqual([2, 1, 1, 1, 1, 1, 0])
  })
})

describe('what happened follows', () => {
  const settings = BrandSettings.parse({ bigAmountMinor: 1000 })
  const codes = async (topic: string, kind: Parameters<typeof encodeId>[0], setUp: string[]) => {
    const id = encodeId(kind, idOf(50))
    const found = await trials.asked(
      [aMember(30), ...setUp],
      (tx) => fromHints[topic]?.(tx, [id], { settings, kinds: approvalKinds }) ?? Promise.resolve([]),
    )
    return found.map(({ code, occurrence }) => (occurrence === '' ? code : `${code} ${occurrence}`))
  }
  const deposit = (n: number, columns: Columns = {}) =>
    row('deposits', {
      id: uuid(n),
      reference: `'D${n}'`,
      member_id: uuid(30),
      state: `'credited'`,
      method: `'bank'`,
      by_kind: `'auto'`,
      amount_minor: 999,
      bank_account_id: uuid(1),
      credited_at: ago('59 minutes'),
      credits: 2,
      business_on: `'2026-11-21'`,
      ...columns,
    })

  test('from a deposit: credited, large from the brand’s amount on, the member’s first', async () => {
    const of = (...rows: string[]) => codes('deposit', 'deposit', rows)
    const first = 'member.first_deposit'
    expect(await of(deposit(50))).toEqual(['deposit.credited 2', first])
    expect(await of(deposit(50, { amount_minor: 1000 }))).toEqual([
      'deposit.credited 2',
      'deposit.large 2',
      first,
    ])
    expect(await of(deposit(50, { state: `'reversed'` }))).toEqual([])
    expect(await of(deposit(50, { credited_at: ago('1 hour') }))).toEqual([])
    expect(await of(deposit(51))).toEqual([])
    const before = { credited_at: ago('60 minutes') }
    expect(await of(deposit(50), deposit(51, before))).toEqual(['deposit.credited 2'])
    expect(await of(deposit(50), deposit(51, { credited_at: ago('58 minutes') }))).toContain(first)
    expect(await of(deposit(50), deposit(51, { ...before, member_id: uuid(31) }))).toContain(first)
    expect(await of(deposit(50), deposit(51, { credited_at: null, state: `'pending'` }))).toContain(first)
  })

  test('from a withdrawal: asked for, held, large, and what became of it', async () => {
    const of = (columns: Columns) =>
      codes('withdrawal', 'withdrawal', [
        row('withdrawals', {
          id: uuid(50),
          reference: `'W1'`,
          member_id: uuid(30),
          request_key: `'W1'`,
          state: `'review'`,
          band: `'onePerson'`,
          amount_minor: 999,
          to_bank: `'KBANK'`,
          to_account_no: `'1'`,
          to_account_name: `'x'`,
          requested_at: ago('59 minutes'),
          sla_ends_at: 'now()',
          business_on: `'2026-11-21'`,
          tries: 3,
          ...columns,
        }),
      ])
    const decided = (state: string, more: Columns = {}) =>
      of({ band: `'auto'`, state: `'${state}'`, decision_kind: `'auto'`, decided_at: 'now()', ...more })
    const asked = 'withdraw.requested'
    expect(await of({})).toEqual([asked, 'withdraw.held'])
    expect(await of({ band: `'auto'` })).toEqual([asked])
    expect(await of({ amount_minor: 1000 })).toEqual([asked, 'withdraw.held', 'withdraw.large'])
    expect(await of({ requested_at: ago('1 hour') })).toEqual([])
    expect(await of({ requested_at: ago('1 day'), first_approved_at: ago('59 minutes') })).toHaveLength(3)
    expect(await of({ first_approved_at: 'now()' })).toEqual([
      asked,
      'withdraw.held',
      expect.stringMatching(/^approval\.waiting \d/),
    ])
    expect(await decided('approved')).toEqual([asked, 'withdraw.approved'])
    expect(await decided('rejected')).toEqual([asked])
    expect(await decided('cancelled')).toEqual([asked])
    expect(await decided('paid')).toEqual([asked, 'withdraw.approved', 'withdraw.paid'])
    expect(await decided('failed')).toEqual([asked, 'withdraw.approved', 'withdraw.failed 3'])
    expect(await decided('unknown')).toEqual([asked, 'withdraw.approved', 'withdraw.unknown 3'])
    expect(await decided('approved', { first_approved_at: 'now()' })).toEqual([asked, 'withdraw.approved'])
    const old = { requested_at: ago('2 days'), decided_at: ago('1 day') }
    expect(await decided('paid', { ...old, paid_at: ago('59 minutes') })).toContain('withdraw.paid')
    expect(await decided('unknown', { ...old, sent_at: ago('59 minutes') })).toContain('withdraw.unknown 3')
    expect(await decided('paid', { ...old, paid_at: ago('1 hour') })).toEqual([])
  })

  test('from a request: that it waits, anew after the first of two, and how it ended', async () => {
    const of = (columns: Columns, ...more: string[]) =>
      codes('approval', 'approval', [aPerson(1), anApproval(50, columns), ...more])
    const pending = { state: `'pending'`, checker_id: null, settled_at: null }
    expect(await of(pending)).toEqual(['approval.waiting'])
    // Of a withdrawal that waits for its second approval people are told once, by the withdrawal.
    expect(await of({ ...pending, kind: `'withdrawalApproval'` })).toEqual([])
    expect(await of({ ...pending, expires_at: 'now()' })).toEqual([])
    const check = row('approval_checks', { approval_id: uuid(50), checker_id: uuid(2), comment: `''` })
    expect(await of(pending, check)).toEqual(['approval.waiting 1'])
    expect(await of({})).toEqual(['approval.approved'])
    expect(await of({}, check)).toEqual(['approval.approved'])
    expect(await of({ state: `'rejected'` })).toEqual(['approval.rejected'])
    expect(await of({ state: `'withdrawn'`, checker_id: null })).toEqual([])
    expect(await of({ is_sole_owner: true })).toEqual([])
    expect(await of({ settled_at: ago('59 minutes') })).toEqual(['approval.approved'])
    expect(await of({ settled_at: ago('1 hour') })).toEqual([])
  })

  test('from a new member and a finished file, within the hour', async () => {
    const file = (columns: Columns) =>
      codes('export', 'export', [
        aFile(50, 1, {
          state: `'done'`,
          done_at: ago('59 minutes'),
          sha256: `''`,
          bytes: 1,
          expires_at: 'now()',
          ...columns,
        }),
      ])
    expect(await file({})).toEqual(['export.ready'])
    expect(await file({ state: `'failed'`, failure: `'fault'` })).toEqual(['export.failed'])
    expect(await file({ state: `'cancelled'` })).toEqual([])
    expect(await file({ done_at: ago('1 hour') })).toEqual([])
    expect(await codes('member', 'member', [aMember(50, { created_at: ago('59 minutes') })])).toEqual([
      'member.registered',
    ])
    expect(await codes('member', 'member', [aMember(50, { created_at: ago('1 hour') })])).toEqual([])
  })
})

describe('a request that waits is told to', () => {
  const rights = { permission: json({ memberManagement: { isRead: true } }) }
  const request = (columns: Columns = {}) =>
    anApproval(50, {
      kind: `'memberAccountChange'`,
      state: `'pending'`,
      checker_id: null,
      settled_at: null,
      requires: json({ memberManagement: { isRead: true } }),
      ...columns,
    })
  const hint = row('event_hints', { topic: `'approval'`, entity_id: `outside_id('apr', ${uuid(50)})` })
  const told = (setUp: string[]) =>
    trials.asked([hint, ...setUp], async (tx) => {
      const db = {
        transaction: () => ({ execute: (work: (of: typeof tx) => Promise<number>) => work(tx) }),
      }
      const settings = { get: async () => BrandSettings.parse({}) }
      await tellNews({ db, settings } as never)
      const { rows } = await sql<{ n: number }>`
        select right(p::text, 3)::integer as n from notifications, unnest(employee_ids) p
         where code = 'approval.waiting' order by p`.execute(tx)
      // Whoever has the console open sees it at once.
      const { rows: heard } = await sql`select from outbox where topic = 'notification'`.execute(tx)
      if (rows.length > 0) expect(heard).toHaveLength(1)
      return rows.map(({ n }) => n)
    })
  const base = [aRole(100, rights), aRole(101), aRole(102, { is_admin: true }), aPerson(1)]

  test.each<[string, boolean, Columns, string[], Columns?]>([
    ['who holds its flags', true, {}, []],
    ['an admin', true, { role_id: uuid(102) }, []],
    ['not who lacks them', false, { role_id: uuid(101) }, []],
    ['not who is locked', false, { state: `'locked'` }, []],
    ['not a seller', false, { type: `'seller'` }, []],
    ['not another account of who asked', false, {}, [aLink(2, 1)]],
    [
      'not who gave the first check',
      false,
      {},
      [row('approval_checks', { approval_id: uuid(50), checker_id: uuid(2), comment: `''` })],
    ],
    ['who may check its amount', true, { approval_limit_minor: 100 }, [], { amount_minor: 100 }],
    ['not who may not', false, { approval_limit_minor: 99 }, [], { amount_minor: 100 }],
    ['who has a limit, where it has no amount', true, { approval_limit_minor: 0 }, []],
  ])('%s', async (_, isTold, person, more, columns = {}) => {
    expect(await told([...base, aPerson(2, person), request(columns), ...more])).toEqual(isTold ? [2] : [])
  })
})

test('every kind of event is as loud as it is grave, and whose business by these rights', () => {
  const said = new Map<string, string[]>()
  for (const [code, { severity, inbox }] of Object.entries(eventKinds)) {
    const flags = Object.entries(inbox ?? {}).map(
      ([resource, actions]) => `${resource}: ${actions.join(' ')}`,
    )
    const whose = inbox ? flags.join(', ') : 'nobody’s'
    said.set(whose, [...(said.get(whose) ?? []), `${code} ${severity}`])
  }
  expect([...said].map(([whose, codes]) => [whose, codes.join(', ')])).toEqual([
    [
      'nobody’s',
      'member.registered info, member.first_deposit info, deposit.credited info, ' +
        'deposit.unmatched warn, withdraw.requested info, withdraw.held warn, ' +
        'withdraw.approved info, withdraw.paid info, transfer.done info, promo.claimed info, ' +
        'account.changed warn, account.code_handed critical, export.ready info, ' +
        'export.failed warn, approval.waiting warn, approval.approved info, ' +
        'approval.rejected warn',
    ],
    ['pretransactionDepositWithdraw: isRead isUpdate', 'deposit.large info'],
    ['pretransactionNotMatch: isRead', 'deposit.quarantined warn, bank.chain_gap warn'],
    [
      'pretransactionRequest: isRead',
      'withdraw.failed warn, withdraw.unknown critical, withdraw.large warn, risk.alert critical',
    ],
    ['paymentAutoTransfer: isUpdate', 'transfer.pending info'],
    ['paymentAuto: isRead', 'bank.balance_low warn, bank.balance_high warn, bank.frozen critical'],
    ['pretransactionDepositWithdraw: isRead', 'bank.silent critical'],
    [
      'deviceManagement: isRead',
      'device.offline warn, device.low_battery warn, device.clock_off warn, device.app_old warn, ' +
        'device.no_messages warn, device.disagree warn',
    ],
    ['paymentGateway: isRead', 'gateway.down critical, gateway.mismatch critical'],
    [
      'providerDashboard: isRead',
      'provider.mismatch critical, provider.down critical, provider.low_balance warn',
    ],
    ['betReport: isRead', 'provider.owed critical, play.rtp_drift warn, play.unusual_win warn'],
    ['promotionManagement: isRead', 'promo.quota_low warn, promo.budget_out warn'],
    ['refundManagement: isRead', 'cashback.run info'],
    ['affiliateManagement: isRead', 'affiliate.run info'],
    ['agentReport: isRead', 'agent.credit_low warn'],
    [
      'employeeManagement: isRead',
      'admin.login_new_ip info, admin.login_failed warn, role.changed warn, group.created warn',
    ],
    ['creditTransaction: isRead, adminLog: isRead', 'credit.manual info'],
    ['reconcile: isRead', 'day.closed info'],
    ['dashboard: isRead', 'report.daily_summary info'],
    ['adminLog: isRead', 'ledger.check_failed critical'],
  ])
})

test('an alarm is news of its own kind while it is fresh, and any other is one of risk', async () => {
  const told = (codes: readonly string[], raised = 'now()', since = '1 hour') =>
    trials.asked(
      codes.map((code, at) =>
        row('alarms', { code: `'${code}'`, entity: `'brand'`, entity_id: `'b${at}'`, raised_at: raised }),
      ),
      async (tx) => {
        const { rows } = await sql<{ at: string }>`
          select (now() - ${since}::interval)::text as at`.execute(tx)
        const found = await fromAlarms(tx, rows[0]?.at ?? '')
        return Object.fromEntries(found.map(({ code, detail }) => [String(detail['alarm']), code]))
      },
    )
  const known = {
    'bank.silent': 'bank.silent',
    'device.offline': 'device.offline',
    'device.lowBattery': 'device.low_battery',
    'device.clockOff': 'device.clock_off',
    'device.appOld': 'device.app_old',
    'device.noMessages': 'device.no_messages',
    'device.disagree': 'device.disagree',
    'bank.chainGap': 'bank.chain_gap',
    'bank.chainContradiction': 'bank.chain_gap',
    'activity.chainBroken': 'ledger.check_failed',
    'activity.unsealed': 'ledger.check_failed',
    'ledger.dayNotClosed': 'ledger.check_failed',
    'provider.lowBalance': 'provider.low_balance',
    'play.rtpDrift': 'play.rtp_drift',
    'play.unusualWin': 'play.unusual_win',
    payoutFuse: 'risk.alert',
  }
  expect(await told(Object.keys(known))).toEqual(known)
  const [one, risk] = [['payoutFuse'], { payoutFuse: 'risk.alert' }]
  // A minute before it too: what was raised then may have been committed since.
  expect(await told(one, ago('59 seconds'), '0')).toEqual(risk)
  expect(await told(one, ago('60 seconds'), '0')).toEqual({})
  expect(await told(one, ago('59 minutes'), '2 hours')).toEqual(risk)
  expect(await told(one, ago('1 hour'), '2 hours')).toEqual({})
})
