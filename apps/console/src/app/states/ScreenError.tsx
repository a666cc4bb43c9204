import { Button } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ChunkError } from '../../lib/chunks.ts'
import { Notice } from './Notice.tsx'

/**
 * Stands in for a screen that could not be shown. After a failed load the whole page is fetched again: a
 * browser may remember a failed module for as long as the page lives, and a new version may have taken
 * the files away.
 */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('ui')
  const router = useRouter()
  const isChunk = error instanceof ChunkError
  useEffect(() => {
    if (!isChunk) console.error(error)
  }, [error, isChunk])
  const retry = (): void => {
    if (isChunk) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <Notice
      title={t(isChunk ? 'failure.chunkTitle' : 'failure.title')}
      actions={<Button onClick={retry}>{t('retry')}</Button>}
    >
      <p>{t(isChunk ? 'failure.chunk' : 'failure.screen')}</p>
      {isChunk && <p lang="en">{error.message}</p>}
    </Notice>
  )
}
