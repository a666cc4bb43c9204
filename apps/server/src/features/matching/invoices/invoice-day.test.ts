import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { valueOn } from '../../../platform/business-day.ts'
import { closeBusinessDay } from '../../../platform/posting/ledger-store.ts'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { once } from '../../../testing/refusal.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import { plantInvoice } from '../../../testing/world/distributors.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import { watchDays } from '../../reconcile/watch-days.ts'

let desk: LineDesk
const on = valueOn(Date.now())

beforeAll(async () => {
  desk = await startLineDesk()
})
afterAll(async () => expect(await desk.stop()).toEqual([]))

test('on the sheet of its account the line is money that left and was booked: nothing is open', async () => {
  const { make, cashier, second, server } = desk
  const reader = await server.person({
    permissions: { reconcile: ['isRead'], pretransactionReconcileWithdraw: ['isRead'] },
    abilities: { seeOwnBalances: true },
  })
  const { invoiceId, invoiceVersion } = await plantInvoice(server, 70_000)
  const account = await make.account({ bank: 'SCB', openedOn: on })
  const phone = await bankPhone(make, account)
  const lineOf = async () =>
    (await phone.receives({ amountMinor: 70_000, direction: 'out' })).body.data?.lineId ?? ''
  const [id, open] = [await lineOf(), await lineOf()]
  const input = { id, version: 1, invoiceId, invoiceVersion, reason: 'จ่ายผู้จัดจำหน่าย' }
  await decideAs(second, (await cashier.call('preTransactions.askInvoice', input, once())).approvalId)
  const asked = { accountId: account.outside, on, size: 100 }
  const compared = (await reader.call('preTransactions.reconcileWithdrawList', asked)).records
  expect(compared.map(({ class: is, theirsMinor }) => `${is} ${theirsMinor}`).toSorted()).toEqual([
    'extra 70000',
    'matchedManual 70000',
  ])
  await closeBusinessDay(server.services.pool, on)
  await watchDays(server.services)

  const { sheets, items } = await reader.call('reconcile.day', { on })
  const row = sheets
    .find(({ sheet }) => sheet === 'bank')
    ?.rows.find(({ key }) => key === `bank:${encodeId('bankAccount', account.id)}`)
  expect(row?.steps.find(({ code }) => code === 'out')).toMatchObject({ count: 2, amountMinor: -140_000 })
  // The other line, which nobody explained, is the whole of what differs from the ledger.
  const ofAccount = items.filter(({ accountId }) => accountId === account.outside)
  expect(ofAccount).toMatchObject([{ kind: 'outgoingUnknown', amountMinor: -70_000, lineId: open }])
})
