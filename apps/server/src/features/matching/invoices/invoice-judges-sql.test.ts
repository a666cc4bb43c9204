import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { plantInvoice } from '../../../testing/world/distributors.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import type { FactoryAccount } from '../../../testing/world/money-factory.ts'
import { judgedBy, those, type Judged, type Sql } from '../links/judged-sql.fixture.ts'

// A payment of an invoice as the program's own role in the database: what skips something is refused.
let desk: LineDesk
let judged: Judged
let account: FactoryAccount
let paying: Awaited<ReturnType<typeof plantInvoice>>
let other: Awaited<ReturnType<typeof plantInvoice>>
/** Two lines that left, and one that came in. */
let line: string
let next: string
let came: string
const amountMinor = 60_000
const refused = 'KL105'

beforeAll(async () => {
  desk = await startLineDesk()
  judged = await judgedBy(desk.server)
  paying = await plantInvoice(desk.server, amountMinor)
  other = await plantInvoice(desk.server, amountMinor)
  account = await desk.make.account({ bank: 'SCB' })
  const phone = await bankPhone(desk.make, account)
  const moved = async (direction: 'in' | 'out') => {
    const { body } = await phone.receives({ amountMinor, direction })
    return decodeId('statementLine', body.data?.lineId ?? '') ?? ''
  }
  ;[line, next, came] = [await moved('out'), await moved('out'), await moved('in')]
})
afterAll(async () => {
  await judged.stop()
  expect(await desk.stop()).toEqual([])
})

const outsideLine = (id: string) => encodeId('statementLine', id)
const invoiceId = ({ invoiceId: id }: { invoiceId: string }) => decodeId('providerInvoice', id) ?? ''
const [approval, back] = [randomUUID(), randomUUID()]
/** A request that two people agreed to, now or at another time. */
const agreed = (change: object = {}, id: string = approval, kind = 'lineInvoice', at = 'now()'): Sql => [
  `insert into approvals (id, kind, entity, entity_id, document, document_hash, reason, requires, maker_id,
     state, checker_id, settled_at, decided_no)
   values ($1, $2, 'x', 'x', $3, '', 'x', '{}', $4, 'approved', $5, ${at}, 1)`,
  ...those(
    id,
    kind,
    JSON.stringify({
      lineId: outsideLine(line),
      lineVersion: 1,
      invoiceId: paying.invoiceId,
      invoiceVersion: 1,
      amountMinor,
      ...change,
    }),
    desk.cashier.id,
    desk.second.id,
  ),
]
const row = (change: object = {}): Sql => {
  const of = { line, invoice: paying, amount: amountMinor, approval, maker: desk.cashier.id, ...change }
  return [
    `insert into invoice_payments (line_id, invoice_id, amount_minor, maker_id, approval_id, reason, value_on,
       business_on)
     select l.id, $2, $3, $4, $5, 'x', l.value_on, current_date from statement_lines l where l.id = $1`,
    ...those(of.line, invoiceId(of.invoice), of.amount, of.maker, of.approval),
  ]
}
const closed = (reason = 'invoicePaid'): Sql => [
  `update statement_lines set state = 'settled', reason = $2, version = version + 1 where id = $1`,
  line,
  reason,
]
const becomes = (state: string, of: () => { invoiceId: string } = () => paying): Sql => [
  `update provider_invoices set state = $2, version = version + 1 where id = $1`,
  invoiceId(of()),
  state,
]
const posted = (change: object = {}): Sql => {
  const of = {
    no: 1,
    amount: amountMinor,
    from: paying.payable,
    to: `bank:${account.outside}`,
    ...change,
  }
  const source = outsideLine(line)
  return [
    `select post_transfers('strict', array[$1], array['provider.paid'], array[$2], array[current_date],
       array[current_date], null, array[1], array[$3, $4], array[1], array[2], array[$5::bigint],
       array['THB'], null)`,
    ...those(`provider.paid:${source}:${of.no}`, source, of.from, of.to, of.amount),
  ]
}
const reversal = (): Sql => [
  `select post_transfers('strict', array['reversal:' || $1], array['reversal'], array[$1],
     array[current_date], array[current_date], null, array[1], array[$2, $3], array[1], array[2],
     array[$4::bigint], array['THB'], array(select id from transfers
       where key = 'provider.paid:' || $1 || ':1'))`,
  outsideLine(line),
  `bank:${account.outside}`,
  paying.payable,
  amountMinor,
]
const whole = (): Sql[] => [row(), closed(), becomes('paid'), posted()]

