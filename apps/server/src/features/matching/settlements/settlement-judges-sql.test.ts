import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { startFakeGateway, type FakeGateway } from '../../../testing/fakes/fake-gateway.ts'
import { startCollecting, type Collecting } from '../../../testing/world/collecting.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import type { FactoryAccount } from '../../../testing/world/money-factory.ts'
import { judgedBy, those, type Judged, type Sql } from '../links/judged-sql.fixture.ts'

// A settlement as the program's own role in the database: each statement that skips something is refused.
let desk: LineDesk
let fake: FakeGateway
let judged: Judged
let account: FactoryAccount
let paying: Collecting
let other: Collecting
/** Two lines that came in, and one that left. */
let line: string
let next: string
let left: string
const owedMinor = 100_000
const refused = 'KL105'

beforeAll(async () => {
  desk = await startLineDesk()
  fake = await startFakeGateway(desk.server)
  judged = await judgedBy(desk.server)
  other = await startCollecting(desk.make, fake)
  await other.collects(owedMinor)
  paying = await startCollecting(desk.make, fake)
  await paying.collects(owedMinor)
  account = await desk.make.account({ bank: 'SCB' })
  const phone = await bankPhone(desk.make, account)
  const came = async (direction: 'in' | 'out') => {
    const { body } = await phone.receives({ amountMinor: 60_000, direction })
    return decodeId('statementLine', body.data?.lineId ?? '') ?? ''
  }
  ;[line, next, left] = [await came('in'), await came('in'), await came('out')]
})
afterAll(async () => {
  await judged.stop()
  await fake.stop()
  expect(await desk.stop()).toEqual([])
})

const outsideLine = (id: string) => encodeId('statementLine', id)
const [approval, back] = [randomUUID(), randomUUID()]
/** A request that two people agreed to. */
const agreed = (change: object = {}, id: string = approval, kind = 'lineSettlement'): Sql => [
  `insert into approvals (id, kind, entity, entity_id, document, document_hash, reason, requires, maker_id,
     state, checker_id, settled_at, decided_no)
   values ($1, $2, 'x', 'x', $3, '', 'x', '{}', $4, 'approved', $5, now(), 1)`,
  ...those(
    id,
    kind,
    JSON.stringify({
      lineId: outsideLine(line),
      lineVersion: 1,
      gatewayId: paying.gateway.outside,
      amountMinor: 60_000,
      ...change,
    }),
    desk.cashier.id,
    desk.second.id,
  ),
]
const row = (change: object = {}): Sql => {
  const of = { line, gateway: paying.gateway.id, amount: 60_000, approval, ...change }
  return [
    `insert into gateway_settlements (line_id, gateway_id, amount_minor, due_minor, maker_id, approval_id,
       reason, value_on, business_on)
     select l.id, $2, $3, $3, $4, $5, 'x', l.value_on, current_date from statement_lines l where l.id = $1`,
    ...those(of.line, of.gateway, of.amount, desk.cashier.id, of.approval),
  ]
}
const closed = (id: string = line): Sql => [
  `update statement_lines set state = 'internalTransfer', version = version + 1 where id = $1`,
  id,
]
const posted = (change: object = {}): Sql => {
  const of = {
    id: line,
    no: 1,
    amount: 60_000,
    kind: 'gateway.settled',
    from: `unmatched:${account.outside}`,
    to: `gw:${paying.gateway.outside}:receivable`,
    ...change,
  }
  const source = outsideLine(of.id)
  return [
    `select post_transfers('strict', array[$1], array[$2], array[$3], array[current_date],
       array[current_date], null, array[1], array[$4, $5], array[1], array[2], array[$6::bigint],
       array['THB'], null)`,
    ...those(`${of.kind}:${source}:${of.no}`, of.kind, source, of.from, of.to, of.amount),
  ]
}
const postedBoth = (): Sql => [
  `select post_transfers('strict', array['gateway.settled:' || $1 || ':1', 'gateway.settled:' || $2 || ':1'],
     array_fill('gateway.settled'::text, array[2]), array[$1, $2],
     array_fill(current_date, array[2]), array_fill(current_date, array[2]), null, array[1, 1],
     array[$3, $4], array[1, 1], array[2, 2], array_fill(60000::bigint, array[2]),
     array_fill('THB'::text, array[2]), null)`,
  outsideLine(line),
  outsideLine(next),
  `unmatched:${account.outside}`,
  `gw:${paying.gateway.outside}:receivable`,
]
const reversal = (): Sql => [
  `select post_transfers('strict', array['reversal:' || $1], array['reversal'], array[$1],
     array[current_date], array[current_date], null, array[1], array[$2, $3], array[1], array[2],
     array[60000::bigint], array['THB'], array(select id from transfers
       where key = 'gateway.settled:' || $1 || ':1'))`,
  outsideLine(line),
  `gw:${paying.gateway.outside}:receivable`,
  `unmatched:${account.outside}`,
]

