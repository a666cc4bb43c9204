import { useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { callFile } from '../../../lib/call/call-file.ts'
import { saveBlob } from '../../../lib/list/download.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import {
  formatBytes,
  isUnderWay,
  jobNotes,
  jobTones,
  type ExportJob,
} from '../../../lib/list/export-job.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { formatCount } from '../../../lib/words/formats.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useCall, useQueryCall } from '../../../lib/call/query.ts'
import { useStepUp } from '../../../lib/call/step-up.ts'
import { EmptyState } from '../../page/EmptyState.tsx'
import { ErrorState } from '../../page/ErrorState.tsx'
import { Status } from '../../figures/Status.tsx'
import { Time } from '../../figures/Time.tsx'
import blocks from '../../Blocks.module.css'
import classes from '../../Works.module.css'

/** So often is asked how far a file is, while one is under way. */
const askedEveryMs = 2_000

/** The own files that are made in the background: how far each is, and the ways to fetch or stop it. */
export function ExportFiles() {
  const { t } = useTranslation('table')
  const failure = useFailure()
  const [isBusy, setBusy] = useState(false)
  const list = useQueryCall(
    'exports.list',
    {},
    { isTracked: false, staleMs: 0, live: 'export', ...(isBusy ? { refetchEveryMs: askedEveryMs } : {}) },
  )
  const jobs = list.data?.records
  const isUnfinished = jobs?.some(isUnderWay) ?? false
  if (isUnfinished !== isBusy) setBusy(isUnfinished)
  const shown = failure(list.error)
  if (shown) return <ErrorState error={shown} onRetry={() => void list.refetch()} />
  return (
    <div className={blocks.stack}>
      <p className={blocks.note}>{t('files.lead')}</p>
      {list.isPending && <Skeleton height={96} />}
      {jobs?.length === 0 && <EmptyState title={t('files.empty')} hint={t('files.emptyHint')} />}
      <ul className={classes.works} aria-label={t('files.title')} aria-busy={list.isPending}>
        {jobs?.map((job) => (
          <File key={job.id} job={job} />
        ))}
      </ul>
    </div>
  )
}

function File({ job }: { job: ExportJob }) {
  const { t } = useTranslation('table')
  const rows = formatCount(job.rows)
  return (
    <li>
      <div className={classes.head}>
        <b>{job.fileName}</b>
        <Status tone={jobTones[job.state]} label={t(`files.states.${job.state}`)} />
      </div>
      {job.state === 'running' && <span>{t('files.soFar', { rows })}</span>}
      {job.state === 'done' && (
        <span>
          {t('files.rows', { rows })} · {formatBytes(job.bytes ?? 0)}
        </span>
      )}
      <span className={classes.facts}>
        {t('files.asked')} <Time at={job.createdAt} show="exact" />
      </span>
      {job.state === 'done' && (
        <span className={classes.facts}>
          {t('files.until')} <Time at={job.expiresAt} show="exact" />
        </span>
      )}
      {jobNotes(job).map((note) => (
        <span key={note}>{t(`files.${note}`, { rows })}</span>
      ))}
      <Acts job={job} />
    </li>
  )
}

function Acts({ job }: { job: ExportJob }) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const stepUp = useStepUp()
  const cancel = useCall('exports.cancel', { refreshes: ['exports.list'] })
  const [isFetching, setFetching] = useState(false)
  const attempt = async (act: () => Promise<unknown>) => {
    setFetching(true)
    try {
      await act()
    } catch (thrown) {
      say(errorText(thrown), 'red')
    } finally {
      setFetching(false)
    }
  }
  const download = async () => {
    saveBlob(job.fileName, await stepUp(() => callFile('exports.download', { id: job.id })))
    say(t('files.saved', { rows: formatCount(job.rows) }))
  }
  if (job.state === 'done')
    return (
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isFetching}
        onClick={() => void attempt(download)}
        aria-label={t('files.downloadOf', { name: job.fileName })}
      >
        {t('files.download')}
      </Button>
    )
  if (!isUnderWay(job)) return null
  return (
    <Button
      variant="default"
      loading={isFetching}
      disabled={!cancel.canSend}
      onClick={() => void attempt(() => cancel.send({ id: job.id }))}
      aria-label={t('files.cancelOf', { name: job.fileName })}
    >
      {t('files.cancel')}
    </Button>
  )
}
