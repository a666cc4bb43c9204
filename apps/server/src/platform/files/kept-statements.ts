import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Reader, Tx } from '../db/db.ts'
import type { NamedFile } from '../security/pictures.ts'
import { openNamed, writeSealed, type Store } from './private-files.ts'

/** So many statements of one person may lie unused. */
const looseMax = 20

/**
 * Keeps a bank's statement, sealed, that nothing names yet.
 * @throws tooManyRequests with 20 of this person unused
 */
export async function keepStatement(
  tx: Tx,
  store: Store,
  { bytes, sha256, uploadedBy }: { bytes: Buffer; sha256: Buffer; uploadedBy: string },
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext(${`statement:${uploadedBy}`}))`.execute(tx)
  const { rows: loose } = await sql`select from private_files where uploaded_by = ${uploadedBy}
    and kind = 'statement' and attached_at is null and removed_at is null`.execute(tx)
  if (loose.length >= looseMax) throw new ApiError('tooManyRequests', { retryAfterS: 3600 })
  const id = randomUUIDv7()
  await tx
    .insertInto('private_files')
    .values({
      id,
      kind: 'statement',
      purpose: 'statementFile',
      sha256,
      bytes: bytes.length,
      uploaded_by: uploadedBy,
    })
    .execute()
  await writeSealed(store, id, bytes)
  return id
}

/** The bytes of a kept statement. @throws statementGone when it was removed unused; internal */
export async function openStatement(db: Reader, store: Store, file: NamedFile): Promise<Buffer> {
  const row = await db
    .selectFrom('private_files')
    .select('removed_at')
    .where('id', '=', file.id)
    .executeTakeFirst()
  if (!row || row.removed_at !== null) throw new ApiError('statementGone')
  return openNamed(store, file)
}
