import { sql } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { keepPicture, openNamed } from '../../platform/files/private-files.ts'
import type { CleanPicture } from '../../platform/security/pictures.ts'

/** What has a picture: its table, the column that names the picture, and the picture's own of whose it is. */
const places = {
  gameProvider: { table: 'game_providers', column: 'logo_id', owner: 'provider_id' },
  game: { table: 'games', column: 'image_id', owner: 'game_id' },
} as const
export type Pictured = keyof typeof places

interface Brought {
  readonly of: Pictured
  readonly id: string
  readonly picture: CleanPicture
  readonly uploadedBy: string
}

/** Keeps a picture in place of the one before, which stays for the log. */
export async function bringPicture(
  tx: Tx,
  services: Services,
  { of, id, picture, uploadedBy }: Brought,
): Promise<{ readonly version: number; readonly sha256: string }> {
  const { table, column, owner } = places[of]
  const kept = await keepPicture(tx, services, { purpose: 'catalogue', picture, uploadedBy })
  const pictureId = randomUUIDv7()
  await sql`insert into catalogue_pictures (id, ${sql.ref(owner)}, private_file_id, uploaded_by)
    values (${pictureId}, ${id}, ${kept.id}, ${uploadedBy})`.execute(tx)
  await sql`update private_files set entity = 'cataloguePicture', entity_id = ${pictureId},
    attached_at = now() where id = ${kept.id}`.execute(tx)
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)} set ${sql.ref(column)} = ${pictureId}, version = version + 1
     where id = ${id} returning version`.execute(tx)
  if (!rows[0]) throw new ApiError('notFound')
  return { version: rows[0].version, sha256: kept.sha256 }
}

/** The picture that a row names now. @throws notFound where it names none */
export async function openPicture(
  db: Reader,
  services: Services,
  of: Pictured,
  id: string,
): Promise<Buffer> {
  const { table, column } = places[of]
  const { rows } = await sql<{ id: string; sha256: string }>`
    select f.id, encode(f.sha256, 'hex') as sha256
      from ${sql.table(table)} t join catalogue_pictures c on c.id = t.${sql.ref(column)}
      join private_files f on f.id = c.private_file_id where t.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return openNamed(services, rows[0])
}
