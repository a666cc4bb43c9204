import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { callFile } from '../../../lib/call/call-file.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { formatCount } from '../../../lib/words/formats.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useFile } from '../../../lib/record/use-file.ts'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { isOpenJob, stageOf, stageTones } from './job-stages.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../../../ui/Works.module.css'

export type OwnJob = OutputOf<CallOf<'backgroundJobs.list'>>['records'][number]

/** So often is asked how far a job is, while one is under way. */
const askedEveryMs = 2_000

/** One's own work in the background: how far each job is, what came of it, and the way to cancel it. */
export default function JobsTab() {
  const { t } = useTranslation('settings')
  const failure = useFailure()
  const [isBusy, setBusy] = useState(false)
  const [cancelled, setCancelled] = useState<OwnJob | null>(null)
  const list = useQueryCall(
    'backgroundJobs.list',
    {},
    {
      isTracked: false,
      staleMs: 0,
      live: 'backgroundJob',
      ...(isBusy ? { refetchEveryMs: askedEveryMs } : {}),
    },
  )
  const jobs = list.data?.records
  const isUnfinished = jobs?.some(isOpenJob) ?? false
  if (isUnfinished !== isBusy) setBusy(isUnfinished)
  const shown = failure(list.error)
  if (shown) return <ErrorState error={shown} onRetry={() => void list.refetch()} />
  return (
    <section className={blocks['narrow']} aria-label={t('tabs.jobs')}>
      <p className={blocks['note']}>{t('jobs.lead')}</p>
      {list.isPending && <Skeleton height={96} />}
      {jobs?.length === 0 && <EmptyState title={t('jobs.empty')} hint={t('jobs.emptyHint')} />}
      <ul className={classes['works']} aria-label={t('tabs.jobs')} aria-busy={list.isPending}>
        {jobs?.map((job) => (
          <JobRow key={job.id} job={job} onCancel={() => setCancelled(job)} />
        ))}
      </ul>
      {cancelled && <CancelSheet job={cancelled} onClose={() => setCancelled(null)} />}
    </section>
  )
}

function JobRow({ job, onCancel }: { job: OwnJob; onCancel: () => void }) {
  const { t } = useTranslation('settings')
  const viewReason = useViewReason()
  const stage = stageOf(job)
  return (
    <li>
      <div className={classes['head']}>
        <b>{job.name}</b>
        <Status tone={stageTones[stage]} label={t(`jobs.stages.${stage}`)} />
      </div>
      <span className={classes['facts']}>
        {t(`jobs.kinds.${job.kind}`)} · {t('jobs.asked')} <Time at={job.createdAt} show="exact" />
      </span>
      {job.state === 'running' && <Progress job={job} />}
      {job.endedAt !== null && (
        <span className={classes['facts']}>
          {t('jobs.ended')} <Time at={job.endedAt} show="exact" />
        </span>
      )}
      {isOpenJob(job) && job.tries > 1 && <span>{t('jobs.tried', { count: job.tries })}</span>}
      {job.failure !== null && <span>{t(`jobs.failures.${job.failure}`)}</span>}
      {job.exportId !== null && <Fetch id={job.exportId} name={job.name} />}
      {isOpenJob(job) && (
        <Button
          variant="default"
          onClick={onCancel}
          aria-label={t('jobs.cancelOf', { name: job.name })}
          {...viewReason}
        >
          {t('jobs.cancel')}
        </Button>
      )}
    </li>
  )
}

/** How far a job is; where nobody knows how much it will be, only that it goes on. */
function Progress({ job: { progressDone: done, progressTotal: total, name } }: { job: OwnJob }) {
  const { t } = useTranslation('settings')
  const known = total === null ? {} : { value: done, max: Math.max(1, total) }
  return (
    <>
      <progress className={classes['bar']} aria-label={t('jobs.progressOf', { name })} {...known} />
      {done > 0 && (
        <span className={classes['facts']}>
          {total === null
            ? t('jobs.soFar', { done: formatCount(done) })
            : t('jobs.ofTotal', { done: formatCount(done), total: formatCount(total) })}
        </span>
      )}
    </>
  )
}

function Fetch({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('settings')
  const { fetching, save } = useFile()
  const download = async () => {
    if (await save(name, () => callFile('exports.download', { id }))) say(t('jobs.saved', { name }))
  }
  return (
    <Button
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={fetching !== null}
      onClick={() => void download()}
      aria-label={t('jobs.downloadOf', { name })}
    >
      {t('jobs.download')}
    </Button>
  )
}

function CancelSheet({ job, onClose }: { job: OwnJob; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const { kind, name, id } = job
  return (
    <ActSheet
      call="backgroundJobs.cancel"
      input={() => ({ id })}
      refreshes={['backgroundJobs.list', 'exports.list']}
      onDone={() => say(t('jobs.sheet.done', { name }))}
      onClose={onClose}
      title={t('jobs.sheet.title', { name })}
      submitLabel={t('jobs.sheet.submit')}
      isDanger
      facts={[{ label: t('jobs.sheet.what'), value: t(`jobs.kinds.${kind}`) }]}
      notice={t(`jobs.sheet.effect.${kind}`)}
    />
  )
}
