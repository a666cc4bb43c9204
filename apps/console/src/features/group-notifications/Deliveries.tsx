import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/page/Card.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { deliveryState, deliveryTones, type Delivery } from './group-shapes.ts'
import { useWhyNot } from './use-why-not.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Groups.module.css'

interface DeliveriesProps {
  deliveries: readonly Delivery[]
}

const shownMax = 5

/** The newest messages of a group and what became of each; the older of them are folded away. */
export function Deliveries({ deliveries }: DeliveriesProps) {
  const { t } = useTranslation('group-notifications')
  return (
    <Card title={t('panel.deliveries')}>
      {deliveries.length > 0 && <p className={blocks['note']}>{t('panel.deliveriesLead')}</p>}
      {deliveries.length === 0 && <p className={blocks['note']}>{t('panel.noDeliveries')}</p>}
      <Lines deliveries={deliveries.slice(0, shownMax)} />
      {deliveries.length > shownMax && (
        <details className={blocks['fold']}>
          <summary>{t('panel.older', { count: deliveries.length - shownMax })}</summary>
          <Lines deliveries={deliveries.slice(shownMax)} />
        </details>
      )}
    </Card>
  )
}

function Lines({ deliveries }: DeliveriesProps) {
  if (deliveries.length === 0) return null
  return (
    <ul className={`${blocks['list']} ${classes['lines']}`}>
      {deliveries.map((each) => (
        <DeliveryLine key={each.id} delivery={each} />
      ))}
    </ul>
  )
}

function DeliveryLine({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('group-notifications')
  const whyNot = useWhyNot()
  const state = deliveryState(delivery)
  const { isTest, eventCount, tries, error, createdAt, nextAt, doneAt } = delivery
  return (
    <li>
      <Status tone={deliveryTones[state]} label={t(`delivery.${state}`)} />
      <span>{isTest ? t('delivery.test') : t('events', { count: eventCount })}</span>
      <span className={classes['at']}>
        <Time at={createdAt} />
      </span>
      <SentText delivery={delivery} />
      <span className={classes['more']}>
        {tries > 0 && <span>{t('delivery.tries', { count: tries })}</span>}
        {doneAt === null ? (
          <span>
            {t(tries > 0 ? 'delivery.nextTry' : 'delivery.goes')} <Time at={nextAt} show="exact" />
          </span>
        ) : (
          <span>
            {t('delivery.done')} <Time at={doneAt} show="exact" />
          </span>
        )}
      </span>
      {error !== null && state !== 'sent' && <span className={classes['why']}>{whyNot(error)}</span>}
      {state === 'dropped' && <span className={classes['more']}>{t('delivery.droppedWhy')}</span>}
    </li>
  )
}

const shortText = 160

/** What stands in the message; a long one is opened by a press. */
function SentText({ delivery: { text, hiddenCount, unshownCount } }: { delivery: Delivery }) {
  const { t } = useTranslation('group-notifications')
  const lines = text?.split('\n') ?? []
  const isLong = lines.length > 3 || (text?.length ?? 0) > shortText
  return (
    <div className={classes['sent']}>
      {text !== null && !isLong && <p>{text}</p>}
      {text !== null && isLong && (
        <details className={classes['long']}>
          <summary>
            <span>{lines[0]}</span>
            <b>{t('delivery.whole')}</b>
          </summary>
          <p>{text}</p>
        </details>
      )}
      {hiddenCount > 0 && <p className={blocks['note']}>{t('delivery.hidden', { count: hiddenCount })}</p>}
      {unshownCount > 0 && (
        <p className={blocks['note']}>{t('delivery.unshown', { count: unshownCount })}</p>
      )}
    </div>
  )
}
