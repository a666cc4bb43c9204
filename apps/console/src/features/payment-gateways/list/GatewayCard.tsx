import { Button } from '@mantine/core'
import {
  IconBuildingBank,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconSettings,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatBps, formatCount } from '../../../lib/words/formats.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { CardLine } from '../../../ui/figures/CardLine.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { gatewayTones, type GatewayCardRow } from '../gateway-shapes.ts'
import { useGatewayTest } from './use-gateway-test.ts'
import blocks from '../../../ui/Blocks.module.css'
import cards from '../../../ui/Cards.module.css'

interface GatewayCardProps {
  gateway: GatewayCardRow
  onState: (state: GatewayCardRow['state']) => void
}

/** One gateway: what went through it today, how well it answers, and what waits there. */
export function GatewayCard({ gateway, onState }: GatewayCardProps) {
  const { t } = useTranslation('payment-gateways')
  const { name, state, breaker, adapter, methods, direction, isSandbox } = gateway
  const ways = methods.map((method) => t(`methods.${method}`)).join(' · ')
  return (
    <article className={blocks['card']} data-dense aria-label={name}>
      <header className={blocks['sides']}>
        <strong>{name}</strong>
        <span className={blocks['marks']}>
          {breaker !== 'closed' && (
            <Status tone="red" label={t(`breaker.${breaker}`)} title={t('breakerHint')} />
          )}
          <Status tone={gatewayTones[state]} label={t(`state.${state}`)} />
        </span>
      </header>
      <p className={blocks['quiet']}>
        {t(`adapters.${adapter}`)} · {t(`direction.${direction}`)} · {ways}
        {isSandbox && ` · ${t('sandbox')}`}
      </p>
      <Figures gateway={gateway} />
      <Acts gateway={gateway} onState={onState} />
    </article>
  )
}

function Figures({ gateway }: { gateway: GatewayCardRow }) {
  const { t } = useTranslation('payment-gateways')
  const { inToday, outToday, successBps, medianS, pendingCount, peopleCount, errorsLastHour } = gateway
  const moved = ({ count, amountMinor }: GatewayCardRow['inToday']) => (
    <>
      <Money minor={amountMinor} /> <span className={blocks['muted']}>{t('times', { count })}</span>
    </>
  )
  return (
    <div className={cards['lines']}>
      <CardLine label={t('field.inToday')}>{moved(inToday)}</CardLine>
      {gateway.direction !== 'in' && <CardLine label={t('field.outToday')}>{moved(outToday)}</CardLine>}
      <CardLine label={t('field.success')}>{successBps === null ? '–' : formatBps(successBps)}</CardLine>
      <CardLine label={t('field.median')}>
        {medianS === null ? '–' : t('seconds', { count: medianS })}
      </CardLine>
      {gateway.receivableMinor !== null && (
        <CardLine label={t('field.receivable')}>
          <Money minor={gateway.receivableMinor} />
        </CardLine>
      )}
      {gateway.overdueMinor !== null && gateway.direction !== 'out' && (
        <CardLine label={t('field.overdue')} isWrong={gateway.overdueMinor > 0}>
          <Money minor={gateway.overdueMinor} />
        </CardLine>
      )}
      <CardLine label={t('field.pending')}>{formatCount(pendingCount)}</CardLine>
      <CardLine label={t('field.people')} isWrong={peopleCount > 0}>
        {formatCount(peopleCount)}
      </CardLine>
      <CardLine label={t('field.errors')} isWrong={errorsLastHour > 0}>
        {formatCount(errorsLastHour)}
      </CardLine>
      <CardLine label={t('field.lastCallback')}>
        <Time at={gateway.lastCallbackAt} />
      </CardLine>
    </div>
  )
}

function Acts({ gateway, onState }: GatewayCardProps) {
  const { t } = useTranslation('payment-gateways')
  const mayChange = useAllows()({ paymentGateway: ['isUpdate'] })
  const test = useGatewayTest(gateway)
  const isActive = gateway.state === 'active'
  const Icon = isActive ? IconPlayerPause : IconPlayerPlay
  return (
    <div className={blocks['buttons']}>
      <Button
        component={AppLink}
        size="sm"
        variant="default"
        leftSection={<IconSettings size={16} aria-hidden />}
        href={hrefOf({ to: '/payment-gateway/setting', search: { gateway: gateway.id } })}
        aria-label={t('act.settingsOf', { name: gateway.name })}
      >
        {t('act.settings')}
      </Button>
      {gateway.direction !== 'out' && (
        <Button
          component={AppLink}
          size="sm"
          variant="default"
          leftSection={<IconBuildingBank size={16} aria-hidden />}
          href={hrefOf({
            to: '/payment-gateway/list',
            search: { tab: 'settlements', gatewayId: gateway.id },
          })}
          aria-label={t('act.settlementsOf', { name: gateway.name })}
        >
          {t('act.settlements')}
        </Button>
      )}
      {mayChange && (
        <>
          <Button
            size="sm"
            variant="default"
            loading={test.isTesting}
            leftSection={<IconPlugConnected size={16} aria-hidden />}
            onClick={test.run}
            aria-label={t('act.testOf', { name: gateway.name })}
          >
            {t('act.test')}
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onState(isActive ? 'paused' : 'active')}
            aria-label={t(isActive ? 'act.pauseOf' : 'act.resumeOf', { name: gateway.name })}
          >
            {t(isActive ? 'act.pause' : 'act.resume')}
          </Button>
        </>
      )}
    </div>
  )
}
