import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { refusalOf, type Ends } from './transfer-draft.ts'
import { needsFace, type Source } from './transfer-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

interface EffectProps {
  ends: Ends
  amountMinor: number | null
}

/** What the transfer does to both accounts and leaves of the limits, as it is typed. */
export function Effect({ ends, amountMinor }: EffectProps) {
  const { t } = useTranslation('own-transfers')
  const { from, to } = ends
  const why = refusalOf(ends, amountMinor)
  return (
    <Card title={t('effect.title')}>
      {!from && !to && <p className={blocks['note']}>{t('effect.nothing')}</p>}
      {from && <End label={t('field.fromId')} source={from} changeMinor={amountMinor && -amountMinor} />}
      {to && <End label={t('field.toId')} source={to} changeMinor={amountMinor} />}
      {from && <Limits source={from} amountMinor={amountMinor ?? 0} />}
      {why !== null && (
        <p className={blocks['warn']} data-tone="red" role="status">
          {t(`refused.${why}`)}
        </p>
      )}
      {needsFace(amountMinor) && (
        <p className={blocks['warn']} role="status">
          {t('effect.face')}
        </p>
      )}
      {(from ?? to)?.balanceMinor === null && <p className={blocks['quiet']}>{t('effect.unseen')}</p>}
    </Card>
  )
}

/** One account: what lies there, and what then. */
function End(props: { label: string; source: Source; changeMinor: number | null }) {
  const { t } = useTranslation('own-transfers')
  const { label, source, changeMinor } = props
  const { bank, balanceMinor } = source
  return (
    <div className={classes['effect']}>
      <span className={classes['line']}>
        <span className={blocks['muted']}>{label}</span>
        <BankTag code={bank}>{source.label}</BankTag>
      </span>
      <Line label={t('effect.before')}>
        <Money minor={balanceMinor} />
      </Line>
      <Line
        label={t('effect.after')}
        isWrong={balanceMinor !== null && balanceMinor + (changeMinor ?? 0) < 0}
      >
        <strong>
          <Money
            minor={balanceMinor === null || changeMinor === null ? null : balanceMinor + changeMinor}
          />
        </strong>
      </Line>
    </div>
  )
}

/** What the limits of the account that pays still leave, each after this transfer. */
function Limits({ source, amountMinor }: { source: Source; amountMinor: number }) {
  const { t } = useTranslation('own-transfers')
  const { transferLimitMinor, leftTodayMinor } = source
  const limits = [
    { key: 'transfer', leftMinor: transferLimitMinor },
    { key: 'day', leftMinor: leftTodayMinor },
  ] as const
  return (
    <div className={classes['effect']}>
      {limits.map(({ key, leftMinor }) => (
        <Line
          key={key}
          label={t(`effect.${key}`)}
          isWrong={leftMinor !== null && leftMinor - amountMinor < 0}
        >
          {leftMinor === null ? t('effect.noLimit') : <Money minor={leftMinor - amountMinor} />}
        </Line>
      ))}
    </div>
  )
}

function Line(props: { label: string; isWrong?: boolean; children: ReactNode }) {
  return (
    <span className={classes['line']} data-wrong={props.isWrong || undefined}>
      <span className={blocks['muted']}>{props.label}</span>
      <span>{props.children}</span>
    </span>
  )
}
