import {
  costCategories,
  incomeCategories,
  neverAlone,
  type BookingCategory,
} from '@khlang/contract/pre-transactions/booking-words.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { Checkbox, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { doneNote, payerFacts, takenBy, type LineActProps } from '../lines/line-act.tsx'
import { reasonWorded } from './reason-worded.ts'
import '../../../ui/kit-later.ts'
import detailClasses from '../lines/LineDetail.module.css'

/** A line is the company's own: what it is, and why. */
export function BookSheet({ line, onClose, onDone, onTaken }: LineActProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const { t: tLine } = useTranslation('pre-transactions-lines')
  const { id, version, direction } = line
  const categories: readonly BookingCategory[] = direction === 'in' ? incomeCategories : costCategories
  const start: { category: BookingCategory; isConfirmed: boolean } = {
    category: direction === 'in' ? 'interest' : 'bankFee',
    isConfirmed: false,
  }
  const form = useActForm({
    call: 'preTransactions.bookLine',
    area: 'pre-transactions-acts',
    about: id,
    start,
    input: ({ category, isConfirmed }, { reason }) => ({ id, version, category, isConfirmed, reason }),
    refreshes: ['preTransactions', 'approvals', 'creditTransactions'],
    worded: reasonWorded(t),
    onDone: ({ state }) => onDone(doneNote(line, state === 'waiting' ? 'bookAsked' : 'booked')),
    onRefused: takenBy(line, onTaken),
  })
  const { category } = form.draft
  const amount = formatBaht(line.amountMinor)
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t(direction === 'in' ? 'book.titleIn' : 'book.titleOut', { amount })}
      submitLabel={t('book.submit', { amount })}
      facts={payerFacts(tLine, line)}
      reason={{ label: t('book.reason'), isRequired: true, description: tLine('reasonHelp') }}
      notice={t(neverAlone.includes(category) ? 'book.noticeTwo' : 'book.notice')}
    >
      <Radio.Group
        label={t('book.category')}
        value={category}
        onChange={(next) => form.change({ category: categories.find((each) => each === next) ?? category })}
      >
        <div className={detailClasses.choices}>
          {categories.map((each) => (
            <Radio key={each} value={each} label={t(`categories.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      {direction === 'in' && <Checkbox {...form.flag('isConfirmed')} label={t('refund.sureNobodys')} />}
    </Confirm>
  )
}
