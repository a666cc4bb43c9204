import { randomUUID } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/db.ts'
import { writeTogether } from '../../platform/db/write-together.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { creditRows, newCredit, type Credit } from './credit-deposit.ts'
import { ago, dayMs, idOfAge, minuteMs, rowsOf } from './intake/intake-rows.fixture.ts'
import * as queries from './intake/intake-queries.ts'
import { clearByLateLine, creditedBefore } from './intake/late-line.ts'
import { stored } from './stored-line.fixture.ts'
import type { StoredLine } from './stored-line.ts'

let server: TestServer
let make: MoneyFactory
let put: ReturnType<typeof rowsOf>
let here: FactoryAccount
let there: FactoryAccount
let member: FactoryMember
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  put = rowsOf(server)
  there = await make.account()
  member = await make.member({ accountNo: '1234577111' })
})
beforeEach(async () => {
  here = await make.account()
})
afterAll(() => server.stop())

async function within<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await server.services.db.startTransaction().execute()
  try {
    return await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}
/** Whether a row can be changed by nobody else now. */
const isLocked = async (table: string, where: string, id: string): Promise<boolean> => {
  const look = make.query(`select from ${table} where ${where} = $1 for no key update nowait`, [id])
  return look.then(
    () => false,
    (error: unknown) => (error as { code?: string }).code === '55P03',
  )
}
type Row = Record<string, unknown>
const rowsIn = async (
  tx: Tx,
  table: 'statement_lines' | 'bank_account_feeds' | 'deposits',
  by: string[],
) => {
  const key = table === 'bank_account_feeds' ? 'bank_account_id' : 'id'
  const rows: Row[] = await tx
    .selectFrom(table)
    .selectAll()
    .where(key as 'id', 'in', by)
    .execute()
  return by.map((id) => JSON.parse(JSON.stringify(rows.find((row) => row[key] === id) ?? null)) as Row)
}
const line = (rest: Partial<StoredLine> = {}): StoredLine =>
  stored(idOfAge(), {
    bank_account_id: here.id,
    payer_mask: '??????7111',
    balance_after_minor: 105_000,
    chain: 'linked',
    dedupe_key: randomUUID(),
    ...rest,
  })

describe('a deposit that was credited before its line came', () => {
  const unnamed = (rest: Partial<StoredLine> = {}) => line({ payer_bank: null, payer_name: null, ...rest })
  const cleared = (rest: Partial<StoredLine> = {}) =>
    within(async (tx) => (await clearByLateLine(tx, unnamed(rest), '2026-05-18'))?.depositId ?? null)
  const before = (rest: Partial<StoredLine> = {}) =>
    within(async (tx) => (await creditedBefore(tx, unnamed(rest))).map(({ id }) => id))

  test('within seven days, of this account and amount, is found by four digits', async () => {
    const id = await put.deposit(member.id, here.id, {}, 7 * dayMs - minuteMs)
    expect([await cleared(), await before()]).toEqual([id, [id]])
    expect([await cleared({ payer_mask: null }), await before({ payer_mask: null })]).toEqual([null, [id]])
    expect([
      await cleared({ payer_mask: '???????111' }),
      await before({ payer_mask: '???????111' }),
    ]).toEqual([null, [id]])
    expect([
      await cleared({ payer_mask: '??????7112' }),
      await before({ payer_mask: '??????7112' }),
    ]).toEqual([null, []])
  })

  test.each([
    ['of another amount', { amount_minor: 5_001 }, 0],
    ['of another account', { elsewhere: true }, 0],
    ['of a line that came', { method: 'bank' }, 0],
    ['that was taken back', { state: 'reversed' }, 0],
    ['that has its line', { statement_line_id: idOfAge() }, 0],
    ['of more than seven days ago', {}, 7 * dayMs + 1000],
  ] as [string, Row, number][])('%s is not', async (_what, { elsewhere, ...row }, ageMs) => {
    await put.deposit(member.id, elsewhere === true ? there.id : here.id, row, ageMs)
    expect([await cleared(), await before()]).toEqual([null, []])
  })

  test('is one alone: of two that fit none is cleared, and of an account that was refused none', async () => {
    const [id, other] = [
      await put.deposit(member.id, here.id),
      await make.member({ accountNo: '9999887111' }),
    ]
    await make.query(
      `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
       values ($1, 'SCB', '5555501234', '-', 'refused'), ($1, 'SCB', '5555505678', '-', 'alias')`,
      [other.id],
    )
    const second = await put.deposit(other.id, here.id)
    expect([await cleared(), await before()]).toEqual([null, [id, second]])
    expect([
      await cleared({ payer_mask: '??????1234' }),
      await before({ payer_mask: '??????1234' }),
    ]).toEqual([null, []])
    expect(await cleared({ payer_mask: '??????5678' })).toBe(second)
    // Whichever it may be stands still meanwhile: nobody takes it back while it is looked at.
    await within(async (tx) => {
      await clearByLateLine(tx, unnamed(), '2026-05-18')
      expect([await isLocked('deposits', 'id', id), await isLocked('deposits', 'id', second)]).toEqual([
        true,
        true,
      ])
    })
    // One deposit of one member with two accounts that fit is one.
    expect(await cleared({ payer_mask: '????577111' })).toBe(id)
  })

  test('gets its line, is held meanwhile, and its money goes from unmatched to suspense', async () => {
    const [id, rest] = [await put.deposit(member.id, here.id), await put.deposit(member.id, there.id)]
    const of = unnamed()
    await within(async (tx) => {
      const [was, other] = await rowsIn(tx, 'deposits', [id, rest])
      const { postings } = (await clearByLateLine(tx, of, '2026-05-17')) ?? { postings: [] }
      expect(await isLocked('deposits', 'id', id)).toBe(true)
      expect(await rowsIn(tx, 'deposits', [id, rest])).toEqual([
        { ...was, statement_line_id: of.id, version: 2 },
        other,
      ])
      expect(postings.map(({ kind, businessOn, valueOn }) => [kind, businessOn, valueOn])).toEqual([
        ['deposit.received', '2026-05-17', '2026-05-18'],
        ['suspense.cleared', '2026-05-17', '2026-05-18'],
      ])
      expect(postings.flatMap(({ legs }) => legs.map(({ amountMinor }) => amountMinor))).toEqual([
        5_000, 5_000,
      ])
      const log = await tx.selectFrom('activity_log').selectAll().orderBy('id', 'desc').limit(1).execute()
      expect(log).toMatchObject([{ actor_kind: 'system', entity: 'deposit', action: 'clearSuspense' }])
    })
  })
})

