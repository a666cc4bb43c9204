import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import {
  anApproval,
  aSession,
  idOf,
  json,
  openTrials,
  row,
  uuid,
  type Columns,
  type Trials,
} from '../../testing/world/trials.ts'
import { approvalKinds } from '../approval-kinds.ts'
import {
  aDeposit,
  aWithdrawal,
  agreed,
  approval,
  decided,
  depositId,
  lineId,
  name,
  namings,
  ownAccount,
  payee,
  people,
  real,
  rows,
} from './approval-links.fixture.ts'

// One judge for every row that names an approval (ADR 0037): what `approval_links` says holds in each table.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const missing = 'approvalMissing'
const judged = (columns: Columns, act: string) =>
  trials.judged([...people, ...rows, payee, aWithdrawal(), anApproval(500, columns)], act)

describe.each(namings)('an approval of $kind, named in $of', (naming) => {
  const { kind, act, document, wrong, columns = {}, wrongColumns = [] } = naming
  const right: Columns = { kind: `'${kind}'`, document: json(document), ...columns }

  test('was given, is of this kind, and says what the row says', async () => {
    expect(await judged(right, act)).toBe('done')
    for (const each of [
      ...Object.keys(approvalKinds)
        .filter((other) => other !== kind)
        .map((other) => ({ kind: `'${other}'` })),
      { state: `'pending'`, checker_id: null, settled_at: null },
      { state: `'expired'`, checker_id: null },
      { state: `'withdrawn'`, checker_id: null },
      { state: `'rejected'` },
      { id: uuid(501) },
      ...wrong.map((one) => ({ document: json({ ...document, ...one }) })),
      ...wrongColumns,
    ] satisfies Columns[])
      expect(await judged({ ...right, ...each }, act), JSON.stringify(each)).toBe(missing)
  })
})

describe('a row that names an approval', () => {
  test('says no other thing later than its approval', async () => {
    const under = (columns: Columns, kind: string, document: object, set: string) =>
      trials.judged(
        [
          ...people,
          ownAccount,
          aDeposit(42, columns),
          anApproval(500, { kind: `'${kind}'`, document: json(document) }),
        ],
        `update deposits set ${set} where id = ${uuid(42)}`,
      )
    const [approved, linked] = [{ approval_id: approval }, { link_approval_id: approval }]
    expect(await under(approved, 'manualDeposit', real, 'version = 2')).toBe('done')
    for (const set of ['amount_minor = 701', `member_id = ${uuid(11)}`, 'bank_account_id = null'])
      expect(await under(approved, 'manualDeposit', real, set), set).toBe(missing)
    expect(await under(linked, 'lineLink', { lineId }, 'version = 2')).toBe('done')
    for (const set of [`statement_line_id = ${uuid(21)}`, 'statement_line_id = null'])
      expect(await under(linked, 'lineLink', { lineId }, set), set).toBe(missing)
  })

  test('keeps it until a later one comes, so that none serves twice', async () => {
    type Decided = readonly [no: number | null, ago: string]
    const role = (n: number, [no, ago]: Decided) =>
      anApproval(n, {
        kind: `'employeeRole'`,
        document: json({ employeeId: idOf(3), roleId: idOf(101) }),
        decided_no: no,
        settled_at: `now() - interval '${ago}'`,
      })
    const served = `update employees set role_approval_id = ${uuid(501)} where id = ${uuid(3)};`
    const after = (before: Decided, next: Decided, set: string) =>
      trials.judged(
        [...people, role(500, next), role(501, before), served],
        `update employees set ${set} where id = ${uuid(3)}`,
      )
    const again = `role_id = ${uuid(101)}, role_approval_id = ${approval}`
    // Whatever a clock said, which may have run ahead.
    expect(await after([7, '-2 days'], [8, '1 hour'], again)).toBe('done')
    expect(await after([8, '2 hours'], [7, '1 hour'], again)).toBe(missing)
    // Those of former versions have no number: before all that have one, by the clock among themselves.
    expect(await after([null, '2 hours'], [1, '3 hours'], again)).toBe('done')
    expect(await after([1, '3 hours'], [null, '2 hours'], again)).toBe(missing)
    expect(await after([null, '2 hours'], [null, '1 hour'], again)).toBe('done')
    expect(await after([null, '2 hours'], [null, '3 hours'], again)).toBe(missing)
    expect(await after([7, '2 hours'], [8, '1 hour'], 'role_approval_id = null')).toBe(missing)
  })

  test('knows which came later by the order in which the database saw them decided', async () => {
    const waiting = { state: `'pending'`, checker_id: null, settled_at: null }
    const entity = (n: number) => ({ entity_id: `'${n}'`, created_at: 'now()' })
    const order = await trials.asked(
      [...people, ...[500, 501].map((n) => anApproval(n, { ...waiting, ...entity(n) }))],
      async (tx) => {
        for (const [n, claimed] of [
          [501, 9],
          [500, 1],
        ] as const)
          await sql`update approvals set state = 'expired', settled_at = now(), decided_no = ${claimed}
            where id = ${idOf(n)}`.execute(tx)
        const found = await sql<{ id: string }>`select id from approvals
          where id in (${idOf(500)}, ${idOf(501)}) order by decided_no`.execute(tx)
        return found.rows.map(({ id }) => id)
      },
    )
    expect(order).toEqual([idOf(501), idOf(500)])
  })

  test('shares it with no other', async () => {
    const used = [...people, ...rows, aDeposit(42, { reversal_approval_id: approval })]
    const unlink = { kind: `'depositUnlink'`, document: json({ depositId }) }
    const act = name('deposits', 40, 'reversal_approval_id')
    expect(await trials.judged([...used, anApproval(500, unlink)], act)).toContain(
      'deposits_reversal_approval_id_key',
    )
  })

  test('is none that begins with one that is another’s', async () => {
    const hired = (document: object) =>
      trials.judged(
        [...people, anApproval(500, { kind: `'otpReset'`, document: json(document) })],
        `insert into employees (id, username, display_name, role_id, created_by, otp_approval_id)
           values (${uuid(9)}, 'x', 'x', ${uuid(100)}, ${uuid(1)}, ${approval})`,
      )
    expect(await hired({ employeeId: idOf(9) })).toBe('done')
    expect(await hired({ employeeId: idOf(3) })).toBe(missing)
  })

  test('becomes a typed deposit under one that is named for that', async () => {
    const document = { kind: `'manualDeposit'`, document: json(real) }
    const turned = `update deposits set method = 'manual' where id = ${uuid(42)}`
    const before = [
      ...people,
      ownAccount,
      aDeposit(42, { approval_id: approval }),
      anApproval(500, document),
    ]
    expect(await trials.judged(before, turned)).toBe(missing)
  })
})

