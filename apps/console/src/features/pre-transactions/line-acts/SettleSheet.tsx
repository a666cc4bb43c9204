import { formatBaht } from '@khlang/money/amount.ts'
import { Checkbox, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { doneNote, payerFacts, takenBy, type LineActProps } from '../lines/line-act.tsx'
import { reasonWorded } from './reason-worded.ts'
import { SettlementFigures } from './SettlementFigures.tsx'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import detailClasses from '../lines/LineDetail.module.css'

interface Draft {
  /** Empty until somebody chooses; the one that the bank names stands chosen. */
  gatewayId: string
  isConfirmed: boolean
}

/** A line is what a gateway owed: which one, how it stands to what is due, and why; two must agree. */
export function SettleSheet({ line, onClose, onDone, onTaken }: LineActProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const { t: tLine } = useTranslation('pre-transactions-lines')
  const { id, version } = line
  const amount = formatBaht(line.amountMinor)
  const query = useQueryCall('preTransactions.settlementOptions', { id }, { isTracked: false })
  const options = query.data?.records ?? []
  const start: Draft = { gatewayId: '', isConfirmed: false }
  const chosenOf = ({ gatewayId }: Draft) =>
    options.find(({ gateway }) => gateway.id === gatewayId) ??
    options.find(({ isNamed, isAboveOwed }) => isNamed && !isAboveOwed)
  const form = useActForm({
    call: 'preTransactions.askSettlement',
    area: 'pre-transactions-acts',
    about: id,
    start,
    input: (draft, { reason }) => ({
      id,
      version,
      gatewayId: chosenOf(draft)?.gateway.id ?? '',
      isConfirmed: draft.isConfirmed,
      reason,
    }),
    refreshes: ['preTransactions', 'paymentGateways', 'approvals'],
    worded: reasonWorded(t),
    onDone: ({ state }) => onDone(doneNote(line, state === 'waiting' ? 'settleAsked' : 'settleAlone')),
    onRefused: takenBy(line, onTaken),
  })
  const chosen = chosenOf(form.draft)
  const marksOf = ({ isNamed, isExact, isAboveOwed }: (typeof options)[number]): string =>
    [isNamed && 'isNamed', isExact && 'isExact', isAboveOwed && 'isAboveOwed']
      .filter((mark) => mark !== false)
      .map((mark) => t(`settle.${mark}`))
      .join(' · ')
  return (
    <Confirm
      {...form.sheet}
      canSubmit={form.sheet.canSubmit && chosen !== undefined && !chosen.isAboveOwed}
      onClose={onClose}
      title={t('settle.title', { amount })}
      submitLabel={t('settle.submit', { amount })}
      facts={payerFacts(tLine, line)}
      reason={{ label: t('settle.reason'), isRequired: true, description: tLine('reasonHelp') }}
      notice={t('settle.notice')}
    >
      <Asked query={query} height={64} isInline>
        {({ records }) =>
          records.length === 0 ? (
            <p className={blocks.quiet}>{t('settle.none')}</p>
          ) : (
            <Radio.Group
              label={t('settle.choose')}
              value={chosen?.gateway.id ?? ''}
              onChange={(gatewayId) => form.change({ gatewayId })}
            >
              <div className={detailClasses.choices}>
                {records.map((option) => (
                  <Radio
                    key={option.gateway.id}
                    value={option.gateway.id}
                    label={option.gateway.name}
                    description={marksOf(option)}
                  />
                ))}
              </div>
            </Radio.Group>
          )
        }
      </Asked>
      {chosen && <SettlementFigures option={chosen} line={line} />}
      <Checkbox
        {...form.flag('isConfirmed')}
        label={t(line.isPossibleDouble ? 'refund.sureNotDouble' : 'settle.sure')}
      />
    </Confirm>
  )
}
