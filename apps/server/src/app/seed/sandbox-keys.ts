import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SandboxKey {
  readonly id: string
  /** Hexadecimal. */
  readonly secret: string
}

export interface ProviderKey {
  readonly providerId: string
  readonly secret: string
}

/** What the sandbox signs with; the server keeps the same secrets sealed in its tables. */
export interface SandboxKeys {
  readonly memberSite: SandboxKey
  readonly devices: readonly (SandboxKey & { readonly deviceId: string; readonly name: string })[]
  readonly rail: { readonly railId: string; readonly secret: string }
  /** Absent in a folder of before there were gateways. */
  readonly gateway?: {
    readonly gatewayId: string
    readonly apiSecret: string
    readonly webhookSecret: string
  }
  /** Absent in a folder of before slips were asked about. */
  readonly slips?: { readonly serviceId: string; readonly apiKey: string }
  /** Absent in a folder of before there were games. */
  readonly games?: ProviderKey
  /** The one that tells rounds in one word, and the one that keeps wallets; absent in a folder of before. */
  readonly combinedGames?: ProviderKey
  readonly walletGames?: ProviderKey
}

const pathIn = (dataDir: string): string => join(dataDir, 'sandbox-keys.json')
const newKey = (prefix: string): SandboxKey => ({
  id: `${prefix}_${randomBytes(9).toString('hex')}`,
  secret: randomBytes(32).toString('hex'),
})

const newProviderKey = (): ProviderKey => ({
  providerId: randomUUIDv7(),
  secret: randomBytes(24).toString('base64url'),
})

/** New keys for these devices and this rail. */
export const makeKeys = (
  devices: readonly { id: string; name: string }[],
  railId: string,
): SandboxKeys => ({
  memberSite: newKey('site'),
  devices: devices.map(({ id, name }) => ({ ...newKey('phone'), deviceId: id, name })),
  rail: { railId, secret: randomBytes(32).toString('hex') },
  gateway: {
    gatewayId: randomUUIDv7(),
    apiSecret: randomBytes(24).toString('base64url'),
    webhookSecret: randomBytes(24).toString('base64url'),
  },
  slips: { serviceId: randomUUIDv7(), apiKey: randomBytes(24).toString('base64url') },
  games: newProviderKey(),
  combinedGames: newProviderKey(),
  walletGames: newProviderKey(),
})

/** Keeps the keys where only this account may read them. */
export function writeKeys(dataDir: string, keys: SandboxKeys): void {
  writeFileSync(pathIn(dataDir), `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
}

/** Null where the sandbox was never seeded from this folder. */
export function readKeys(dataDir: string): SandboxKeys | null {
  const path = pathIn(dataDir)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SandboxKeys) : null
}
