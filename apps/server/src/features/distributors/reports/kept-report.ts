import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { keepStatement } from '../../../platform/files/kept-statements.ts'

interface Brought {
  readonly providerId: string
  readonly bytes: Buffer
  readonly sha256: Buffer
  readonly uploadedBy: string
  /** The first and the last day of its lines, where they tell their time; it is compared as a person says. */
  readonly fromOn: string | null
  readonly toOn: string | null
}

/** Keeps a report that somebody brought, sealed. @returns its id */
export async function keepReport(
  tx: Tx,
  store: Pick<Services, 'privateDir' | 'secrets'>,
  { providerId, fromOn, toOn, ...file }: Brought,
): Promise<string> {
  const fileId = await keepStatement(tx, store, file)
  const id = randomUUIDv7()
  await sql`insert into provider_reports (id, provider_id, private_file_id, sha256, uploaded_by, from_on,
      to_on)
    values (${id}, ${providerId}, ${fileId}, ${file.sha256.toString('hex')}, ${file.uploadedBy},
      ${fromOn}, ${toOn})`.execute(tx)
  await sql`update private_files set entity = 'providerReport', entity_id = ${id}, attached_at = now()
    where id = ${fileId}`.execute(tx)
  return id
}
