import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { formatAccountNumber } from '../../../lib/words/formats.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { CopyText } from '../../../ui/figures/CopyText.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { LineWhole } from '../lines/line-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

type Refund = NonNullable<LineWhole['handling']['refund']>
export type RefundAct = 'closeRefund' | 'cancelRefund'

interface RefundCardProps {
  lineId: string
  refund: Refund
  onAct: (act: RefundAct) => void
}

const tones = { approved: 'amber', done: 'green', cancelled: 'grey' } as const

/** Where the money of a line goes back to, how far that is, and what can be done about it. */
export function RefundCard({ lineId, refund, onAct }: RefundCardProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  const isOut = lineId !== refund.lineId
  const other = isOut ? refund.lineId : refund.outLineId
  return (
    <section className={blocks.card} aria-label={t('refund.card')}>
      <div className={blocks.sides}>
        <b>{t(isOut ? 'refund.cardOut' : 'refund.card')}</b>
        <Status tone={tones[refund.state]} label={t(`refund.states.${refund.state}`)} />
      </div>
      {refund.state === 'approved' && <p className={blocks.quiet}>{t('refund.pay')}</p>}
      <Facts of={refund} />
      <div className={blocks.buttons}>
        {other !== null && (
          <ScreenLink
            to="/pre-transaction/matching"
            search={{ tab: 'handled', line: other }}
            className={blocks.wordLink}
          >
            {t(isOut ? 'refund.seeIn' : 'refund.seeOut')}
          </ScreenLink>
        )}
        {mayAct && refund.state === 'approved' && (
          <>
            <Button size="sm" variant="default" disabled={isAway} onClick={() => onAct('closeRefund')}>
              {t('closeRefund.button')}
            </Button>
            <Button size="sm" variant="default" disabled={isAway} onClick={() => onAct('cancelRefund')}>
              {t('cancelRefund.button')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

const Facts = factsPart<Refund>({
  area: 'pre-transactions-acts',
  names: 'refund.field',
  columns: 2,
  facts: (fact) => [
    fact.cell('to', ({ toBank, toAccountNo }) => (
      <BankTag code={toBank}>
        {/^\d+$/.test(toAccountNo) ? (
          <CopyText value={toAccountNo}>{formatAccountNumber(toAccountNo)}</CopyText>
        ) : (
          toAccountNo
        )}
      </BankTag>
    )),
    fact.text('toName'),
    fact.text('reason'),
    fact.cell('people', ({ maker, checker }) =>
      [maker, checker].filter((name) => name !== null).join(' · '),
    ),
    fact.cell('approvedAt', ({ approvedAt }) => <Time at={approvedAt} show="exact" />),
  ],
})
