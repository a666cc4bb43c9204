import { encodeId } from '@khlang/contract/values/values.ts'
import { join } from 'node:path'
import { callPathOf } from '../../../features/play/providers.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { SandboxKeys } from '../../seed/sandbox-keys.ts'
import type { Config } from '../config.ts'

export interface SandboxPorts {
  /** Where the payout rail listens. */
  readonly rail: number
  /** Where the page and its control calls are. */
  readonly page: number
  /** Where the chat services listen. */
  readonly chat: number
  /** Where the payment gateway listens. */
  readonly gateway: number
  /** Where the slip service listens. */
  readonly slips: number
  /** Where game providers are asked. */
  readonly games: number
}

const paidBeforeMs = 2 * 86_400_000

/** The line the process reads first; balances are what the statements say now. */
export async function configurationOf(
  services: Services,
  config: Pick<Config, 'host' | 'sandboxEvents'>,
  dataDir: string,
  ports: SandboxPorts & { readonly server: number },
  keys: SandboxKeys,
): Promise<string> {
  const { db } = services
  const rows = await db
    .selectFrom('bank_accounts as a')
    .innerJoin('bank_account_feeds as f', 'f.bank_account_id', 'a.id')
    .select(['a.id', 'a.bank', 'a.account_no', 'a.account_name', 'a.role', 'f.last_balance_minor'])
    .orderBy('a.priority')
    .execute()
  const senders = await db.selectFrom('device_senders').select(['device_id', 'bank_account_id']).execute()
  const devices = await db.selectFrom('devices').select(['id', 'state']).execute()
  const phoneOf = (accountId: string): string | null => {
    // Phones that somebody paired are known to the sandbox itself, and which SIM lies in them.
    const known = senders.filter((each) => each.bank_account_id === accountId).map((each) => each.device_id)
    return keys.devices.find((key) => known.includes(key.deviceId))?.name ?? null
  }
  const isAnyHost = config.host === '0.0.0.0' || config.host === '::'
  return JSON.stringify({
    base: `http://${isAnyHost ? '127.0.0.1' : config.host}:${ports.server}`,
    memberKey: keys.memberSite,
    phones: keys.devices.map(({ id, secret, name, deviceId }) => ({
      name,
      key: { id, secret },
      isOn: devices.some((device) => device.id === deviceId && device.state === 'online'),
    })),
    accounts: rows.map((row) => ({
      bank: row.bank,
      accountNo: row.account_no,
      accountName: row.account_name,
      role: row.role,
      balanceMinor: row.last_balance_minor,
      phone: phoneOf(row.id),
    })),
    paidBefore: await paidBefore(services),
    railSecret: keys.rail.secret,
    gateway: await gatewayOf(services, keys),
    gatewayPort: ports.gateway,
    slips: keys.slips ?? null,
    slipPort: ports.slips,
    games: await gamesOf(services, keys.games),
    combinedGames: await gamesOf(services, keys.combinedGames),
    walletGames: await gamesOf(services, keys.walletGames),
    gamesPort: ports.games,
    railPort: ports.rail,
    pagePort: ports.page,
    chatPort: ports.chat,
    // Of one database only: a new one begins with its own balances.
    statePath: join(dataDir, `sandbox-world-${keys.memberSite.id}.json`),
    hasEvents: config.sandboxEvents,
    seed: Number(process.env['KHLANG_SANDBOX_SEED'] ?? Date.now() % 1_000_000_007),
  })
}

/** What the gateway signs with, and on which terms it pays us. */
async function gatewayOf({ db }: Services, { gateway }: SandboxKeys) {
  const terms =
    gateway &&
    (await db
      .selectFrom('payment_gateways')
      .select([
        'name',
        'fee_bps as feeBps',
        'fee_fixed_minor as feeFixedMinor',
        'settle_days as settleDays',
      ])
      .where('id', '=', gateway.gatewayId)
      .executeTakeFirst())
  return gateway && terms ? { ...gateway, gatewayId: encodeId('gateway', gateway.gatewayId), terms } : null
}

/** How its words are signed, and which games it has. */
async function gamesOf({ db }: Services, games: SandboxKeys['games']) {
  if (!games) return null
  const { providerId, secret } = games
  const rows = await db
    .selectFrom('games')
    .select(['code', 'type', 'name_th', 'name_en'])
    .where('provider_id', '=', providerId)
    .orderBy('code')
    .execute()
  const named = rows.map(({ code, type, name_th: th, name_en: en }) => ({ code, type, name: { th, en } }))
  return {
    providerId: encodeId('gameProvider', providerId),
    path: callPathOf(providerId),
    secret,
    games: named,
  }
}

/** Payouts of the last two days, as the banks remember them. */
async function paidBefore({ db, now }: Services) {
  const rows = await db
    .selectFrom('payouts as p')
    .innerJoin('withdrawals as w', 'w.id', 'p.withdrawal_id')
    .innerJoin('bank_accounts as a', 'a.id', 'p.bank_account_id')
    .innerJoin('statement_lines as l', 'l.id', 'w.settled_line_id')
    .select(['a.account_no as from', 'w.to_bank', 'w.to_account_no', 'w.to_account_name'])
    .select(['p.amount_minor', 'l.bank_time', 'l.received_at'])
    .where('p.state', '=', 'succeeded')
    .where('p.created_at', '>', new Date(now() - paidBeforeMs).toISOString())
    .orderBy('p.id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    fromAccountNo: row.from,
    bank: row.to_bank,
    accountNo: row.to_account_no,
    accountName: row.to_account_name,
    amountMinor: row.amount_minor,
    paidAtMs: Date.parse(row.bank_time ?? row.received_at),
  }))
}