describe('a payment of an invoice', () => {
  test('that two agreed to, of an open line and exactly its amount, closed and posted, is one', async () => {
    expect(await judged.said([agreed()], ...whole())).toBe('done')
  })

  test('is none without the request, by one of something else, or by one of another day', async () => {
    expect(await judged.said([], ...whole())).toBe(refused)
    const wrong = [
      { lineId: outsideLine(next) },
      { lineVersion: 2 },
      { invoiceId: other.invoiceId },
      { invoiceVersion: 2 },
      { amountMinor: amountMinor + 1 },
    ]
    for (const change of wrong)
      expect(await judged.said([agreed(change)], ...whole()), JSON.stringify(change)).toBe(refused)
    expect(await judged.said([agreed({}, approval, 'lineBooking')], row())).toBe(refused)
    const before = agreed({}, approval, 'lineInvoice', `now() - interval '1 minute'`)
    expect(await judged.said([before], row())).toBe(refused)
    expect(await judged.said([agreed()], row({ invoice: other }))).toBe(refused)
    expect(await judged.said([agreed()], row({ maker: desk.second.id }))).toBe(refused)
  })

  test('is of the whole line, and of exactly what two settled', async () => {
    for (const amount of [amountMinor + 1, amountMinor - 1]) {
      expect(await judged.said([agreed({ amountMinor: amount })], row({ amount }))).toBe(refused)
      const set: Sql = ['update provider_invoices set settled_minor = $2 where id = $1']
      const invoice: Sql = [set[0], invoiceId(paying), amount]
      expect(await judged.said([invoice, agreed()], row())).toBe(refused)
      expect(await judged.said([agreed()], row(), closed(), becomes('paid'), posted({ amount }))).toBe(
        refused,
      )
    }
  })

  test('is not of money that came, of a hint, of what somebody has, or of what is not owed', async () => {
    expect(await judged.said([agreed({ lineId: outsideLine(came) })], row({ line: came }))).toBe(refused)
    const setLine = (what: string): Sql => [`update statement_lines set ${what} where id = $1`, line]
    for (const what of [`chain = 'hint'`, `state = 'settled'`, `state = 'ignored'`, `state = 'waiting'`])
      expect(await judged.said([agreed(), setLine(what)], row()), what).toBe(refused)
    const setInvoice = (what: string): Sql => [
      `update provider_invoices set ${what} where id = $1`,
      invoiceId(paying),
    ]
    for (const what of [
      `state = 'paid'`,
      `state = 'draft'`,
      `state = 'disputed'`,
      'settled_minor = null, settled_at = null, approval_id = null',
    ])
      expect(await judged.said([agreed(), setInvoice(what)], row()), what).toBe(refused)
    const booking: Sql = [
      `insert into line_bookings (line_id, category, amount_minor, maker_id)
       values ($1, 'bankFee', ${amountMinor}, $2)`,
      line,
      desk.cashier.id,
    ]
    expect(await judged.said([agreed(), booking], row())).toBe(refused)
  })

  test('is whole at the end: its line closed, its invoice paid, its money where it belongs', async () => {
    const steps = whole()
    for (const left of steps.keys())
      expect(await judged.said([agreed()], ...steps.filter((_step, at) => at !== left)), `${left}`).toBe(
        refused,
      )
    const ended = [row(), closed(), becomes('paid')]
    expect(await judged.said([agreed()], row(), closed('booked'), becomes('paid'), posted())).toBe(refused)
    for (const change of [{ no: 2 }, { from: other.payable }, { to: `bank:${account.outside}:in_transit` }])
      expect(await judged.said([agreed()], ...ended, posted(change)), JSON.stringify(change)).toBe(refused)
  })

  test('alone makes an invoice paid: no reference does, and no state by itself', async () => {
    expect(await judged.said([], becomes('paid'))).toBe(refused)
    const byReference: Sql = [
      `update provider_invoices set state = 'paid', paid_reference = 'x', paid_at = now(), paid_by = $2
        where id = $1`,
      invoiceId(paying),
      desk.cashier.id,
    ]
    expect(await judged.said([], byReference)).toBe(refused)
  })
})

describe('a standing payment', () => {
  /** The request by which the invoice was settled: the plant has none. */
  const settled = (): Sql => [
    `insert into approvals (id, kind, entity, entity_id, document, document_hash, reason, requires, maker_id,
       state, checker_id, settled_at, decided_no)
     select i.approval_id, 'distributorInvoice', 'x', 'x', '{}', '', 'x', '{}', $1, 'approved', $2, now(), 2
       from provider_invoices i where i.approval_id is not null
        and not exists (select from approvals a where a.id = i.approval_id)`,
    ...those(desk.cashier.id, desk.second.id),
  ]
  const agreedBack = () => agreed({}, back, 'lineUninvoice')
  /** As it stands after the act: planted past the judges but for the money, which the ledger alone posts. */
  const stands = (...acts: readonly Sql[]) =>
    judged.within([settled(), agreed(), row(), closed(), becomes('paid')], async (db) => {
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
    })
  const takenBack = (by: string = back): Sql => [
    `update invoice_payments set reversed_at = now(), reversal_approval_id = '${by}'`,
  ]
  const reopened = (): Sql => [`update statement_lines set state = 'unmatched' where id = $1`, line]

  test('is taken back by two, with its line, its invoice and its money', async () => {
    const steps = [takenBack(), reopened(), becomes('issued'), reversal()]
    expect(await stands(...steps)).toBe('done')
    for (const left of steps.keys())
      expect(await stands(...steps.filter((_step, at) => at !== left)), `${left}`).toBe(refused)
  })

  test('keeps its line, its invoice and its money while nobody agreed', async () => {
    for (const act of [
      reopened(),
      becomes('issued'),
      becomes('disputed'),
      reversal(),
      takenBack(approval),
      posted({ no: 2 }),
      row({ approval: back }),
    ])
      expect(await stands(act), act[0]).toBe(refused)
    for (const set of ['reversed_at = now()', 'amount_minor = 1', `reason = 'y'`])
      expect(await stands([`update invoice_payments set ${set}`]), set).toBe(refused)
    expect(await stands([`delete from invoice_payments`])).toBe('42501')
  })

  test('is no booking, and no proof of a payout', async () => {
    const booking: Sql = [
      `insert into line_bookings (line_id, category, amount_minor, maker_id)
       values ($1, 'bankFee', ${amountMinor}, $2)`,
      line,
      desk.cashier.id,
    ]
    expect(await stands(booking)).toBe(refused)
    const payout: Sql = [
      `insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
         to_account_no, to_account_name, decision_kind, band, sla_ends_at, business_on, settled_line_id)
       select 'x', id, 'x', 'review', ${amountMinor}, 'KBANK', '1', 'x', 'auto', 'auto', now(),
              brand_day(), $1
         from members limit 1`,
      line,
    ]
    await desk.make.member()
    expect(await stands(payout)).toBe(refused)
  })
})
