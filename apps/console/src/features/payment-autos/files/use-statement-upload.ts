import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../lib/call/call.ts'
import { callUpload } from '../../../lib/call/call-upload.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'

/** As the server has it: what is larger is not sent at all. */
const bytesMax = 10 * 1024 * 1024

/** A statement that the server keeps. */
export interface SentFile {
  readonly id: string
  readonly name: string
}

/** A statement is sent as soon as it is chosen; what is in it is asked for then. */
export function useStatementUpload(accountId: string) {
  const errorText = useErrorText()
  const [sent, setSent] = useState<SentFile | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  const choose = async (file: File): Promise<void> => {
    sending.current?.abort()
    const own = new AbortController()
    sending.current = own
    setSent(null)
    setName(file.name)
    setError(undefined)
    const tooLarge = new CallError({ code: 'statementTooLarge', message: '', status: 413 })
    if (file.size > bytesMax) return setError(errorText(tooLarge))
    const isOwn = () => sending.current === own
    setProgress(0)
    try {
      const { id } = await callUpload('statementFiles.upload', { id: accountId }, file, {
        idempotencyKey: crypto.randomUUID(),
        signal: own.signal,
        onProgress: (part) => isOwn() && setProgress(part),
      })
      if (isOwn()) setSent({ id, name: file.name })
    } catch (thrown) {
      if (isOwn()) setError(errorText(thrown))
    }
    if (isOwn()) setProgress(null)
  }
  return { sent, name, progress, error, choose }
}
