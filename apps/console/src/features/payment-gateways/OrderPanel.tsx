import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { useCall } from '../../lib/call/query.ts'
import { openSettling } from '../../lib/call/settling.ts'
import type { Words } from '../../lib/list/columns.tsx'
import { useTakeBack } from '../../lib/person/taking-back.ts'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { eventTones, type OrderDetail } from './gateway-shapes.ts'
import { OrderStatus } from './OrderStatus.tsx'
import { RouteTable } from './RouteTable.tsx'
import blocks from '../../ui/Blocks.module.css'
import classes from './Order.module.css'

const Facts = factsPart<OrderDetail>({
  area: 'payment-gateways',
  facts: (fact) => [
    fact.cell('member', ({ member }) => member.username),
    fact.cell('gateway', ({ gateway }) => gateway.name),
    fact.money('amount', 'amountMinor'),
    fact.money('fee', 'feeMinor'),
    fact.money('credited', 'creditedMinor', { isTold: ({ creditedMinor }) => creditedMinor !== null }),
    fact.copy('reference'),
    fact.copy('gatewayRef', { isTold: ({ gatewayRef }) => gatewayRef !== null }),
    fact.time('createdAt'),
    fact.time('expiresAt'),
    fact.time('paidAt', { isTold: ({ paidAt }) => paidAt !== null }),
    fact.day('settlesOn', { isTold: ({ settlesOn }) => settlesOn !== null }),
  ],
})

const Told = tablePart<OrderDetail['events'][number]>({
  area: 'payment-gateways',
  title: 'order.told',
  stacks: true,
  rowKey: ({ id }) => id,
  columns: (fact) => [
    fact.cell('kind', (row, { t }) => (row.kind === null ? '–' : t(`eventKind.${row.kind}`))),
    fact.word('verdict', 'verdict'),
    fact.cell('state', (row, { t }) => (
      <Status tone={eventTones[row.state]} label={t(`eventState.${row.state}`)} />
    )),
    fact.time('receivedAt'),
  ],
})

/** Who asked to take the credit of a refunded order back, who agreed, and why. */
const TakenBack = factsPart<NonNullable<OrderDetail['takingBack']>>({
  area: 'payment-gateways',
  names: 'takingBack',
  title: 'takingBack.done',
  facts: (fact) => [
    fact.time('askedAt'),
    fact.time('doneAt'),
    fact.text('by'),
    fact.cell('checker', ({ checker }, { t }) => checker ?? t('takingBack.nobody')),
    fact.text('reason'),
  ],
})

/** Asking the gateway once more, taking a credit back, and the words of a refusal. */
const useHand = () => ({
  check: useCall('paymentGateways.checkOrder'),
  errorText: useErrorText(),
  takeBack: useTakeBack(),
})

type Hand = ReturnType<typeof useHand>

/** Of an order that its gateway gave back: asking for its credit, or the request that waits. */
function backActs({ depositId, mayTakeBack, takingBack }: OrderDetail, t: Words['t'], { takeBack }: Hand) {
  if (!mayTakeBack || depositId === null) return []
  const icon = IconArrowBackUp
  if (takingBack !== null)
    return [{ label: t('act.openRequest'), icon, run: () => openSettling(takingBack.approvalId) }]
  const run = takeBack(depositId, { lineId: null })
  return run === null ? [] : [{ label: t('act.takeBack'), icon, run }]
}

/** One order: its code, why it went this way, and what the gateway told of it. */
export default recordPanel({
  call: 'paymentGateways.order',
  area: 'payment-gateways',
  query: { live: 'gatewayOrder', refetchEveryMs: 15_000 },
  title: (order) => order.reference,
  aside: (order) => <OrderStatus order={order} />,
  useHand,
  acts: (order, { t, allows, hand }) => [
    ...backActs(order, t, hand),
    ...(allows({ paymentGateway: ['isUpdate'] })
      ? [
          {
            label: t('act.check'),
            icon: IconRefresh,
            isOnline: true,
            run: () =>
              void hand.check.send({ id: order.id }).then(
                () => say(t('order.asked')),
                (thrown: unknown) => say(hand.errorText(thrown), 'red'),
              ),
          },
        ]
      : []),
  ],
  body: (order, { t }) => (
    <>
      {order.personReason !== null && (
        <p className={blocks['warn']} data-tone="red">
          {t(`person.${order.personReason}`)}
        </p>
      )}
      {order.mayTakeBack && order.takingBack !== null && (
        <p className={blocks['warn']}>{t('takingBack.waits', { by: order.takingBack.by })}</p>
      )}
      <Code order={order} />
      <Facts of={order} />
      {order.isTakenBack && order.takingBack !== null && <TakenBack of={order.takingBack} />}
      <Told rows={order.events} />
      <RouteTable routes={order.routing} chosenId={order.gateway.id} />
    </>
  ),
})

/** Of one that waits, the code as the member sees it. */
function Code({ order: { qrPayload, state } }: { order: OrderDetail }) {
  const { t } = useTranslation('payment-gateways')
  if (qrPayload === null || state !== 'pending') return null
  return (
    <div className={classes['code']}>
      <QrCode text={qrPayload} label={t('order.code')} />
    </div>
  )
}
