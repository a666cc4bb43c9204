import { useState } from 'react'
import { say } from '../alerts/notices.ts'
import { saveBlob } from '../list/download.ts'
import { useErrorText } from '../call/error-text.ts'
import { useStepUp } from '../call/step-up.ts'

/** Saves files, one at a time, once the person has proven who they are; says what went wrong. */
export function useFile() {
  const errorText = useErrorText()
  const stepUp = useStepUp()
  const [fetching, setFetching] = useState<string | null>(null)
  /** @returns whether it was saved */
  const save = async (name: string, ask: () => Promise<Blob>): Promise<boolean> => {
    setFetching(name)
    try {
      saveBlob(name, await stepUp(ask))
      return true
    } catch (thrown) {
      say(errorText(thrown), 'red')
      return false
    } finally {
      setFetching(null)
    }
  }
  return { fetching, save }
}
