import { encodeId } from '@khlang/contract/values/values.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import { startFakeGateway } from '../../testing/fakes/fake-gateway.ts'
import { once } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { startCollecting } from '../../testing/world/collecting.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { plantInvoice } from '../../testing/world/distributors.ts'
import type { MoneyOutWorld } from '../../testing/world/money-out.ts'

/** A line of exactly what a gateway owes. */
async function linePaidByGateway({ world: { server, factory } }: Of, amountMinor: number) {
  const fake = await startFakeGateway(server)
  const { gateway, collects } = await startCollecting(factory, fake)
  await collects(amountMinor)
  await fake.stop()
  const phone = await bankPhone(factory, await factory.account({ bank: 'SCB' }))
  const id = (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
  return { id, gatewayId: gateway.outside }
}

/** An outgoing line of exactly what two settled for an invoice. */
async function linePaysInvoice({ world: { server, factory } }: Of, amountMinor: number) {
  const { invoiceId, invoiceVersion } = await plantInvoice(server, amountMinor)
  const phone = await bankPhone(factory, await factory.account({ bank: 'SCB' }))
  const id = (await phone.receives({ amountMinor, direction: 'out' })).body.data?.lineId ?? ''
  return { id, version: 1, invoiceId, invoiceVersion }
}

/** A deposit through a gateway, which has given the money back since. */
async function refundedDeposit({ world: { server, factory }, maker }: Of, amountMinor: number) {
  const fake = await startFakeGateway(server)
  const { gateway, collects } = await startCollecting(factory, fake)
  const id = await collects(amountMinor)
  await fake.tell(gateway, { orderId: id, amountMinor, kind: 'refunded' })
  await fake.stop()
  return (await maker.call('paymentGateways.order', { id })).depositId ?? ''
}

/** An outgoing line that a person said was a payout's money. */
async function payoutOfLine({ world, checker }: Of, amountMinor: number) {
  const { body } = await world.withdraw(await world.regular(amountMinor * 2), amountMinor)
  await world.payouts()
  const { lineId } = await world.outgoing(amountMinor, { isOnlyStored: true })
  const id = body.data?.id ?? ''
  const input = { id, lineId: encodeId('statementLine', lineId), remark: reason }
  const { version } = await world.row(id)
  await checker.call('preTransactions.resolveUnknown', { ...input, version }, once())
  return { id: input.lineId, version: 2 }
}

interface Of {
  readonly world: MoneyOutWorld
  readonly maker: Person
  readonly checker: Person
}
const reason = 'two of us looked at it'

/** Two lines of one movement: an app told it twice. */
async function twoLines({ world }: Of) {
  const account = await world.factory.account({ bank: 'SCB', hasBalances: false })
  const phone = await bankPhone(world.factory, account)
  const text = `คุณได้รับเงิน 127.00 บาท ผ่านรายการพร้อมเพย์จาก KTB / xxxxxx6048 เข้าบัญชี xxxxxx${account.accountNo.slice(-4)}`
  const say = async () => (await phone.say(text, { source: 'push' })).body.data?.lineId ?? ''
  const [intoId, id] = [await say(), await say()]
  return { id, version: 1, intoId, intoVersion: 1, reason }
}

/** How somebody asks for each act on a line, and for what such acts rest on. */
export const lineMakers = (of: () => Of) => ({
  lineRefund: async () => {
    const phone = await bankPhone(of().world.factory, await of().world.factory.account({ bank: 'SCB' }))
    const id = (await phone.receives({ amountMinor: 12_500 })).body.data?.lineId ?? ''
    const to = { bank: 'KBANK', accountNo: '1234567890', accountName: 'สมชาย ใจดี' } as const
    return of().maker.call('preTransactions.askRefund', { id, version: 1, ...to, reason }, once())
  },
  lineBooking: async () => {
    const phone = await bankPhone(of().world.factory, await of().world.factory.account({ bank: 'SCB' }))
    const id = (await phone.receives({ amountMinor: 1_000_100 })).body.data?.lineId ?? ''
    const input = { id, version: 1, category: 'ownerTopUp', reason } as const
    return of().maker.call('preTransactions.bookLine', input, once())
  },
  lineUnbook: async () => {
    const phone = await bankPhone(of().world.factory, await of().world.factory.account({ bank: 'SCB' }))
    const id = (await phone.receives({ amountMinor: 200 })).body.data?.lineId ?? ''
    const input = { id, version: 1, category: 'interest', reason } as const
    await of().checker.call('preTransactions.bookLine', input, once())
    return of().maker.call('preTransactions.askUnbook', { id, version: 2, reason }, once())
  },
  gatewayCreditReversal: async () => {
    const id = await refundedDeposit(of(), 12_600)
    return of().maker.call('preTransactions.askReversal', { id, reason }, once())
  },
  lineSettlement: async () => {
    const { id, gatewayId } = await linePaidByGateway(of(), 12_700)
    const input = { id, version: 1, gatewayId, reason }
    return of().maker.call('preTransactions.askSettlement', input, once())
  },
  lineUnsettle: async () => {
    const { id, gatewayId } = await linePaidByGateway(of(), 12_800)
    const input = { id, version: 1, gatewayId, reason }
    const asked = await of().checker.call('preTransactions.askSettlement', input, once())
    await decideAs(of().maker, asked.approvalId)
    return of().maker.call('preTransactions.askUnsettle', { id, version: 2, reason }, once())
  },
  lineInvoice: async () => {
    const input = await linePaysInvoice(of(), 12_750)
    return of().maker.call('preTransactions.askInvoice', { ...input, reason }, once())
  },
  lineUninvoice: async () => {
    const input = await linePaysInvoice(of(), 12_850)
    const asked = await of().checker.call('preTransactions.askInvoice', { ...input, reason }, once())
    await decideAs(of().maker, asked.approvalId)
    return of().maker.call('preTransactions.askUninvoice', { id: input.id, version: 2, reason }, once())
  },
  lineMerge: async () => of().maker.call('preTransactions.askMerge', await twoLines(of()), once()),
  lineUnmerge: async () => {
    const input = await twoLines(of())
    const asked = await of().maker.call('preTransactions.askMerge', input, once())
    await decideAs(of().checker, asked.approvalId)
    const double = { id: input.id, version: input.version + 1, reason }
    return of().maker.call('preTransactions.askUnmerge', double, once())
  },
  lineUnpay: async () => {
    const { id, version } = await payoutOfLine(of(), 12_900)
    return of().maker.call('preTransactions.askUnpay', { id, version, reason }, once())
  },
  bookingRule: () =>
    of().maker.call(
      'preTransactions.askRule',
      {
        name: 'ค่าธรรมเนียม',
        direction: 'out',
        category: 'bankFee',
        accountId: null,
        bank: 'SCB',
        texts: ['ค่าธรรมเนียม'],
        channel: null,
        amountMinor: null,
        maxMinor: 1_000,
        reason,
      },
      once(),
    ),
  blacklistRemoval: async () => {
    const listed = { source: 'own', reasonCode: 'mule', reason } as const
    const input = { kind: 'bankAccount', value: 'SCB:9090909090', ...listed } as const
    const { id } = await of().checker.call('preTransactions.addToBlacklist', input, once())
    return of().maker.call('preTransactions.askUnlist', { id, reason }, once())
  },
  lineSplit: async () => {
    const phone = await bankPhone(of().world.factory, await of().world.factory.account({ bank: 'SCB' }))
    const id = (await phone.receives({ amountMinor: 12_600 })).body.data?.lineId ?? ''
    const [one, other] = [await of().world.factory.member(), await of().world.factory.member()]
    const parts = [
      { memberId: one.outside, amountMinor: 12_000 },
      { memberId: other.outside, amountMinor: 600 },
    ]
    return of().maker.call('preTransactions.askSplit', { id, version: 1, parts, reason }, once())
  },
})
