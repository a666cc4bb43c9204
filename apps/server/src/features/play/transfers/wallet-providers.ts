import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { callOutside } from '../../../platform/security/egress.ts'
import { transferCallsOf, type AdapterName } from '../adapters/adapters.ts'
import type { Asking, TransferAdapter } from '../adapters/transfer-adapter.ts'
import { secretPlace } from '../providers.ts'
import { askCounted } from '../meter/count-calls.ts'
import type { Provider } from '../wallet/known.ts'

/** A provider that keeps members' wallets, and how it is spoken to. */
export interface WalletProvider extends Provider {
  readonly code: string
  readonly adapter: AdapterName
  readonly secret: Buffer
  readonly address: string
  readonly calls: TransferAdapter
}

const columns = sql`id, code, adapter, secret, min_minor as "minMinor", max_minor as "maxMinor",
  provider_state(state, maintenance_from, maintenance_until) as state,
  coalesce(sandbox_address || '/api', api_address) as address`

type Row = Omit<WalletProvider, 'address' | 'calls'> & { readonly address: string | null }

const callable = (row: Row | undefined): WalletProvider | null => {
  const calls = row && transferCallsOf(row.adapter)
  return row && calls && row.address !== null ? { ...row, address: row.address, calls } : null
}

/** @throws notFound; stateRefused where it keeps no wallet, or nobody said where it is called */
export async function findWalletProvider(db: Reader, id: string): Promise<WalletProvider> {
  const { rows } = await sql<Row>`select ${columns} from game_providers where id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  const provider = callable(rows[0])
  if (!provider) throw new ApiError('stateRefused', { details: { reason: 'keepsNoWallet' } })
  return provider
}

/** All of them, whatever their state: what was bet there is told also after one was closed. */
export async function walletProviders(db: Reader): Promise<readonly WalletProvider[]> {
  const { rows } = await sql<Row>`
    select ${columns} from game_providers where api_address is not null
     order by id`.execute(db)
  return rows.flatMap((row) => callable(row) ?? [])
}

/**
 * Asks a provider.
 * @param nowMs the moment that the question is of
 * @throws EgressRefused where nothing was sent; any other error where it gave no answer
 */
export async function askProvider<About, Answer>(
  services: Services,
  { id, address, secret }: WalletProvider,
  { ask, read }: Asking<About, Answer>,
  about: About,
  nowMs: number = services.now(),
): Promise<Answer> {
  const { secrets, egressAllow } = services
  const key = secrets.open(secretPlace(id), secret).toString('utf8')
  const sent = ask({ address, secret: key, nowMs }, about)
  return askCounted(services, id, async () => read(await callOutside(sent, egressAllow), about))
}
