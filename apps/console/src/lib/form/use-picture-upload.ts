import { useEffect, useRef, useState } from 'react'
import { CallError } from '../call/call.ts'
import type { UploadOptions } from '../call/call-upload.ts'
import { useErrorText } from '../call/error-text.ts'
import type { PictureState } from '../../ui/form/PictureField.tsx'

/** As the server has it: what is larger is not sent at all. */
const bytesMax = 8 * 1024 * 1024

const tooLarge = () => new CallError({ code: 'pictureTooLarge', message: '', status: 413 })

const none: PictureState = { preview: null, progress: null }

/**
 * A picture that is sent as soon as it is chosen.
 * @param send the upload
 * @param onKept what the server answered, null as soon as there is none
 */
export function usePictureUpload<T>(
  send: (file: File, options: UploadOptions) => Promise<T>,
  onKept: (kept: T | null) => void,
) {
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
    onKept(null)
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
      const kept = await send(file, {
        idempotencyKey: crypto.randomUUID(),
        signal: own.signal,
        onProgress: (progress) => isOwn() && setState({ preview: shown, progress }),
      })
      if (!isOwn()) return
      setState({ preview: shown, progress: null })
      onKept(kept)
    } catch (thrown) {
      if (isOwn()) clear(errorText(thrown))
    }
  }
  return { state, error, choose, clear }
}
