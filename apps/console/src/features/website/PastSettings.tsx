import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../lib/call/Asked.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import { useSettingWords } from '../../lib/words/setting-words.ts'
import blocks from '../../ui/Blocks.module.css'
import { DateField } from '../../ui/filters/DateField.tsx'
import { DiffTable } from '../../ui/sheet/DiffTable.tsx'
import classes from './Website.module.css'

/** What was in force at the end of a past day, where it differs from now. */
export function PastSettings() {
  const { t } = useTranslation('website')
  const [on, setOn] = useState<string | null>(null)
  return (
    <div className={classes['past']}>
      <DateField label={t('at.title')} value={on} onChange={setOn} maxOn={bangkokDateOn(Date.now())} />
      {on !== null && <OfDay on={on} />}
    </div>
  )
}

function OfDay({ on }: { on: string }) {
  const { t } = useTranslation('website')
  const words = useSettingWords()
  const at = new Date(`${on}T23:59:59.999+07:00`).toISOString()
  const past = useQueryCall('website.settingsAt', { at }, { live: 'settingsVersion', isTracked: false })
  const now = useQueryCall('website.settings', {}, { live: 'settingsVersion', isTracked: false })
  if (!past.data || !now.data) return <Failed query={past.error ? past : now} isInline />
  const { version, records } = past.data
  if (version === null) return <p className={blocks['note']}>{t('at.unknown')}</p>
  const stands = new Map(now.data.records.map(({ key, value }) => [key, value]))
  const others = records.filter(({ key, value }) => stands.get(key) !== value)
  return (
    <>
      <p className={blocks['note']}>
        {t('at.version', { number: version })}
        {others.length === 0 && ` · ${t('at.same')}`}
      </p>
      {others.length > 0 && (
        <DiffTable
          label={t('at.title')}
          sides={[t('at.then'), t('at.now')]}
          rows={others.map(({ key, value }) => ({
            key,
            name: words.name(key),
            before: words.value(key, value),
            after: words.value(key, stands.get(key) ?? value),
          }))}
        />
      )}
    </>
  )
}
