import { createHash, randomUUID } from 'node:crypto'
import { addProvider } from '../../features/play/add-provider.ts'
import type { AdapterName } from '../../features/play/adapters/adapters.ts'
import { callPathOf } from '../../features/play/providers.ts'
import type { FactoryServer } from '../world/money-factory.ts'

const secret = 'canary-secret-of-a-provider'

/** What a person types of a new provider. */
export const providerInput = () => ({
  code: `p-${randomUUID().slice(0, 8)}`,
  nameTh: 'ค่ายใหม่',
  nameEn: 'New provider',
  adapter: 'betAndResult' as const,
  addresses: [],
  minMinor: 100,
  maxMinor: 1_000_000,
  feeBps: 1000,
  gamesAddress: null,
  apiAddress: null,
  launchAddress: null,
  replayAddress: null,
  maintenanceFrom: null,
  maintenanceUntil: null,
  secret: 'canary-secret-of-a-new-provider',
})

interface ProviderAnswer {
  readonly userId?: string
  readonly cash?: number
  readonly error: number
  readonly transactionId?: string
  readonly description: string
}

export interface FakeProvider {
  readonly id: string
  readonly secret: string
  /** Fields as the provider's server sends them; signed as they must be, unless a secret is given. */
  readonly say: (word: string, fields: Record<string, string>, key?: string) => Promise<ProviderAnswer>
  /** The body of such a form, signed alike. */
  readonly form: (fields: Record<string, string>, key?: string) => string
  /** The same as a provider tells it that says stake and payout in one word, or asks for a balance. */
  readonly sayRound: (fields: Record<string, string>, word?: string) => Promise<Record<string, unknown>>
}

/** With the hash over its fields, in the order of their names. */
function signed(fields: Record<string, string>, key: string): Record<string, string> {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return { ...fields, hash: createHash('md5').update(`${text}${key}`).digest('hex') }
}

/** A provider's server with two games. */
export async function startFakeProvider(
  { url, services }: FactoryServer,
  adapter: AdapterName = 'betAndResult',
): Promise<FakeProvider> {
  const id = randomUUID()
  const game = { nameTh: 'เกม', nameEn: 'Game', type: 'slot' as const }
  await services.db.transaction().execute((tx) =>
    addProvider(tx, services, {
      id,
      code: `p-${id.slice(0, 8)}`,
      nameTh: 'ค่ายทดสอบ',
      nameEn: 'Test provider',
      adapter,
      secret,
      minMinor: 100,
      maxMinor: 1_000_000,
      isSandbox: true,
      games: [
        { ...game, code: 'tiger' },
        { ...game, code: 'dragon' },
      ],
    }),
  )
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${url}${callPathOf(id)}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  return {
    id,
    secret,
    sayRound: async (fields, word = 'Cash/TransferInOut') => {
      const response = await post(word, { secret_key: secret, currency_code: 'THB', ...fields })
      return (await response.json()) as Record<string, unknown>
    },
    form: (fields, key = secret) => new URLSearchParams(signed(fields, key)).toString(),
    say: async (word, fields, key = secret) => {
      const response = await post(`${word}.html`, signed(fields, key))
      return (await response.json()) as ProviderAnswer
    },
  }
}
