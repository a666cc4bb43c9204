import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { formatDateInWords } from '../../../lib/words/formats.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { dayTones, type Day, type Item } from '../day-shapes.ts'
import { Closes } from './Closes.tsx'
import { ClosingCard } from './ClosingCard.tsx'
import { ExplainSheet } from './ExplainSheet.tsx'
import { ItemList } from './ItemList.tsx'
import { LateList } from './LateList.tsx'
import { SheetPart } from './SheetPart.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

/** One business day: how it stands, what is left to do, its four sheets and all that differs. */
export function DayView({ on }: { on: string }) {
  // Lines and payouts change a day without an event of it.
  const query = useQueryCall('reconcile.day', { on }, { live: 'reconcileDay', refetchEveryMs: 15_000 })
  return (
    <div className={classes['day']}>
      <Asked query={query} height={520}>
        {(day) => <Known day={day} />}
      </Asked>
    </div>
  )
}

function Known({ day }: { day: Day }) {
  const { t } = useTranslation('reconcile')
  const reading = useReading()
  const [explaining, setExplaining] = useState<Item | null>(null)
  const { businessOn, status, sheets } = day
  return (
    <>
      <header className={blocks['sides']}>
        <h2>{formatDateInWords(businessOn, reading)}</h2>
        <Status tone={dayTones[status]} label={t(`dayStatuses.${status}`)} />
      </header>
      <ClosingCard day={day} />
      <ItemList day={day} onExplain={setExplaining} />
      {sheets.map((sheet) => (
        <SheetPart key={sheet.sheet} sheet={sheet} on={businessOn} />
      ))}
      <LateList day={day} />
      <Closes day={day} />
      {explaining && (
        <ExplainSheet
          key={explaining.key}
          on={businessOn}
          item={explaining}
          onClose={() => setExplaining(null)}
        />
      )}
    </>
  )
}
