import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { createClient, type Client } from '@khlang/contract/derived/client.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/app/start/config.ts'
import { openDeployment } from '../apps/server/src/app/start/deployment.ts'
import { closeDatabases, startServices } from '../apps/server/src/app/services.ts'
import { withAdmin } from '../apps/server/src/app/start/start-database.ts'
import { businessOn } from '../apps/server/src/platform/business-day.ts'
import { addMachineKey } from '../apps/server/src/platform/call/signatures.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
} from '../apps/server/src/testing/world/money-factory.ts'
import type { ServerProcess } from './server-process.ts'

export interface Key {
  readonly id: string
  readonly secret: Buffer
}

/** One of our accounts as its bank sees it, and the phone that tells of it. */
export interface Feed {
  readonly account: FactoryAccount
  readonly deviceId: string
  readonly key: Key
  balanceMinor: number
}

export interface Clerk {
  readonly username: string
  readonly password: string
  /** Their own, where the system answers to all of 127.0.0.0/8 by itself. */
  readonly address: string | undefined
  token: string
  readonly call: Client
}

export interface World {
  readonly members: readonly FactoryMember[]
  readonly feeds: readonly Feed[]
  readonly site: Key
  readonly clerks: readonly Clerk[]
}

const anchorMinor = 100_000_000
const memberCount = 150
const feedCount = 8
const roles = ['owner', 'manager', 'cashier']

/** People, accounts and phones of our own beside the sandbox's; the database must be running. */
export async function buildWorld(server: ServerProcess): Promise<World> {
  const opening = { dataDir: server.dataDir, profile: 'sandbox', master: server.masterKey } as const
  const secrets = await withAdmin(server.adminUrl, (admin) => openDeployment(admin, opening))
  const { adminUrl } = server
  const database = {
    appUrl: adminUrl,
    adminUrl,
    secrets,
    isOwnKeyFile: true,
    stop: async () => undefined,
    kill: () => undefined,
  }
  const services = startServices(readConfig({}), database)
  const make = await createMoneyFactory({
    url: server.url,
    services,
    database: { adminUrl: server.adminUrl },
  })
  const newKey = async (kind: 'device' | 'memberSite', subjectId: string): Promise<Key> => {
    const key = { id: `prove-${randomBytes(6).toString('hex')}`, secret: randomBytes(32) }
    await addMachineKey(services.db, secrets, { ...key, kind, subjectId, name: key.id })
    return key
  }
  // Jobs of the server close the days that are over.
  const openedOn = businessOn(initialSettings('sandbox'), Date.now())
  const feeds: Feed[] = []
  for (let n = 0; n < feedCount; n += 1) {
    const account = await make.account({ bank: 'SCB', anchorMinor, openedOn })
    const { subjectId } = await make.phone([account], [{ source: 'sms', sender: 'SCB' }])
    const key = await newKey('device', subjectId)
    feeds.push({ account, deviceId: subjectId, key, balanceMinor: anchorMinor })
  }
  const members: FactoryMember[] = []
  const tails = new Set<string>()
  while (members.length < memberCount) {
    const accountNo = String(randomInt(1_000_000_000, 9_999_999_999))
    if (tails.has(accountNo.slice(-6))) continue
    tails.add(accountNo.slice(-6))
    members.push(await make.member({ accountNo }))
  }
  const site = await newKey('memberSite', 'prove')
  await closeDatabases(services)
  return { members, feeds, site, clerks: await signIn(server) }
}

async function signIn(server: ServerProcess): Promise<Clerk[]> {
  const file = join(server.dataDir, 'sandbox-accounts.json')
  const people = JSON.parse(readFileSync(file, 'utf8')) as {
    role: string
    username: string
    password: string
  }[]
  const bases = { api: server.url, auto: server.url, member: server.url }
  const clerks: Clerk[] = []
  for (const { username, password } of people.filter(({ role }) => roles.includes(role))) {
    const clerk: Clerk = {
      username,
      password,
      address: process.platform === 'linux' ? `127.0.0.${11 + clerks.length}` : undefined,
      token: '',
      call: createClient({ bases, token: () => clerk.token || null, language: () => 'en' }),
    }
    clerk.token = await clerk.call('auth.login', { username, password })
    await clerk.call('auth.stepUp', { password })
    clerks.push(clerk)
  }
  return clerks
}