describe('a settlement', () => {
  test('that two agreed to, of an open line, closed and posted, is one', async () => {
    expect(await judged.said([agreed()], row(), closed(), posted())).toBe('done')
  })

  test('is none without the request, or by one of something else', async () => {
    expect(await judged.said([], row(), closed(), posted())).toBe(refused)
    const wrong = [
      { lineId: outsideLine(next) },
      { gatewayId: other.gateway.outside },
      { amountMinor: 60_001 },
      { lineVersion: 2 },
    ]
    for (const change of wrong)
      expect(await judged.said([agreed(change)], row(), closed(), posted()), JSON.stringify(change)).toBe(
        refused,
      )
    expect(await judged.said([agreed({}, approval, 'lineBooking')], row())).toBe(refused)
    const to = `gw:${other.gateway.outside}:receivable`
    expect(await judged.said([agreed()], row({ gateway: other.gateway.id }))).toBe(refused)
    expect(await judged.said([agreed()], row(), closed(), posted({ to }))).toBe(refused)
  })

  test('is never of more, or less, than the line, nor of more than the gateway owes', async () => {
    for (const amount of [60_001, 59_999])
      expect(await judged.said([agreed({ amountMinor: amount })], row({ amount }))).toBe(refused)
    expect(await judged.said([agreed()], row(), closed(), posted({ amount: 60_001 }))).toBe(refused)
    const big: Sql = ['update statement_lines set amount_minor = $2 where id = $1', line, owedMinor + 1]
    const above = { amountMinor: owedMinor + 1 }
    expect(await judged.said([big, agreed(above)], row({ amount: owedMinor + 1 }))).toBe(refused)
  })

  test('is not of two lines that are more together', async () => {
    const second = agreed({ lineId: outsideLine(next) }, back)
    const more = row({ line: next, approval: back })
    const both = [row(), closed(), posted(), more]
    expect(await judged.said([agreed(), second], ...both)).toBe(refused)
    // Nor where both are written before the money of either, which comes in one call.
    const together = [row(), more, closed(), closed(next), postedBoth()]
    expect(await judged.said([agreed(), second], ...together)).toBe(refused)
    // Nothing but what is owed is missing.
    const enough: Sql = [
      `update accounts set balance_minor = balance_minor - 20000 where code = $1`,
      `gw:${paying.gateway.outside}:receivable`,
    ]
    expect(await judged.said([enough, agreed(), second], ...together)).toBe('done')
  })

  test('is not of money that left, of a hint, or of a line that somebody has', async () => {
    const out = agreed({ lineId: outsideLine(left) })
    expect(await judged.said([out], row({ line: left }))).toBe(refused)
    const set = (what: string): Sql => [`update statement_lines set ${what} where id = $1`, line]
    for (const what of [
      `chain = 'hint'`,
      `state = 'autoMatched'`,
      `state = 'ignored'`,
      `state = 'waiting'`,
    ])
      expect(await judged.said([agreed(), set(what)], row()), what).toBe(refused)
    const booking: Sql = [
      `insert into line_bookings (line_id, category, amount_minor, maker_id)
       values ($1, 'interest', 60000, $2)`,
      line,
      desk.cashier.id,
    ]
    expect(await judged.said([agreed(), booking], row())).toBe(refused)
  })

  test('keeps what its line brought: that is not taken back while it stands', async () => {
    const received: Sql = [
      `select post_transfers('strict', array['reversal:' || $1], array['reversal'], array[$1],
         array[current_date], array[current_date], null, array[1], array[$2, $3], array[1], array[2],
         array[60000::bigint], array['THB'], array(select id from transfers
           where key = 'deposit.received:' || $1 || ':1'))`,
      outsideLine(line),
      `unmatched:${account.outside}`,
      `bank:${account.outside}`,
    ]
    expect(await judged.said([agreed(), row(), closed()], received)).toBe(refused)
    // As a plain transfer between own accounts the same line gives it back.
    expect(await judged.said([closed()], received)).toBe('done')
  })

  test('is whole at the end: its line closed, its money posted', async () => {
    expect(await judged.said([agreed()], row(), closed())).toBe(refused)
    expect(await judged.said([agreed()], row(), posted())).toBe(refused)
    expect(await judged.said([], posted())).toBe(refused)
  })
})

describe('a standing settlement', () => {
  const standing = [() => agreed(), () => row(), () => closed()]
  /** As it stands after the act: planted past the judges but for the money, which the ledger alone posts. */
  const stands = (...acts: readonly Sql[]) =>
    judged.within(
      standing.map((each) => each()),
      async (db) => {
        const [text, ...values] = posted()
        await db.query('reset role')
        await db.query('set local session_replication_role = replica')
        await db.query(text, values)
        // The ledger takes one call in a transaction; what comes now is another one.
        await db.query(`select set_config('khlang.posted', '', true)`)
        await db.query(agreedBack()[0], agreedBack().slice(1))
        await db.query('set local session_replication_role = origin')
        await db.query('set local role khlang_app')
        for (const [sql, ...more] of acts) await db.query(sql, more)
        await db.query('set constraints all immediate')
        return 'done'
      },
    )
  const agreedBack = () => agreed({}, back, 'lineUnsettle')
  const takenBack: Sql = [
    `update gateway_settlements set reversed_at = now(), reversal_approval_id = '${back}'`,
  ]
  const reopened = (): Sql => [`update statement_lines set state = 'unlinked' where id = $1`, line]

  test('is taken back by two, with its line and its money', async () => {
    expect(await stands(takenBack, reopened(), reversal())).toBe('done')
    expect(await stands(takenBack, reopened())).toBe(refused)
  })

  test('keeps its line and its money while nobody agreed', async () => {
    expect(await stands(reopened())).toBe(refused)
    expect(await stands(reversal())).toBe(refused)
    expect(await stands([`update gateway_settlements set reversed_at = now()`])).toBe(refused)
    expect(await stands([`update gateway_settlements set amount_minor = 1`])).toBe(refused)
    expect(
      await stands([
        `update gateway_settlements set reversed_at = now(), reversal_approval_id = '${approval}'`,
      ]),
    ).toBe(refused)
    expect(await stands(posted({ no: 2 }))).toBe(refused)
    expect(await stands(row({ approval: back }))).toBe(refused)
  })
})
