import { createHash, randomUUIDv7 } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Services } from '../call/context.ts'
import type { Reader, Tx } from '../db/db.ts'
import type { PeriodicWork } from '../work/periodic.ts'
import type { CleanPicture, NamedFile } from '../security/pictures.ts'

/** What a picture is uploaded for: it serves that and nothing else. */
export type Purpose = 'accountChange' | 'slip' | 'catalogue'
export type Store = Pick<Services, 'privateDir' | 'secrets'>

const keptHours = 24
/** So many pictures of one person may lie unused. */
const looseMax = 20
const fileName = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

// Sealed to its id: a file that was moved or altered does not open.
const placeOf = (id: string): string => `private_files.bytes.${id}`
const pathOf = (dir: string, id: string): string => join(dir, id)

/** Writes bytes that open again under this id alone. */
export async function writeSealed(
  { privateDir, secrets }: Store,
  id: string,
  bytes: Buffer,
): Promise<void> {
  await mkdir(privateDir, { recursive: true, mode: 0o700 })
  const file = await open(pathOf(privateDir, id), 'wx', 0o600)
  try {
    await file.writeFile(secrets.seal(placeOf(id), bytes))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Nobody keeps many pictures that nothing names. @throws tooManyRequests with 20 of this person unused */
async function assertFewLoose(tx: Tx, uploadedBy: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`picture:${uploadedBy}`}))`.execute(tx)
  const { rows: loose } = await sql`select from private_files where uploaded_by = ${uploadedBy}
    and kind = 'picture' and attached_at is null and removed_at is null`.execute(tx)
  if (loose.length >= looseMax) throw new ApiError('tooManyRequests', { retryAfterS: 3600 })
}

/**
 * Keeps a picture that nothing names yet; one of a member (null) is named in the same transaction.
 * @throws tooManyRequests
 */
export async function keepPicture(
  tx: Tx,
  store: Store,
  { purpose, picture, uploadedBy }: { purpose: Purpose; picture: CleanPicture; uploadedBy: string | null },
): Promise<NamedFile> {
  if (uploadedBy !== null) await assertFewLoose(tx, uploadedBy)
  const id = randomUUIDv7()
  const { bytes, sha256, width, height } = picture
  await tx
    .insertInto('private_files')
    .values({
      id,
      kind: 'picture',
      purpose,
      sha256,
      bytes: bytes.length,
      width,
      height,
      uploaded_by: uploadedBy,
    })
    .execute()
  // Before the commit: a row without its bytes would prove nothing; bytes without a row are cleared.
  await writeSealed(store, id, bytes)
  return { id, sha256: sha256.toString('hex') }
}

/**
 * A person's own unused picture, held until the transaction ends.
 * @throws invalidValue for one that is not there, another's, or for another purpose, alike; pictureUsed
 */
export async function takeUnused(
  tx: Tx,
  wanted: { readonly id: string; readonly purpose: Purpose; readonly uploadedBy: string },
  field: string,
): Promise<NamedFile> {
  const row = await tx
    .selectFrom('private_files')
    .select(['id', 'sha256', 'attached_at', 'removed_at'])
    .where('id', '=', wanted.id)
    .where('purpose', '=', wanted.purpose)
    .where('uploaded_by', '=', wanted.uploadedBy)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.removed_at !== null) throw new ApiError('invalidValue', { field })
  if (row.attached_at !== null) throw new ApiError('pictureUsed', { field })
  return { id: row.id, sha256: row.sha256.toString('hex') }
}

/** From now on the picture belongs to the request whose document names it: once, and for good. */
export const attachToApproval = (tx: Tx, file: NamedFile, approvalId: string) =>
  tx
    .updateTable('private_files')
    .set({ entity: 'approval', entity_id: approvalId, attached_at: sql<string>`now()` })
    .where('id', '=', file.id)
    .where('attached_at', 'is', null)
    .executeTakeFirstOrThrow()

/** The bytes that a document names. @throws internal when they are not those that were uploaded */
export async function openNamed({ privateDir, secrets }: Store, named: NamedFile): Promise<Buffer> {
  try {
    const bytes = secrets.open(placeOf(named.id), await readFile(pathOf(privateDir, named.id)))
    if (createHash('sha256').update(bytes).digest('hex') !== named.sha256)
      throw new Error('not the bytes that were uploaded')
    return bytes
  } catch (cause) {
    throw new ApiError('internal', { cause })
  }
}

/** Of these files the ones whose rows keep them. */
async function keptOf(db: Reader, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('private_files')
    .select('id')
    .where('id', '=', sql<string>`any(${names}::uuid[])`)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Removes the bytes of pictures that nothing named within a day, and of those whose upload was undone. */
export async function clearUnused({ db, privateDir }: Pick<Services, 'db' | 'privateDir'>): Promise<void> {
  await db
    .updateTable('private_files')
    .set({ removed_at: sql<string>`now()` })
    .where('attached_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('created_at', '<=', sql<string>`now() - make_interval(hours => ${keptHours})`)
    .execute()
  const names = (await readdir(privateDir).catch(() => [])).filter((name) => fileName.test(name))
  const kept = await keptOf(db, names)
  for (const name of names) {
    if (kept.has(name)) continue
    const path = pathOf(privateDir, name)
    // One just written is of an upload that has not committed yet.
    const isYoung = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs < 3_600_000,
      () => true,
    )
    if (!isYoung) await rm(path, { force: true })
  }
}

export const privateFileWork: PeriodicWork = {
  name: 'private-files',
  everyMs: 3_600_000,
  run: clearUnused,
}