describe('a withdrawal that takes two', () => {
  const request = (columns: Columns = {}) =>
    anApproval(500, { kind: `'withdrawalApproval'`, document: json(agreed), ...columns })
  const named = `approval_id = ${approval}`
  const tried = (set: string, columns: Columns = {}, more: readonly string[] = []) =>
    trials.judged(
      [...people, payee, aWithdrawal(columns), request(), ...more],
      `update withdrawals set ${set} where id = ${uuid(80)}`,
    )

  test('is approved under the request of its first person that its second agreed to', async () => {
    expect(await tried(`${decided}, ${named}`)).toBe('done')
    for (const set of [
      decided,
      `${decided}, approval_id = null`,
      // By the machine, by the member, or by nobody: nobody decided it.
      `state = 'approved', decision_kind = 'member', decided_at = now()`,
      `state = 'approved', decision_kind = 'member', decided_at = now(), ${named}`,
      // By others than those two.
      `${decided.replace(uuid(2), uuid(3))}, ${named}`,
      `${decided}, ${named}, first_approved_by = ${uuid(3)}`,
    ])
      expect(await tried(set), set).toBe(missing)
    // Fewer people than it takes, or alone.
    expect(await tried(`${decided}, band = 'onePerson'`)).toBe('bandLowered')
    expect(await tried(`${decided}, is_sole_owner = true`)).toBe('notAlone')
    expect(await tried(`state = 'approved', decision_kind = 'auto'`)).not.toBe('done')
    // What one person may approve takes no request.
    const ofOne = { band: `'onePerson'`, first_approved_by: null }
    expect(await tried(decided, ofOne)).toBe('done')
    // A member decides nothing but to take it back, however many it takes.
    const byMember = (state: string) =>
      tried(`state = '${state}', decision_kind = 'member', decided_at = now()`, ofOne)
    expect([await byMember('approved'), await byMember('cancelled')]).toEqual([missing, 'done'])
  })

  test('names it with the decision: neither before it nor twice', async () => {
    expect(await tried(decided, { approval_id: approval })).toBe(missing)
    expect(await tried(`${decided}, ${named}`, { approval_id: approval })).toBe(missing)
    const second = anApproval(501, { kind: `'withdrawalApproval'`, document: json(agreed) })
    const again = `${decided}, approval_id = ${uuid(501)}`
    expect(await tried(again, { approval_id: approval }, [second])).toBe('done')
  })

  test('that was approved is sent back to people, or sent again, as it stands', async () => {
    const columns = { decision_kind: `'employee'`, decided_by: uuid(2), approval_id: approval }
    const failed = { ...columns, state: `'failed'` }
    expect(await tried(`state = 'approved'`, failed)).toBe('done')
    const back = `state = 'review', decided_by = null, decided_at = null, decision_kind = null,
      first_approved_by = null`
    expect(await tried(back, { ...columns, state: `'approved'` })).toBe('done')
    for (const set of [`approval_id = null`, `decided_by = ${uuid(3)}`])
      expect(await tried(set, failed), set).toBe(missing)
    // One that was decided before there were requests goes on as it is.
    expect(await tried(`state = 'approved'`, { ...failed, approval_id: null })).toBe('done')
  })

  test('does not begin as approved, once somebody has signed in', async () => {
    const begun = aWithdrawal({ state: `'approved'`, decision_kind: `'member'` })
    const before = [...people, payee]
    expect(await trials.judged(before, begun)).toBe('done')
    expect(await trials.judged([...before, aSession(90)], begun)).toBe(missing)
  })
})

