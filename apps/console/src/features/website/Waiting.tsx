import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { openSettling } from '../../lib/call/settling.ts'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import blocks from '../../ui/Blocks.module.css'
import { Time } from '../../ui/figures/Time.tsx'
import { ChangeList } from './ChangeList.tsx'
import type { Settings, Version } from './setting-shapes.ts'

type WaitingProps = Pick<Settings, 'pending' | 'scheduled'> & { readonly mayChange: boolean }

/** What is asked for and not answered, and what is agreed to and has not begun. */
export function Waiting({ pending, scheduled, mayChange }: WaitingProps) {
  const { t } = useTranslation('website')
  return (
    <>
      {pending.map((request) => (
        <section key={request.approvalId} className={blocks['card']} aria-label={t('pending.title')}>
          <div className={blocks['sides']}>
            <h2>{t('pending.title')}</h2>
            <Button variant="default" onClick={() => openSettling(request.approvalId)}>
              {t('pending.open')}
            </Button>
          </div>
          <p className={blocks['note']}>
            {t('pending.by', { name: request.askedBy })} <Time at={request.askedAt} show="both" /> ·{' '}
            <span data-raw>{request.reason}</span> · {t('pending.from')}{' '}
            {request.effectiveFrom === null ? (
              t('pending.now')
            ) : (
              <Time at={request.effectiveFrom} show="both" />
            )}
          </p>
          <ChangeList changes={request.changes} />
        </section>
      ))}
      {scheduled.map((version) => (
        <Scheduled key={version.id} version={version} mayChange={mayChange} />
      ))}
    </>
  )
}

function Scheduled({ version, mayChange }: { version: Version; mayChange: boolean }) {
  const { t } = useTranslation('website')
  const [isAsking, setAsking] = useState(false)
  const { number } = version
  const title = t('scheduled.title', { number })
  return (
    <section className={blocks['card']} aria-label={title}>
      <div className={blocks['sides']}>
        <h2>{title}</h2>
        {mayChange && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('scheduled.withdraw')}
          </Button>
        )}
      </div>
      <p className={blocks['note']}>
        {t('scheduled.from')} <Time at={version.effectiveFrom} show="both" /> ·{' '}
        <span data-raw>{version.reason}</span>
      </p>
      <ChangeList changes={version.changes} />
      {isAsking && (
        <ActSheet
          call="website.withdrawVersion"
          input={(reason) => ({ number, reason })}
          refreshes={['website']}
          onClose={() => setAsking(false)}
          title={t('withdraw.title', { number })}
          submitLabel={t('withdraw.submit')}
          isDanger
          reason={{ label: t('withdraw.reason'), isRequired: true }}
          notice={t('withdraw.notice')}
          onDone={() => say(t('withdraw.done', { number }))}
        />
      )}
    </section>
  )
}
