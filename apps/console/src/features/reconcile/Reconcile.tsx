import { useTranslation } from 'react-i18next'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { dateOnText, oneOf } from '../../lib/address/search-values.ts'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { DayCalendar } from './DayCalendar.tsx'
import { DayView } from './day/DayView.tsx'
import { ShiftTab } from './shifts/ShiftTab.tsx'
import { dayBefore } from './day-shapes.ts'
import classes from './Reconcile.module.css'

const tabs = ['days', 'shifts'] as const
const parse = (raw: RawSearch) => ({
  tab: oneOf(raw['tab'], tabs) ?? 'days',
  on: dateOnText(raw['on']) ?? dayBefore(bangkokDateOn(Date.now())),
})

/** `/reconcile`: the business days of a month, one of them in whole; what people did in their shifts. */
export default function Reconcile() {
  const { t } = useTranslation('reconcile')
  const [{ tab, on }, change] = useScreenSearch(parse)
  return (
    <Page title={t('day.title')} description={t('day.lead')}>
      <Tabs
        label={t('day.title')}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(value) => change({ tab: oneOf(value, tabs) ?? 'days' })}
      >
        {tab === 'shifts' ? (
          <ShiftTab on={on} onDay={(next) => change({ on: next })} />
        ) : (
          <div className={classes['screen']}>
            <DayCalendar on={on} onChoose={(next) => change({ on: next })} />
            <DayView key={on} on={on} />
          </div>
        )}
      </Tabs>
    </Page>
  )
}
