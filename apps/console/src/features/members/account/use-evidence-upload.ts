import { callUpload } from '../../../lib/call/call-upload.ts'
import { usePictureUpload } from '../../../lib/form/use-picture-upload.ts'

/**
 * The picture of a change of account: sent as soon as it is chosen, so that the request only names it.
 * @param onId the picture that is kept, null as soon as there is none
 */
export const useEvidenceUpload = (memberId: string, onId: (id: string | null) => void) =>
  usePictureUpload(
    (file, options) => callUpload('members.uploadEvidence', { id: memberId }, file, options),
    (kept) => onId(kept?.id ?? null),
  )
