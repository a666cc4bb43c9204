import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { useSettingWords } from '../../../lib/words/setting-words.ts'
import { Time } from '../../../ui/figures/Time.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { MomentFields, untilNow, useMoment } from './MomentFields.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Proof.module.css'

type Held = OutputOf<CallOf<'website.settingsAt'>>['records'][number]

/** What stands now: what a past moment is compared with, and what the settings are called. */
const useSettingsNow = () =>
  useQueryCall('website.settings', {}, { live: 'settingsVersion', isTracked: false })

/** Which settings were in force at a past moment, and who had changed each. */
export function SettingsAt() {
  const { t } = useTranslation('dashboard')
  const words = useSettingWords()
  const moment = useMoment()
  const [key, setKey] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const now = useSettingsNow()
  return (
    <Card title={t('proof.settings.title')}>
      <div className={classes['ask']}>
        <SelectField
          label={t('proof.settings.which')}
          data={[
            { value: '', label: t('proof.settings.all') },
            ...(now.data?.records ?? []).map(({ key: value }) => ({ value, label: words.name(value) })),
          ]}
          value={key}
          onChange={(next) => setKey(next ?? '')}
          allowDeselect={false}
          searchable
        />
        <MomentFields {...moment} />
        <Button
          disabled={moment.at === null}
          onClick={() => moment.at !== null && setAt(untilNow(moment.at))}
        >
          {t('proof.settings.ask')}
        </Button>
      </div>
      {at !== null && <InForce key={at} at={at} only={key} />}
    </Card>
  )
}

/** Then beside now; first what differs, then what somebody had changed. */
function InForce({ at, only }: { at: string; only: string }) {
  const { t } = useTranslation('dashboard')
  const words = useSettingWords()
  const reading = useReading()
  const past = useQueryCall('website.settingsAt', { at })
  const now = useSettingsNow()
  if (!past.data || !now.data) return <Failed query={past.error ? past : now} isInline />
  if (past.data.version === null) return <p className={blocks['note']}>{t('proof.settings.unknown')}</p>
  const stands = new Map(now.data.records.map(({ key, value }) => [key, value]))
  const isOther = ({ key, value }: Held) => stands.get(key) !== value
  const rank = (held: Held) => (isOther(held) ? 0 : held.by === null ? 2 : 1)
  const rows = past.data.records.filter(({ key }) => only === '' || key === only)
  return (
    <table className={classes['settings']}>
      <thead>
        <tr>
          <th scope="col">{t('proof.settings.setting')}</th>
          <th scope="col">{formatDateTime(at, reading)}</th>
          <th scope="col">{t('proof.at.now')}</th>
          <th scope="col">{t('proof.settings.by')}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .toSorted((a, b) => rank(a) - rank(b))
          .map((held) => (
            <tr key={held.key} data-other={isOther(held) || undefined}>
              <th scope="row">{words.name(held.key)}</th>
              <td data-raw>{words.value(held.key, held.value)}</td>
              <td data-raw>{words.value(held.key, stands.get(held.key) ?? held.value)}</td>
              <td>{held.by === null ? t('proof.settings.first') : <By by={held.by} />}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function By({ by }: { by: NonNullable<Held['by']> }) {
  const { t } = useTranslation('dashboard')
  const { askedBy, agreedBy, since, version, reason } = by
  return (
    <>
      <span data-raw>{askedBy ?? '–'}</span>
      {agreedBy !== null && ` · ${t('proof.settings.agreed', { name: agreedBy })}`}
      <span className={classes['aside']}>
        <Time at={since} show="both" /> · {t('proof.settings.version', { number: version })} ·{' '}
        <span data-raw>{reason}</span>
      </span>
    </>
  )
}
