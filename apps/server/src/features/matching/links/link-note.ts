import { ApiError } from '../../../platform/api-error.ts'

/** As short as every other remark of the console may be. */
const noteMin = 3

/** @throws linkNoteNeeded at `remark` where a link needs its reason and nobody gives one */
export function assertNote(judged: { readonly needsNote: boolean }, remark: string | undefined): void {
  if (!judged.needsNote || (remark?.trim().length ?? 0) >= noteMin) return
  throw new ApiError('linkNoteNeeded', { field: 'remark' })
}
