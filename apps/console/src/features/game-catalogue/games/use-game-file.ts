import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../lib/call/call.ts'
import { callUpload } from '../../../lib/call/call-upload.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'

export type ReadGames = OutputOf<CallOf<'gameCatalogue.readGames'>>

/** A file on its way, and what was read in it. */
export function useGameFile(of: string | null) {
  const { t } = useTranslation('game-catalogue')
  const errorText = useErrorText()
  const [name, setName] = useState<string | null>(null)
  const [read, setRead] = useState<ReadGames | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const wordOf = (thrown: unknown): string => {
    if (!isRefusal(thrown, 'gameCatalogue.readGames')) return errorText(thrown)
    if (thrown.code === 'statementRefused') return t(`import.${thrown.details?.reason ?? 'noColumn'}`)
    if (thrown.code === 'statementTooLarge') return t('import.tooLarge')
    if (thrown.code !== 'statementUnreadable') return errorText(thrown)
    return t(thrown.details?.reason === 'tooManyRows' ? 'import.tooLarge' : 'import.unreadable')
  }
  const forget = () => {
    setName(null)
    setRead(null)
    setError(undefined)
  }
  const send = async (file: File): Promise<void> => {
    forget()
    if (of === null) return setError(t('order.chooseProvider'))
    setName(file.name)
    setProgress(0)
    try {
      setRead(
        await callUpload('gameCatalogue.readGames', { id: of }, file, {
          idempotencyKey: crypto.randomUUID(),
          signal: new AbortController().signal,
          onProgress: setProgress,
        }),
      )
    } catch (thrown) {
      setError(wordOf(thrown))
    }
    setProgress(null)
  }
  return { name, read, progress, error, send, forget }
}
