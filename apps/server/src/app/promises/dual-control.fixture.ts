import { decodeId } from '@khlang/contract/values/values.ts'
import { reconcileDayAsks } from '../../testing/world/reconcile-days.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import { gatewayInput, startFakeGateway } from '../../testing/fakes/fake-gateway.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import { providerInput, startFakeProvider } from '../../testing/fakes/fake-provider.ts'
import { Handset } from '../../testing/handset.ts'
import type { Person } from '../../testing/server.ts'
import { distributorInput, plantDistributor } from '../../testing/world/distributors.ts'
import { askTaught } from '../../testing/world/taught.ts'
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
  bankAccountChange: async () => {
    const { world, maker, reason } = now()
    const { outside: id } = await world.factory.account({ role: 'withdrawal' })
    await world.factory.query('update bank_accounts set day_limit_minor = 100 where id = $1', [
      decodeId('bankAccount', id),
    ])
    const limits = { rail: null, transferLimitMinor: null, dayLimitMinor: null }
    const levels = {
      lowBalanceMinor: null,
      highBalanceMinor: null,
      sweepToId: null,
      sweepKeepMinor: null,
      usesUniqueSatang: false,
    }
    const input = { id, version: 1, label: 'x', priority: 1, reason, ...limits, ...levels }
    return maker.call('paymentAutos.update', input, once())
  },
  bankAccountClose: async () => {
    const { world, maker, reason } = now()
    const { outside: id } = await world.factory.account({ anchorMinor: 0 })
    await maker.call('paymentAutos.pause', { id, version: 1, reason }, once())
    return maker.call('paymentAutos.close', { id, version: 2, reason }, once())
  },
  ...reconcileDayAsks(now),
  bankAccountThaw: async () => {
    const { world, maker, reason } = now()
    const { outside: id } = await world.factory.account()
    await maker.call('paymentAutos.freeze', { id, version: 1, reason }, once())
    return maker.call('paymentAutos.resume', { id, version: 2, reason }, once())
  },
  bankAccountSwitch: async () => {
    const { world, maker, reason } = now()
    const { outside: id } = await world.factory.account()
    await maker.call('paymentAutos.switchOff', { id, version: 1, way: 'out', reason }, once())
    return maker.call('paymentAutos.switchOn', { id, version: 2, way: 'out', reason }, once())
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
  taughtFormat: async () => {
    const { world, maker, reason } = now()
    return askTaught(world.server, world.factory, maker, reason)
  },
  gatewaySetup: async () => {
    const { world, maker, reason } = now()
    const server = await startFakeGateway(world.server)
    const input = { ...gatewayInput(server.baseUrl), reason }
    await server.stop()
    return maker.call('paymentGateways.create', input, once())
  },
  gameProviderSetup: async () => {
    const { maker, reason } = now()
    return maker.call('gameCatalogue.createProvider', { ...providerInput(), reason }, once())
  },
  betVoid: async () => {
    const { world, maker, reason } = now()
    const member = await world.regular(5000)
    const provider = await startFakeProvider(world.server)
    const about = { userId: member.outside, gameId: 'tiger', roundId: key(), amount: '10' }
    await provider.say('bet', { ...about, reference: key() })
    const { records } = await maker.call('betReports.list', { search: about.roundId })
    const { id = '', version = 0 } = records[0] ?? {}
    return maker.call('betReports.askVoid', { id, version, reason }, once())
  },
  distributorSetup: async () => {
    const { maker, reason } = now()
    return maker.call('distributors.create', { ...distributorInput(), reason }, once())
  },
  distributorContract: async () => {
    const { world, maker, reason } = now()
    const { id, providerId } = await plantDistributor(world.server)
    const days = { validFrom: '2026-01-01', validUntil: null }
    const input = { id, providerId, gameType: 'slot' as const, feeBps: 1200, ...days, reason }
    return maker.call('distributors.addContract', input, once())
  },
  distributorInvoice: async () => {
    const { world, maker, reason } = now()
    const { id: ofWhom } = await plantDistributor(world.server)
    await foldAllPlay(world.server.services.db)
    const { id } = await maker.call(
      'distributors.draftInvoice',
      { id: ofWhom, month: '2026-10-01' },
      once(),
    )
    return maker.call('distributors.settleInvoice', { id, version: 1, basis: 'ours', reason }, once())
  },
  slipService: async () => {
    const { world, maker, reason } = now()
    const { baseUrl, stop } = await startFakeGateway(world.server)
    await stop()
    const words = { adapter: 'easySlip', baseUrl, branch: null, apiKey: key(), version: null } as const
    return maker.call('paymentGateways.setSlipService', { ...words, reason }, once())
  },
  deviceTrust: async () => {
    const { world, maker, reason } = now()
    const { outside: accountId } = await world.factory.account()
    const { id } = await maker.call('devices.create', { name: `phone ${key().slice(0, 8)}` }, once())
    await new Handset(world.server).take((await maker.call('devices.pair', { id })).code)
    const senders = [{ accountId, source: 'sms' as const, sender: 'KBANK' }]
    return maker.call('devices.trust', { id, version: 1, reason, senders }, once())
  },
  settingsChange: async () => otherSettings(now(), 'velocityCount'),
  settingsGuardChange: async () => otherSettings(now(), 'undoMinutes'),
})

/** One more than it is: nobody asked for that yet. */
async function otherSettings({ maker, reason }: Asking, named: 'velocityCount' | 'undoMinutes') {
  const { version, records } = await maker.call('website.settings', {})
  const value = Number(records.find((each) => each.key === named)?.value) + 1
  return maker.call('website.changeSettings', { changes: { [named]: value }, version, reason }, once())
}
/** How a maker asks that a difference between a statement and our records is signed. */
export const ofDifferences = (now: () => Asking) => ({
  reconcileForceDeposit: async () => {
    const { world, maker, reason: remark } = now()
    const account = await world.factory.account({ bank: 'SCB' })
    await (await bankPhone(world.factory, account)).receives({ amountMinor: 12_500 })
    const accountId = account.outside
    const { records } = await maker.call('preTransactions.reconcileDepositList', { accountId })
    const { id = '', facts = '' } = records[0] ?? {}
    const on = records[0]?.line?.valueOn ?? ''
    const input = { accountId, on, id, facts, decision: 'force' as const, remark }
    return maker.call('preTransactions.reconcileDepositDecide', input, once())
  },
  reconcileForceWithdraw: async () => {
    const { world, maker, reason: remark } = now()
    const account = await world.factory.account({ bank: 'SCB', role: 'withdrawal' })
    await (await bankPhone(world.factory, account)).receives({ amountMinor: 12_600, direction: 'out' })
    const accountId = account.outside
    const { records } = await maker.call('preTransactions.reconcileWithdrawList', { accountId })
    const { id = '', facts = '' } = records[0] ?? {}
    const on = records[0]?.line?.valueOn ?? ''
    const input = { accountId, on, id, facts, decision: 'force' as const, remark }
    return maker.call('preTransactions.reconcileWithdrawDecide', input, once())
  },
})
