import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../lib/call/Asked.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { useViewReason } from '../../lib/person/view-reason.ts'
import { useSettingWords } from '../../lib/words/setting-words.ts'
import blocks from '../../ui/Blocks.module.css'
import { Time } from '../../ui/figures/Time.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { UnsavedGuard } from '../../ui/sheet/UnsavedGuard.tsx'
import { ReviewSheet } from './ReviewSheet.tsx'
import { inSections } from './setting-groups.ts'
import { SettingRow } from './SettingRow.tsx'
import type { Settings, SwitchKey } from './setting-shapes.ts'
import { SwitchOffSheet } from './SwitchOffSheet.tsx'
import { useWish, type Wish } from './use-wish.ts'
import { Waiting } from './Waiting.tsx'
import classes from './Website.module.css'

/** What is in force, and other values beside it. */
export function SettingsTab() {
  const query = useQueryCall('website.settings', {}, { live: 'settingsVersion', refetchEveryMs: 15_000 })
  return (
    <Asked query={query} height={480}>
      {(settings) => <Form settings={settings} />}
    </Asked>
  )
}

function Form({ settings }: { settings: Settings }) {
  const { t } = useTranslation('website')
  const mayChange = useAllows()({ websiteConfigAndCoreSystem: ['isUpdate'] })
  const [search, setSearch] = useState('')
  const [off, setOff] = useState<SwitchKey | null>(null)
  const [isReviewing, setReviewing] = useState(false)
  const wish = useWish(settings.records)
  return (
    <div className={blocks['stack']}>
      <UnsavedGuard isDirty={wish.changes.length > 0 || wish.isRefused} />
      {settings.isHeld && <p className={blocks['warn']}>{t('held')}</p>}
      {!mayChange && <p className={blocks['banner']}>{t('readOnly')}</p>}
      <Waiting {...settings} mayChange={mayChange} />
      <div className={classes['head']}>
        <TextInput
          className={classes['search'] ?? ''}
          type="search"
          aria-label={t('search')}
          placeholder={t('searchHint')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span className={blocks['note']}>
          {t('version', { number: settings.version })} <Time at={settings.since} show="both" />
        </span>
      </div>
      <Sections {...{ settings, search, wish, mayChange }} onSwitchOff={setOff} />
      {mayChange && <Bar wish={wish} onReview={() => setReviewing(true)} />}
      {off !== null && <SwitchOffSheet of={off} onClose={() => setOff(null)} />}
      {isReviewing && (
        <ReviewSheet
          wish={wish}
          settings={settings.records}
          version={settings.version}
          onClose={() => setReviewing(false)}
        />
      )}
    </div>
  )
}

interface SectionsProps {
  settings: Settings
  search: string
  wish: Wish
  mayChange: boolean
  onSwitchOff: (key: SwitchKey) => void
}

/** The settings under their headings, those alone whose words hold what is searched for. */
function Sections({ settings, search, ...row }: SectionsProps) {
  const { t } = useTranslation('website')
  const words = useSettingWords()
  const wanted = search.trim().toLocaleLowerCase()
  const found = settings.records.filter(({ key }) =>
    `${words.name(key)} ${words.hint(key)} ${key}`.toLocaleLowerCase().includes(wanted),
  )
  if (found.length === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />
  return [...inSections(found)].map(([section, rows]) => (
    <section key={section} className={classes['section']} aria-labelledby={`settings-${section}`}>
      <h2 id={`settings-${section}`}>{t(`section.${section}`)}</h2>
      {rows.map((setting) => (
        <SettingRow key={setting.key} setting={setting} {...row} />
      ))}
    </section>
  ))
}

/** Always in sight: how much is changed, and the way on. */
function Bar({ wish, onReview }: { wish: Wish; onReview: () => void }) {
  const { t } = useTranslation('website')
  const viewReason = useViewReason()
  const { changes, isRefused } = wish
  if (changes.length === 0 && !isRefused) return null
  return (
    <div className={classes['bar']}>
      <strong role="status">{t('bar.count', { count: changes.length })}</strong>
      <Button variant="default" onClick={wish.clear}>
        {t('bar.reset')}
      </Button>
      <Button onClick={onReview} disabled={isRefused || changes.length === 0} {...viewReason}>
        {t('bar.review')}
      </Button>
    </div>
  )
}
