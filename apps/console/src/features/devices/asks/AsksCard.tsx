import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { DeviceAsk, DeviceDetail } from '../device-shapes.ts'
import { SweepSheet } from './SweepSheet.tsx'
import { useAsk } from './use-ask.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Devices.module.css'

/** What a phone may be asked for, and how the last of each went. */
export function AsksCard({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices')
  const [isSweeping, setSweeping] = useState(false)
  const ask = useAsk(device)
  const isUsed = device.state === 'online' || device.state === 'offline'
  const mayAsk = useAllows()({ deviceManagement: ['isUpdate'] }) && isUsed
  if (!mayAsk && device.asks.length === 0) return null
  return (
    <Card title={t('asks.title')}>
      <p className={blocks['note']}>{t(device.asks.length === 0 ? 'asks.none' : 'asks.lead')}</p>
      {device.asks.length > 0 && (
        <ul className={blocks['list']} data-spaced>
          {device.asks.map((each) => (
            <li key={each.kind}>
              <Ask ask={each} />
            </li>
          ))}
        </ul>
      )}
      {mayAsk && (
        <div className={blocks['buttons']}>
          <Button variant="default" size="sm" onClick={() => setSweeping(true)}>
            {t('asks.act.sweep')}
          </Button>
          {(['test', 'log'] as const).map((kind) => (
            <Button
              key={kind}
              variant="default"
              size="sm"
              loading={ask.sending === kind}
              onClick={() => void ask.run(kind)}
            >
              {t(`asks.act.${kind}`)}
            </Button>
          ))}
        </div>
      )}
      {isSweeping && <SweepSheet device={device} onClose={() => setSweeping(false)} />}
    </Card>
  )
}

/** One thing that was asked for: by whom and when, and what came of it. */
function Ask({ ask }: { ask: DeviceAsk }) {
  const { t } = useTranslation('devices')
  const reading = useReading()
  const { kind, since, askedAt, by, toldAt, answeredAt, found, lines } = ask
  const state =
    answeredAt === null
      ? t(toldAt === null ? 'asks.state.asked' : 'asks.state.told')
      : t(`asks.state.${kind}`, { count: found ?? 0 })
  return (
    <>
      <b>{t(`asks.kind.${kind}`, { since: since === null ? '' : formatDateTime(since, reading) })}</b>
      <span className={classes['answer']}>
        {state}
        <span className={blocks['muted']}>
          <Time at={answeredAt ?? askedAt} /> ·{' '}
          {by === null ? t('asks.bySystem') : t('asks.by', { name: by })}
        </span>
      </span>
      {lines !== null && lines.length === 0 && <p className={blocks['note']}>{t('asks.noLines')}</p>}
      {lines !== null && lines.length > 0 && (
        <details className={blocks['fold']}>
          <summary>{t('asks.lines')}</summary>
          <pre className={classes['log']}>{lines.join('\n')}</pre>
        </details>
      )}
    </>
  )
}