describe('writing a line', () => {
  const outcome: queries.LineOutcome = {
    state: 'suggested',
    chain: 'afterHole',
    reason: 'why',
    score: 12,
    bestMemberId: null,
    suggestionCount: 3,
    evidence: { a: 1 },
  }
  const returned = async (tx: Tx, part: RawBuilder<unknown>) => (await part.execute(tx)).rows.length

  test('keeps all that was read and decided, and moves on no line but its own of its version', async () => {
    const [id, otherId] = [await put.line(here.id), await put.line(here.id)]
    const clerk = await server.person({})
    await within(async (tx) => {
      const fresh = line({ hint_until: ago(0), flags: ['card'], possible_double_of: otherId })
      await queries.insertLine(fresh, { ...outcome, bestMemberId: member.id }).execute(tx)
      const { chain: _, state: _state, joined_sources: _joined, version, ...read } = fresh
      const [row] = await rowsIn(tx, 'statement_lines', [fresh.id])
      expect(row).toMatchObject({
        ...read,
        version,
        received_at: expect.any(String),
        hint_until: expect.any(String),
        chain: 'afterHole',
        state: 'suggested',
        reason: 'why',
        score: 12,
        best_member_id: member.id,
        suggestion_count: 3,
        match_evidence: { a: 1 },
        handled_by: null,
        handled_at: null,
      })
      const [was, other] = await rowsIn(tx, 'statement_lines', [id, otherId])
      const moved = line({ id, version: 1, bank_time: null, possible_double_of: otherId })
      expect(await returned(tx, queries.updateLine({ ...moved, version: 2 }, outcome))).toBe(0)
      expect(await rowsIn(tx, 'statement_lines', [id, otherId])).toEqual([was, other])
      expect(await returned(tx, queries.updateLine(moved, outcome))).toBe(1)
      const [now, same] = await rowsIn(tx, 'statement_lines', [id, otherId])
      expect(same).toEqual(other)
      expect(now).toMatchObject({
        chain: 'afterHole',
        state: 'suggested',
        reason: 'why',
        score: 12,
        suggestion_count: 3,
        match_evidence: { a: 1 },
        payer_bank: 'KBANK',
        payer_mask: '??????7111',
        payer_name: 'ก ข',
        ref: 'R1',
        channel: 'mobile',
        own_mask: '??????9999',
        possible_double_of: otherId,
        handled_by: null,
        handled_at: null,
        hint_until: null,
        version: 2,
        amount_minor: was?.['amount_minor'],
        direction: 'in',
        balance_after_minor: was?.['balance_after_minor'],
      })
      const by = { ...outcome, evidence: null, handledBy: clerk.id }
      expect(await returned(tx, queries.updateLine({ ...moved, version: 2 }, by))).toBe(1)
      const [handled] = await rowsIn(tx, 'statement_lines', [id])
      expect(handled).toMatchObject({ handled_by: clerk.id, match_evidence: null, version: 3 })
      expect(handled?.['handled_at']).not.toBeNull()
      expect(await returned(tx, queries.settleLine(id))).toBe(1)
      const [settled, last] = await rowsIn(tx, 'statement_lines', [id, otherId])
      expect([settled?.['state'], settled?.['reason'], last]).toEqual(['settled', null, other])
    })
  })

  test('fills in a line, and joins a provisional line to it, of the version that was read', async () => {
    const [id, otherId] = [
      await put.line(here.id, { chain: 'hint', state: 'waiting', hint_until: ago(0) }),
      await put.line(here.id),
    ]
    const { subjectId } = await make.phone([here])
    await put.message(subjectId, id)
    await put.message(subjectId, otherId)
    await within(async (tx) => {
      const [was, other] = await rowsIn(tx, 'statement_lines', [id, otherId])
      const of = line({ id, version: 1 })
      for (const part of [
        queries.fillLine({ ...of, version: 2 }),
        ...queries.absorbProvisional({ ...of, version: 2 }, otherId).slice(0, 1),
      ])
        expect(await returned(tx, part)).toBe(0)
      expect(await returned(tx, queries.fillLine(of))).toBe(1)
      const filled = {
        ...was,
        version: 2,
        payer_bank: 'KBANK',
        payer_mask: '??????7111',
        payer_name: 'ก ข',
      }
      const [now] = await rowsIn(tx, 'statement_lines', [id])
      expect(now).toEqual({ ...filled, own_mask: '??????9999', channel: 'mobile', ref: 'R1' })
      for (const part of queries.absorbProvisional({ ...of, version: 2 }, otherId)) await part.execute(tx)
      expect(await rowsIn(tx, 'statement_lines', [id, otherId])).toEqual([
        { ...now, version: 3, state: 'duplicate', reason: 'joined', hint_until: null },
        other,
      ])
      const messages = await tx
        .selectFrom('bank_messages')
        .select(['statement_line_id', 'state'])
        .where('device_id', '=', subjectId)
        .orderBy('id')
        .execute()
      expect(messages).toEqual([
        { statement_line_id: otherId, state: 'joined' },
        { statement_line_id: otherId, state: 'read' },
      ])
    })
  })

  test('moves on the chain of one account, which is locked from its reading on, like a line', async () => {
    const id = await put.line(here.id)
    await within(async (tx) => {
      expect(await queries.lockFeed(tx, here.id)).toMatchObject({ last_balance_minor: 1_000_000 })
      expect(await isLocked('bank_account_feeds', 'bank_account_id', here.id)).toBe(true)
      expect(await isLocked('statement_lines', 'id', id)).toBe(false)
      expect((await queries.findLine(tx, id))?.id).toBe(id)
      expect(await isLocked('statement_lines', 'id', id)).toBe(false)
      expect((await queries.lockLine(tx, id))?.id).toBe(id)
      expect(await isLocked('statement_lines', 'id', id)).toBe(true)
      const other = await rowsIn(tx, 'bank_account_feeds', [there.id])
      const at = '2026-05-18T07:00:00.000Z'
      await queries.moveFeed(here.id, { balanceMinor: 7, lineId: id, at, isBroken: true }).execute(tx)
      const [feed] = await rowsIn(tx, 'bank_account_feeds', [here.id])
      expect(feed).toMatchObject({ last_balance_minor: 7, last_line_id: id, is_broken: true })
      expect(Date.parse(String(feed?.['last_line_at']))).toBe(Date.parse(at))
      await queries.touchFeed(here.id).execute(tx)
      expect(await rowsIn(tx, 'bank_account_feeds', [there.id])).toEqual(other)
    })
    await expect(within((tx) => queries.lockFeed(tx, id))).rejects.toThrow('has no feed')
  })
})

