import { gatewayInput, startFakeGateway } from '../../testing/fake-gateway.ts'
import { Handset } from '../../testing/handset.ts'
import type { Person } from '../../testing/server.ts'
import { key, type MoneyOutWorld } from '../../testing/world/money-out.ts'

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
  gatewaySetup: async () => {
    const { world, maker, reason } = now()
    const server = await startFakeGateway(world.server)
    const input = { ...gatewayInput(server.baseUrl), reason }
    await server.stop()
    return maker.call('paymentGateways.create', input, once())
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
