import { Button, Skeleton } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEvidence, type SeenPicture } from '../../lib/call/approval-proof.ts'
import { useFailure } from '../../lib/call/failure.ts'
import { ErrorState } from '../page/ErrorState.tsx'
import classes from './Picture.module.css'

interface EvidencePictureProps {
  /** Whose picture it is, and which call answers it. */
  of: SeenPicture
  id: string
}

/** A picture that proves something: as wide as its place, or whole and to be moved about. */
export function EvidencePicture({ of, id }: EvidencePictureProps) {
  const { t } = useTranslation('ui')
  const failure = useFailure()
  const { address, error, refetch } = useEvidence(of, id)
  const [isWhole, setWhole] = useState(false)
  const told = failure(error)
  const Zoom = isWhole ? IconZoomOut : IconZoomIn
  return (
    <figure className={classes['figure']} aria-busy={address === null && !told}>
      <figcaption>{t('picture.title')}</figcaption>
      {told && <ErrorState error={told} isInline onRetry={() => void refetch()} />}
      {!told && address === null && <Skeleton height={180} />}
      {address !== null && (
        <>
          <div
            className={isWhole ? classes['whole'] : classes['fitted']}
            // Whole it is larger than its place: the arrow keys move it.
            tabIndex={isWhole ? 0 : undefined}
            role={isWhole ? 'group' : undefined}
            aria-label={isWhole ? t('picture.title') : undefined}
          >
            <img src={address} alt={t('picture.alt')} />
          </div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Zoom size={16} aria-hidden />}
            aria-pressed={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'picture.zoomOut' : 'picture.zoomIn')}
          </Button>
        </>
      )}
    </figure>
  )
}
