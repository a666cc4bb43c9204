import { IconAlertTriangle, IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/call/failure.ts'
import { formatCount, formatMoment } from '../../lib/words/formats.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { CopyText } from '../../ui/figures/CopyText.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { useReading } from '../../ui/use-reading.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Activity.module.css'

/** That the log is whole, then how far it is sealed and signed; red, with what to do, where it is not. */
export function ChainLine() {
  const { t } = useTranslation('activity-logs')
  const reading = useReading()
  const failure = useFailure()
  const query = useQueryCall('activityLogs.chain', {}, { isTracked: false })
  const failed = failure(query.error)
  if (failed) {
    const error = { ...failed, message: t('chain.failed', { message: failed.message }) }
    return <ErrorState error={error} onRetry={() => void query.refetch()} isInline />
  }
  const chain = query.data
  if (chain?.isBroken) {
    return (
      <div className={`${blocks['warn']} ${classes['broken']}`} data-tone="red" role="alert">
        <IconAlertTriangle size={20} aria-hidden />
        <div>
          <strong>{t('chain.broken')}</strong>
          <p>{t('chain.what')}</p>
          <CopyText value="npm run verify-activity">
            <code>npm run verify-activity</code>
          </CopyText>
        </div>
      </div>
    )
  }
  const signed =
    chain?.checkpointAt &&
    t('chain.signed', {
      signed: formatCount(chain.checkpointSeq),
      time: formatMoment(chain.checkpointAt, reading),
    })
  const verified =
    chain?.verifiedAt &&
    chain.verifiedCount > 0 &&
    t('chain.verified', {
      verified: formatCount(chain.verifiedCount),
      time: formatMoment(chain.verifiedAt, reading),
    })
  return (
    <p className={classes['chain']}>
      <IconLink size={16} aria-hidden />
      {chain && (
        <span>
          {verified && `${verified} · `}
          {t('chain.sealed', { sealed: formatCount(chain.sealedCount) })} · {signed || t('chain.unsigned')}
        </span>
      )}
    </p>
  )
}
