import { examplesOf, type Asked } from '../plans/examples.ts'
import { bookCalls, lineCalls, matchingCalls } from '../plans/money-calls.ts'
import type { BenchEnv } from '../env.ts'

/** Rows of the year that calls are asked about. */
interface Found {
  readonly yesterday: string
  readonly closedDay: string
  readonly firstDay: string
  readonly gateway: string
  readonly order: string
  readonly event: string
  readonly file: string
  readonly transfer: string
  readonly device: string
}

async function foundIn(env: BenchEnv, database: string): Promise<Found> {
  const { rows } = await env.admin(
    database,
    `with d as (select (now() at time zone 'Asia/Bangkok')::date as today)
     select (today - 1)::text as yesterday, (today - 40)::text as "closedDay",
       (today - 61)::text as "firstDay",
       outside_id('gwy', (select id from payment_gateways order by id limit 1)) as gateway,
       outside_id('gwo', (select id from gateway_orders where state = 'paid' order by id desc limit 1))
         as order,
       outside_id('gwe', (select id from gateway_events order by id desc limit 1)) as event,
       outside_id('stf', (select id from statement_files order by id desc limit 1)) as file,
       outside_id('otr', (select id from own_transfers order by id desc limit 1)) as transfer,
       outside_id('dev', (select id from devices order by id limit 1)) as device from d`,
  )
  return (rows as Found[])[0] as Found
}

/** The calls of every screen of cash operations: pages, their second pages, totals, single things. */
export async function yearCalls(env: BenchEnv, database: string): Promise<readonly Asked[]> {
  const examples = await examplesOf(env, database)
  const { account, outAccount, today, openLine, line, deposit } = examples
  const of = await foundIn(env, database)
  const ofDay = (accountId: string) => [
    { accountId, on: of.yesterday },
    { accountId, on: of.yesterday, class: ['missing'] },
    { accountId, on: of.yesterday, search: '123' },
  ]
  const cash: readonly Asked[] = [
    ['paymentAutos.setup', {}],
    ['ownTransfers.list', {}, { state: ['asked'] }, { state: ['refused'], accountId: account }],
    ['ownTransfers.get', { id: of.transfer }],
    ['ownTransfers.accounts', {}],
    ['devices.list', {}, { search: 'SCB' }],
    ['devices.get', { id: of.device }],
    ['devices.accounts', {}],
    ['paymentGateways.list', {}],
    ['paymentGateways.get', { id: of.gateway }],
    ['paymentGateways.simulate', { amountMinor: 300_000 }, { amountMinor: 300_000, direction: 'out' }],
    ['paymentGateways.orders', {}, { gatewayId: of.gateway }, { state: ['unknown'] }, { state: ['paid'] }],
    ['paymentGateways.order', { id: of.order }],
    ['paymentGateways.settlements', {}, { gatewayId: of.gateway }],
    [
      'paymentGateways.events',
      {},
      { gatewayId: of.gateway },
      { state: ['differs'] },
      { state: ['refused'] },
    ],
    ['paymentGateways.event', { id: of.event }],
    ['paymentGateways.slipService', {}],
    ['statementFiles.list', { id: account }],
    ['statementFiles.get', { id: of.file }],
    ['taughtFormats.list', {}],
    ['preTransactions.slipsOfDeposit', { id: deposit }],
    ['preTransactions.bookingRules', {}],
    ['preTransactions.blacklist', {}, { search: '0900012345' }, { kind: ['phone'] }],
    ['preTransactions.mergeCandidates', { id: openLine }],
    ['preTransactions.settlementOptions', { id: openLine }],
    ['preTransactions.refundLines', { id: line }],
    ['preTransactions.reconcileDepositAccounts', {}],
    ['preTransactions.reconcileDepositList', ...ofDay(account)],
    ['preTransactions.reconcileDepositTotals', ...ofDay(account)],
    ['preTransactions.reconcileWithdrawAccounts', {}],
    ['preTransactions.reconcileWithdrawList', ...ofDay(outAccount)],
    ['preTransactions.reconcileWithdrawTotals', ...ofDay(outAccount)],
    ['reconcile.days', { from: of.firstDay, to: today }],
    ['reconcile.day', { on: today }, { on: of.yesterday }, { on: of.closedDay }],
    ['reconcile.packKey', {}],
    ['reconcile.shiftNow', {}],
    ['reconcile.shifts', { on: of.closedDay }],
    ['website.settings', {}],
    ['website.settingsAt', { at: `${of.firstDay}T05:00:00.000Z` }],
    ['website.versions', {}],
    ['dashboard.proof', {}],
    ['dashboard.balanceAt', { of: 'bankAccount', name: account, at: `${of.firstDay}T05:00:00.000Z` }],
  ]
  return [...cash, ...lineCalls(examples), ...matchingCalls(examples), ...bookCalls(examples)]
}
