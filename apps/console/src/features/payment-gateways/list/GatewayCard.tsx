import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlugConnected, IconSettings } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatBps, formatCount } from '../../../lib/words/formats.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { gatewayTones, type GatewayCardRow } from '../gateway-shapes.ts'
import { useGatewayTest } from './use-gateway-test.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Gateways.module.css'

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

function Line({ label, isWrong, children }: { label: string; isWrong?: boolean; children: ReactNode }) {
  return (
    <span className={classes['line']} data-wrong={isWrong || undefined}>
      <span className={blocks['muted']}>{label}</span>
      <span>{children}</span>
    </span>
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
    <div className={classes['lines']}>
      <Line label={t('field.inToday')}>{moved(inToday)}</Line>
      {gateway.direction !== 'in' && <Line label={t('field.outToday')}>{moved(outToday)}</Line>}
      <Line label={t('field.success')}>{successBps === null ? '–' : formatBps(successBps)}</Line>
      <Line label={t('field.median')}>{medianS === null ? '–' : t('seconds', { count: medianS })}</Line>
      {gateway.receivableMinor !== null && (
        <Line label={t('field.receivable')}>
          <Money minor={gateway.receivableMinor} />
        </Line>
      )}
      <Line label={t('field.pending')}>{formatCount(pendingCount)}</Line>
      <Line label={t('field.people')} isWrong={peopleCount > 0}>
        {formatCount(peopleCount)}
      </Line>
      <Line label={t('field.errors')} isWrong={errorsLastHour > 0}>
        {formatCount(errorsLastHour)}
      </Line>
      <Line label={t('field.lastCallback')}>
        <Time at={gateway.lastCallbackAt} />
      </Line>
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
