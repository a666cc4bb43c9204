import { Handset } from '../../testing/handset.ts'
import type { Person } from '../../testing/server.ts'
import { key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { statementOf, uploadStatement } from '../../testing/world/statement-file.ts'

interface Asking {
  readonly world: MoneyOutWorld
  readonly maker: Person
  readonly reason: string
}

const once = () => ({ idempotencyKey: key() })

/** How a maker asks for what touches our own accounts and the phones that report them. */
export const ofOurAccounts = (now: () => Asking) => ({
  bankAccountThaw: async () => {
    const { world, maker, reason } = now()
    const { outside: id } = await world.factory.account()
    await maker.call('paymentAutos.freeze', { id, version: 1, reason }, once())
    return maker.call('paymentAutos.resume', { id, version: 2, reason }, once())
  },
  bankAccountAdd: async () => {
    const { maker, reason } = now()
    const accountNo = String(Date.now()).slice(-10)
    const names = { accountName: 'คลัง จำกัด', label: `KTB ${accountNo}`, role: 'deposit' as const }
    const input = { bank: 'KTB', accountNo, openingMinor: 100, reason, ...names }
    return maker.call('paymentAutos.create', input, once())
  },
  ownTransfer: async () => {
    const { world, maker, reason } = now()
    const [from, to] = [await world.factory.account(), await world.factory.account()]
    const input = { fromId: from.outside, toId: to.outside, amountMinor: 500, purpose: 'hold' as const }
    return maker.call('ownTransfers.create', { ...input, reason }, once())
  },
  statementFile: async () => {
    const { world, maker, reason } = now()
    const account = await world.factory.account()
    const rows = [{ at: new Date(), amountMinor: 500, balanceMinor: 1_000_500 }]
    const bytes = statementOf(account.accountNo, rows)
    const id = await uploadStatement(world.server, maker, account.outside, bytes)
    const { mapping } = await maker.call('statementFiles.preview', { id, mapping: null })
    return maker.call('statementFiles.ask', { id, mapping, name: 'statement.csv', reason }, once())
  },
  deviceTrust: async () => {
    const { world, maker, reason } = now()
    const { outside: accountId } = await world.factory.account()
    const { id } = await maker.call('devices.create', { name: `phone ${key().slice(0, 8)}` }, once())
    await new Handset(world.server).take((await maker.call('devices.pair', { id })).code)
    const senders = [{ accountId, source: 'sms' as const, sender: 'KBANK' }]
    return maker.call('devices.trust', { id, version: 1, reason, senders }, once())
  },
})
