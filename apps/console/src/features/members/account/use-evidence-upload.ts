import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../lib/call/call.ts'
import { callUpload } from '../../../lib/call/call-upload.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import type { PictureState } from '../../../ui/form/PictureField.tsx'

/** As the server has it: what is larger is not sent at all. */
const bytesMax = 8 * 1024 * 1024

const tooLarge = () => new CallError({ code: 'pictureTooLarge', message: '', status: 413 })

const none: PictureState = { preview: null, progress: null }

/**
 * The picture of a change of account: sent as soon as it is chosen, so that the request only names it.
 * @param onId the picture that is kept, null as soon as there is none
 */
export function useEvidenceUpload(memberId: string, onId: (id: string | null) => void) {
  const errorText = useErrorText()
  const [state, setState] = useState(none)
  const [error, setError] = useState<string | undefined>(undefined)
  const sending = useRef<AbortController | null>(null)
  const { preview } = state
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview])
  useEffect(() => () => sending.current?.abort(), [])

  const clear = (said?: string) => {
    sending.current?.abort()
    sending.current = null
    setState(none)
    onId(null)
    setError(said)
  }
  const choose = async (file: File): Promise<void> => {
    clear()
    if (file.size > bytesMax) return setError(errorText(tooLarge()))
    const own = new AbortController()
    sending.current = own
    const shown = URL.createObjectURL(file)
    setState({ preview: shown, progress: 0 })
    const isOwn = () => sending.current === own
    try {
      const kept = await callUpload('members.uploadEvidence', { id: memberId }, file, {
        idempotencyKey: crypto.randomUUID(),
        signal: own.signal,
        onProgress: (progress) => isOwn() && setState({ preview: shown, progress }),
      })
      if (!isOwn()) return
      setState({ preview: shown, progress: null })
      onId(kept.id)
    } catch (thrown) {
      if (isOwn()) clear(errorText(thrown))
    }
  }
  return { state, error, choose, clear }
}