test('a restored database is let go on once, by what was asked for since', async () => {
  const kind = `'restoredRelease'`
  const document = json({ restoreId: idOf(60) })
  const released = (asked: Columns = {}, restore: Columns = {}) =>
    trials.judged(
      [
        ...people,
        row('restores', { id: uuid(60), restored_to: 'now()', source: `'x'`, ...restore }),
        anApproval(500, { kind, document, ...asked }),
        anApproval(501, { kind, document }),
      ],
      name('restores', 60, 'approval_id', ', released_at = now()'),
    )
  expect(await released()).toBe('done')
  expect(await released({ created_at: `now() - interval '1 second'` })).toBe(missing)
  expect(await released({}, { released_at: 'now()', approval_id: uuid(501) })).toBe(missing)
})

describe('the links', () => {
  test('are written by nobody who signs in as the server', async () => {
    const wider = `insert into approval_links values ('x', 'employees', 'role_approval_id', '{"a": "id"}')`
    expect(await trials.judged([], wider)).toContain('permission denied')
    for (const act of [`update approval_links set kind = 'x'`, 'delete from approval_links'])
      expect(await trials.judged([], act), act).toContain('permission denied')
    expect(await trials.judged([], 'select attach_all_links()')).toContain('permission denied')
  })

  test('tell of every column that holds an approval, and of every kind', async () => {
    const columns = await trials.answer(
      [],
      `select array_agg(distinct c.relname || '.' || a.attname order by c.relname || '.' || a.attname)
         from pg_constraint k join pg_class c on c.oid = k.conrelid
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.contype = 'f' and k.confrelid = 'approvals'::regclass and c.relname <> 'approval_checks'`,
    )
    const told = await trials.answer(
      [],
      `select array_agg(distinct table_name || '.' || column_name order by table_name || '.' || column_name)
         from approval_links`,
    )
    expect(told).toEqual(columns)
    const kinds = await trials.answer(
      [],
      'select array_agg(distinct kind order by kind) from approval_links',
    )
    // The row of these two names no approval: an alarm and a place are told by what they are.
    const byThemselves = ['payoutFuse', 'groupPlace']
    expect(kinds).toEqual(
      Object.keys(approvalKinds)
        .filter((kind) => !byThemselves.includes(kind))
        .toSorted(),
    )
    const tried = namings.map(({ kind, of }) => `${kind} ${of}`)
    const pairs = await trials.answer(
      [],
      `select array_agg(kind || ' ' || table_name || '.' || column_name) from approval_links
        where table_name <> 'hand_links'`,
    )
    expect(tried.toSorted()).toEqual((pairs as string[]).toSorted())
  })

  test('bring the judge to a table with their row, and refuse a column that is not unique', async () => {
    const database = await createTestDatabase()
    const admin = new pg.Client({ connectionString: database.adminUrl })
    await admin.connect()
    try {
      const attached = async () =>
        (
          await admin.query<{ on: string }>(
            `select tgrelid::regclass || ' ' || tgname as on from pg_trigger
              where tgfoid = 'guard_links'::regproc order by 1`,
          )
        ).rows.map(({ on }) => on)
      const before = await attached()
      const { rows: tables } = await admin.query('select distinct table_name from approval_links')
      expect(tables.length).toBeGreaterThan(6)
      expect(before).toHaveLength(2 * tables.length)
      await admin.query(`
        create table things (id uuid primary key, approval_id uuid references approvals (id), name text);
        insert into approval_links (kind, table_name, column_name, agrees)
          values ('x', 'things', 'approval_id', '{"name": "name"}')`)
      await expect(admin.query('select attach_all_links()')).rejects.toThrow('not unique')
      await admin.query('alter table things add unique (approval_id); select attach_all_links()')
      expect((await attached()).filter((on) => !before.includes(on))).toEqual([
        'things guard_links_changed',
        'things guard_links_inserted',
      ])
      const insert = `insert into things values ('${idOf(1)}', '${idOf(500)}', 'a')`
      await expect(admin.query(insert)).rejects.toThrow(missing)
      // What is there already is left alone: to make it anew would wait for everybody who writes.
      const stamps = async () =>
        (await admin.query(`select xmin::text from pg_trigger where tgfoid = 'guard_links'::regproc`)).rows
      const made = await stamps()
      await admin.query('select attach_all_links()')
      expect(await stamps()).toEqual(made)
    } finally {
      await admin.end()
      await database.drop()
    }
  })
})
