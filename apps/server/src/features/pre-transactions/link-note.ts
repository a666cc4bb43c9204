import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db.ts'
import { needsNote } from './matching.ts'
import type { StoredLine } from './stored-line.ts'
import { scoresOf } from './suggestions.ts'

/** As short as every other remark of the console may be. */
const noteMin = 3

/** Whether a link of this line to this member needs a note; one that cannot be scored does. */
export async function linkNeedsNote(db: Reader, line: StoredLine, memberId: string): Promise<boolean> {
  const scores = await scoresOf(db, line, [memberId])
  const score = scores.find((each) => each.memberId === memberId)
  return score === undefined || needsNote(score)
}

/** @throws linkNoteNeeded at `remark` where something speaks against the member and nobody says why */
export async function assertNote(
  db: Reader,
  line: StoredLine,
  said: { readonly memberId: string; readonly remark?: string | undefined },
): Promise<void> {
  if ((said.remark?.trim().length ?? 0) >= noteMin) return
  if (await linkNeedsNote(db, line, said.memberId))
    throw new ApiError('linkNoteNeeded', { field: 'remark' })
}
