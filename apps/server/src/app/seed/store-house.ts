import { encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfBank, sharedAccounts } from '@khlang/ledger/accounts.ts'
import type { Services } from '../../platform/call/context.ts'
import { openAccounts } from '../../platform/posting/ledger-store.ts'
import { addMachineKey } from '../../platform/call/signatures.ts'
import { iso } from './ids.ts'
import { sendersOf, type SeedHouse } from './own-accounts.ts'
import type { SandboxKeys } from './sandbox-keys.ts'
import type { SeedWorld } from './world.ts'
import { insertRows } from './store.ts'

const dayMs = 86_400_000

/** Own accounts with their feeds and books, phones with their senders, the rail, and everybody's keys. */
export async function storeHouse(
  { services, house, balances, lines, nowMs }: SeedWorld,
  keys: SandboxKeys,
  startMs: number,
) {
  const { db } = services
  await storePhonesAndRail(services, house, keys, nowMs, startMs)
  await storeAccounts(services, house, startMs)
  await insertRows(
    db,
    'bank_account_feeds',
    house.accounts.map((account) => {
      const last = lines.findLast(({ movement }) => movement.account.id === account.id)
      return {
        bank_account_id: account.id,
        last_balance_minor: balances.get(account.id) ?? account.openingMinor,
        last_line_at: last === undefined ? null : (last.parsed.bankTime ?? iso(last.receivedAtMs)),
        last_message_at: last === undefined ? null : iso(last.receivedAtMs),
        is_broken: false,
      }
    }),
  )
  await insertRows(
    db,
    'device_senders',
    house.accounts.flatMap((account) =>
      sendersOf(account).map((each) => ({
        device_id: account.deviceId,
        bank_account_id: account.id,
        ...each,
      })),
    ),
  )
  await storeKeys(services, keys)
  const books = house.accounts.flatMap((account) => accountsOfBank(encodeId('bankAccount', account.id)))
  await openAccounts(db, [...sharedAccounts, ...books])
}

async function storePhonesAndRail(
  { db, secrets }: Services,
  house: SeedHouse,
  keys: SandboxKeys,
  nowMs: number,
  startMs: number,
): Promise<void> {
  await insertRows(
    db,
    'devices',
    house.devices.map(({ id, name, isOn }) => ({
      id,
      name,
      state: isOn ? 'online' : 'paused',
      last_seen_at: iso(isOn ? nowMs : nowMs - 2 * dayMs),
      battery_bps: isOn ? 8700 : 300,
      created_at: iso(startMs),
    })),
  )
  const secret = secrets.seal(`payment_rails.secret.${house.railId}`, Buffer.from(keys.rail.secret, 'hex'))
  await insertRows(db, 'payment_rails', [
    // The address is known, and written, whenever the sandbox starts.
    {
      id: house.railId,
      name: 'Sandbox rail',
      base_url: 'http://127.0.0.1:1',
      secret: `\\x${secret.toString('hex')}`,
      state: 'active',
      created_at: iso(startMs),
    },
  ])
}

async function storeAccounts({ db }: Services, house: SeedHouse, startMs: number): Promise<void> {
  await insertRows(
    db,
    'bank_accounts',
    house.accounts.map((account) => ({
      id: account.id,
      bank: account.bank,
      account_no: account.accountNo,
      account_name: account.accountName,
      label: account.label,
      role: account.role,
      state: 'active',
      priority: account.priority,
      anchor_balance_minor: account.openingMinor,
      anchor_at: iso(startMs),
      has_balances: account.hasBalances,
      uses_unique_satang: account.usesUniqueSatang,
      transfer_limit_minor: account.transferLimitMinor,
      day_limit_minor: account.dayLimitMinor,
      rail_id: account.role === 'withdrawal' ? house.railId : null,
      version: 1,
      created_at: iso(startMs),
    })),
  )
}

async function storeKeys({ db, secrets }: Services, keys: SandboxKeys): Promise<void> {
  const bytes = ({ secret }: { secret: string }): Buffer => Buffer.from(secret, 'hex')
  await addMachineKey(db, secrets, {
    id: keys.memberSite.id,
    kind: 'memberSite',
    subjectId: 'sandbox',
    name: 'Sandbox member site',
    secret: bytes(keys.memberSite),
  })
  for (const key of keys.devices) {
    await addMachineKey(db, secrets, {
      id: key.id,
      kind: 'device',
      subjectId: key.deviceId,
      name: key.name,
      secret: bytes(key),
    })
  }
}
