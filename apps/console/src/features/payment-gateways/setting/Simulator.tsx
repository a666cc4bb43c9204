import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import '../../../ui/kit-later.ts'
import { RouteTable } from '../RouteTable.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './GatewayFields.module.css'

const usualMinor = 300_000
/** So long nobody types before it is asked. */
const askedAfterMs = 300

/** Which gateway an order would go through now, and why not the others. Nothing is ordered. */
export function Simulator() {
  const { t } = useTranslation('payment-gateways')
  const [amountMinor, setAmount] = useState<number | null>(usualMinor)
  const [level, setLevel] = useState('0')
  const [direction, setDirection] = useState<'in' | 'out'>('in')
  const [askedMinor] = useDebouncedValue(amountMinor, askedAfterMs)
  const [askedLevel] = useDebouncedValue(level, askedAfterMs)
  return (
    <Card title={t('simulate.title')}>
      <p className={blocks['quiet']}>{t('simulate.lead')}</p>
      <div className={classes['fields']}>
        <AmountInput
          name="amount"
          label={t('field.amount')}
          value={amountMinor}
          onChange={setAmount}
          minMinor={1}
          isRequired
        />
        <TextInput
          label={t('field.level')}
          value={level}
          inputMode="numeric"
          maxLength={2}
          onChange={({ currentTarget }) => setLevel(currentTarget.value.replaceAll(/\D/g, ''))}
        />
        <NativeSelect
          label={t('field.direction')}
          value={direction}
          data={(['in', 'out'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
          onChange={({ currentTarget }) => setDirection(currentTarget.value === 'out' ? 'out' : 'in')}
        />
      </div>
      {amountMinor !== null && askedMinor !== null && (
        <Answer amountMinor={askedMinor} level={Number(askedLevel) || 0} direction={direction} />
      )}
    </Card>
  )
}

/** What would become of such an order. */
function Answer(asked: { amountMinor: number; level: number; direction: 'in' | 'out' }) {
  const { t } = useTranslation('payment-gateways')
  const query = useQueryCall('paymentGateways.simulate', asked, { keepsPrevious: true, live: 'gateway' })
  return (
    <Asked query={query}>
      {({ records, chosenId }) => (
        <>
          {chosenId === null && (
            <p className={blocks['warn']} data-tone="red" role="status">
              {t('simulate.none')}
            </p>
          )}
          <RouteTable routes={records} chosenId={chosenId} />
        </>
      )}
    </Asked>
  )
}
