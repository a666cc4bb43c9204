import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'

interface MemberOfLink {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly state: string
}

/** The member whose credit would be taken back. */
export async function memberOf(db: Reader, id: string): Promise<MemberOfLink | undefined> {
  const { rows } = await sql<MemberOfLink>`
    select id, username, first_name || ' ' || last_name as name, state from members where id = ${id}`.execute(
    db,
  )
  return rows[0]
}