describe('the rows of a credit', () => {
  const actor: Credit['actor'] = {
    kind: 'machine',
    id: randomUUID(),
    name: 'Phone',
    address: '10.0.0.1',
    requestId: 'req',
  }
  const credit = (rest: Partial<Credit> = {}): Credit =>
    newCredit({
      line: line(),
      memberId: member.id,
      requestId: null,
      businessOn: '2026-05-18',
      actor,
      mustBeActive: true,
      remark: null,
      ...rest,
    })
  /** How many deposits it makes; taken back. */
  const tried = (of: Credit): Promise<number> =>
    within(async (tx) => (await creditRows(of).deposit.execute(tx)).rows.length).catch((error: unknown) => {
      // The row is made; that nothing but it speaks for the member is judged afterwards.
      if ((error as Error).message === 'approvalMissing') return 1
      throw error
    })

  test.each([
    ['active', true, 1, 1],
    ['active', false, 0, 1],
    ['suspended', true, 0, 1],
    ['blacklisted', true, 0, 0],
  ])('are none for who is %s and may deposit: %s', async (state, canDeposit, alone, confirmed) => {
    const of = await make.member({ state })
    await make.query('update members set can_deposit = $2 where id = $1', [of.id, canDeposit])
    const id = await put.line(here.id)
    const requestId = await make.request(of, here, 5_000)
    const made = async (rest: Partial<Credit>) => {
      const fresh = credit({ memberId: of.id, line: line({ id }), ...rest })
      return [await tried(fresh), await tried({ ...fresh, requestId, depositId: requestId })]
    }
    expect(await made({})).toEqual([alone, alone])
    expect(await made({ mustBeActive: false })).toEqual([confirmed, confirmed])
  })

  test('take no request that has ended or is of somebody else', async () => {
    const other = await make.member()
    const open = await make.request(member, here, 5_000)
    const ended = await make.request(member, here, 5_100)
    await server.database.plant(`update deposits set state = 'expired' where id = $1`, [ended])
    const id = await put.line(here.id)
    const take = (requestId: string, memberId = member.id) =>
      tried(credit({ memberId, requestId, line: line({ id }) }))
    expect(await take(open)).toBe(1)
    expect(await take(open, other.id)).toBe(0)
    expect(await take(ended)).toBe(0)
  })

  test('learn a payer by digits, by a name alone only from a person who linked it', async () => {
    const learnt = (of: Credit) =>
      within(async (tx) => {
        for (const part of creditRows(of).others) await part.execute(tx)
        const rows = await tx
          .selectFrom('payer_aliases')
          .select(['payer_key', 'hits'])
          .where('member_id', '=', of.memberId)
          .execute()
        return rows.map(({ payer_key, hits }) => [payer_key, hits])
      })
    const named = line({ payer_mask: null, payer_name: 'นาย ก ข' })
    const person = { ...actor, kind: 'employee' as const }
    const digits = line({ payer_name: null })
    expect(await learnt(credit({ line: named }))).toEqual([])
    expect(await learnt(credit({ line: named, actor: person }))).toEqual([['KBANK||ก ข', 1]])
    expect(await learnt(credit({ line: digits }))).toEqual([['KBANK|7111|', 1]])
    const bare = line({ payer_mask: null, payer_name: null, payer_bank: null })
    expect(await learnt(credit({ line: bare, actor: person }))).toEqual([])
    const other = await make.member()
    await make.query(
      `insert into payer_aliases (member_id, payer_key, hits) values ($1, 'KBANK|7111|', 4),
         ($2, 'KBANK|7111|', 1)`,
      [member.id, other.id],
    )
    expect(await learnt(credit({ line: digits }))).toEqual([['KBANK|7111|', 5]])
    expect(await learnt(credit({ memberId: other.id, line: digits }))).toEqual([['KBANK|7111|', 2]])
  })

  test('write one row of the log where no person did it, who writes their own', async () => {
    const logged = (of: Credit) =>
      within(async (tx) => {
        await writeTogether(
          tx,
          creditRows(of).others.map((part) => ({ part })),
        )
        return tx
          .selectFrom('activity_log')
          .select([
            'actor_kind',
            'actor_id',
            'entity',
            'action',
            'after',
            'detail',
            'request_id',
            'address',
          ])
          .where('request_id', '=', 'req')
          .execute()
      })
    expect(await logged(credit())).toMatchObject([
      {
        actor_kind: 'machine',
        actor_id: actor.id,
        entity: 'deposit',
        action: 'credited',
        after: { state: 'credited', amountMinor: 5_000 },
        detail: { by: 'score', memberId: member.outside },
      },
    ])
    expect(await logged(credit({ actor: { ...actor, kind: 'employee' } }))).toEqual([])
  })
})
