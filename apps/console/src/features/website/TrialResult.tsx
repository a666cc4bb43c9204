import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../lib/call/Asked.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import { useSettingWords } from '../../lib/words/setting-words.ts'
import blocks from '../../ui/Blocks.module.css'
import '../../ui/kit-later.ts'
import type { Patch } from './setting-shapes.ts'
import { TrialSide } from './TrialSide.tsx'
import classes from './Website.module.css'

/** What other settings would have made of the decisions of a day. */
export function TrialResult({ patch }: { patch: Patch }) {
  const { t } = useTranslation('website')
  const words = useSettingWords()
  const [day, setDay] = useState('yesterday')
  const on = day === 'today' ? { on: bangkokDateOn(Date.now()) } : {}
  const query = useQueryCall('website.trySettings', { changes: patch, ...on }, { isTracked: false })
  const { data, error } = query
  return (
    <section className={classes['trial']} aria-label={t('trial.title')}>
      <div className={blocks['sides']}>
        <h3>{t('trial.title')}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('trial.day')}
          value={day}
          onChange={setDay}
          data={['yesterday', 'today'].map((value) => ({ value, label: t(`trial.${value}`) }))}
        />
      </div>
      <Failed query={query} isInline />
      {!data && !error && <Skeleton height={72} aria-label={t('trial.running')} />}
      {data && (
        <>
          <TrialSide name="deposits" side={data.deposits} />
          <TrialSide name="withdrawals" side={data.withdrawals} />
          {data.untried.length > 0 && (
            <p className={blocks['quiet']}>
              {t('trial.untried', { names: data.untried.map(words.name).join(', ') })}
            </p>
          )}
          {(data.deposits.isTouched || data.withdrawals.isTouched) && (
            <p className={blocks['quiet']}>{t('trial.own')}</p>
          )}
        </>
      )}
    </section>
  )
}
