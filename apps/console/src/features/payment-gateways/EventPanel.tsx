import { IconChecks, IconRefresh } from '@tabler/icons-react'
import { openEventStates } from '@khlang/contract/values/gateway-values.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { useCall } from '../../lib/call/query.ts'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { ScrollRegion } from '../../ui/figures/ScrollRegion.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { eventTones, type EventRow } from './gateway-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Order.module.css'

const Facts = factsPart<EventRow>({
  area: 'payment-gateways',
  facts: (fact) => [
    fact.cell('gateway', ({ gateway }) => gateway.name),
    fact.word('verdict', 'verdict'),
    fact.money('amount', 'amountMinor', { isTold: ({ amountMinor }) => amountMinor !== null }),
    fact.text('currency', { isTold: ({ currency }) => currency !== null }),
    fact.copy('orderRef', { isTold: ({ orderRef }) => orderRef !== null }),
    fact.text('address', { isTold: ({ address }) => address !== null && address !== '' }),
    fact.count('repeats'),
    fact.time('receivedAt'),
    fact.time('happenedAt', { isTold: ({ happenedAt }) => happenedAt !== null }),
    fact.text('handledBy', { isTold: ({ handledBy }) => handledBy !== null }),
    fact.text('handledReason', { isTold: ({ handledReason }) => handledReason !== null }),
  ],
})

const isOpen = ({ state }: EventRow): boolean => (openEventStates as readonly string[]).includes(state)

function useHand() {
  const [isClosing, setClosing] = useState(false)
  return {
    isClosing,
    setClosing,
    errorText: useErrorText(),
    retry: useCall('paymentGateways.retryEvent', { refreshes: ['paymentGateways'] }),
  }
}

/** What a gateway told, as it came, what became of it, and what a person may do about it. */
export default recordPanel({
  call: 'paymentGateways.event',
  area: 'payment-gateways',
  query: { live: 'gatewayOrder' },
  title: (event, { t }) => (event.kind === null ? t('event.unread') : t(`eventKind.${event.kind}`)),
  aside: (event, { t }) => <Status tone={eventTones[event.state]} label={t(`eventState.${event.state}`)} />,
  useHand,
  acts: (event, { t, allows, hand }) =>
    !allows({ paymentGateway: ['isUpdate'] })
      ? []
      : [
          ...(event.state === 'unknownOrder'
            ? [
                {
                  label: t('act.retry'),
                  icon: IconRefresh,
                  isOnline: true,
                  run: () =>
                    void hand.retry
                      .send({ id: event.id })
                      .then(({ state }) => say(t(`eventState.${state}`)))
                      .catch((thrown: unknown) => say(hand.errorText(thrown), 'red')),
                },
              ]
            : []),
          ...(isOpen(event)
            ? [
                {
                  label: t('act.close'),
                  icon: IconChecks,
                  run: () => hand.setClosing(true),
                  isOnline: true,
                },
              ]
            : []),
        ],
  body: (event, { t }) => (
    <>
      <p className={blocks['warn']} data-tone={isOpen(event) ? 'red' : 'grey'}>
        {t(`eventHint.${event.state}`)}
      </p>
      <Facts of={event} />
      <ScrollRegion className={classes['raw']} label={t('event.raw')}>
        <pre>{event.raw}</pre>
      </ScrollRegion>
    </>
  ),
  beside: (event, { hand }) =>
    hand.isClosing && <CloseSheet event={event} onClose={() => hand.setClosing(false)} />,
})

/** A person says what came of it: it moves no money. */
function CloseSheet({ event, onClose }: { event: EventRow; onClose: () => void }) {
  const { t } = useTranslation('payment-gateways')
  return (
    <ActSheet
      call="paymentGateways.closeEvent"
      input={(reason) => ({ id: event.id, reason })}
      refreshes={['paymentGateways', 'dashboard']}
      onClose={onClose}
      title={t('close.title')}
      submitLabel={t('act.close')}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('close.effect')}
      onDone={() => say(t('close.done'))}
    />
  )
}
