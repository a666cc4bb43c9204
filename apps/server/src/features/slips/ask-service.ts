import { sql } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { callOutside } from '../../platform/security/egress.ts'
import type { SlipAnswer } from './services/service.ts'
import { slipServices, type SlipAdapter } from './services/services.ts'

/** The slip service as it must be known to speak to it. */
interface ServiceRow {
  readonly id: string
  readonly adapter: SlipAdapter
  readonly baseUrl: string
  readonly branch: string | null
  readonly apiKey: Buffer
}

/** Where its key is sealed to. */
export const keyPlace = (id: string): string => `slip_services.api_key.${id}`

/** The service that is on; undefined where there is none. */
async function serviceInUse(db: Reader): Promise<ServiceRow | undefined> {
  const { rows } = await sql<ServiceRow>`
    select id, adapter, case when is_sandbox then coalesce(sandbox_address, base_url) else base_url end
             as "baseUrl", branch, api_key as "apiKey"
      from slip_services where is_on`.execute(db)
  return rows[0]
}

/**
 * Asks what a bank says of a slip, outside any transaction; null where no service is on. An answer about
 * another transfer than was asked for says nothing.
 */
export async function askService(
  { db, secrets, egressAllow }: Pick<Services, 'db' | 'secrets' | 'egressAllow'>,
  { payload, transRef }: { readonly payload: string; readonly transRef: string },
): Promise<SlipAnswer | null> {
  const row = await serviceInUse(db)
  if (!row) return null
  const { ask, read } = slipServices[row.adapter]
  const apiKey = secrets.open(keyPlace(row.id), row.apiKey).toString('utf8')
  try {
    const answer = read(await callOutside(ask({ ...row, apiKey }, payload), egressAllow))
    return answer.state === 'verified' && answer.told.transRef !== transRef
      ? { state: 'failed', reason: 'otherTransfer' }
      : answer
  } catch {
    return { state: 'failed', reason: 'noAnswer' }
  }
}
