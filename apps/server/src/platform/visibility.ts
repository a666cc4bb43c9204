import type { Subject } from '@khlang/contract/define.ts'
import type { Actor } from './actor.ts'
import type { Reader } from './db.ts'

/** Tells whether the row behind a path's id exists in the actor's sight; absent and out of sight are alike. */
export async function seesSubject(
  db: Reader,
  actor: Actor,
  subject: Subject,
  id: string,
): Promise<boolean> {
  if (subject === 'session') {
    if (actor.kind !== 'employee') return false
    const row = await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', id)
      .where('employee_id', '=', actor.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return row !== undefined
  }
  return false
}
