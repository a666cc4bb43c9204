import { IconAlertTriangle, IconBolt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useAllows } from '../../lib/person/permissions.ts'
import { bangkokDateOn, formatCount } from '../../lib/words/formats.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { useReading } from '../../ui/use-reading.ts'
import { isLow, isSkewed, mayReadMessages, skewText, type DeviceRow, type Said } from './device-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Devices.module.css'

interface CellProps {
  device: DeviceRow
}

/** The accounts that a phone speaks for. Two have room in a row; of more the rest is counted. */
export function Accounts({ device: { accounts } }: CellProps) {
  const shown = accounts.length > 2 ? 1 : 2
  const more = accounts.slice(shown).map(({ label }) => label)
  return (
    <span className={classes['accounts']}>
      {accounts.slice(0, shown).map(({ id, bank, label }) => (
        <BankTag key={id} code={bank}>
          {label}
        </BankTag>
      ))}
      {more.length > 0 && (
        <span className={blocks['muted']} title={more.join(', ')}>
          +{more.length}
          <span className={blocks['unseen']}> {more.join(', ')}</span>
        </span>
      )}
    </span>
  )
}

/** What is left of the battery, and whether it is charged. */
export function Battery({ device }: CellProps) {
  const { t } = useTranslation('devices')
  const { batteryBps, isCharging } = device
  if (batteryBps === null) return '–'
  const word = isCharging === true ? 'charging' : isLow(device) ? 'low' : 'plain'
  return (
    <span
      className={classes['figure']}
      data-warn={word === 'low' || undefined}
      title={t(`battery.${word}`)}
    >
      {word === 'charging' && <IconBolt size={16} aria-hidden />}
      {word === 'low' && <IconAlertTriangle size={16} aria-hidden />}
      {Math.floor(batteryBps / 100)}%<span className={blocks['unseen']}> {t(`battery.${word}`)}</span>
    </span>
  )
}

/** Messages that wait on the phone. */
export const Pending = ({ device: { pendingCount } }: CellProps) =>
  pendingCount === null ? '–' : formatCount(pendingCount)

/** How far the clock of a phone is off; amber where times cannot be relied on. */
export function Skew({ device: { skewMs } }: CellProps) {
  const { t } = useTranslation('devices')
  const reading = useReading()
  if (skewMs === null) return '–'
  const isOff = isSkewed(skewMs)
  const text = skewText(skewMs, reading)
  if (text === null) return <span className={blocks['muted']}>{t('skew.none')}</span>
  return (
    <span
      className={classes['figure']}
      data-warn={isOff || undefined}
      title={isOff ? t('skew.hint') : undefined}
    >
      {isOff && <IconAlertTriangle size={16} aria-hidden />}
      {text}
    </span>
  )
}

interface TodayProps {
  device: Pick<DeviceRow, 'id' | 'readToday' | 'failedToday'>
  kind: 'read' | 'failed'
}

/** Its messages of today, and the way to them for whoever may read them; amber where some were not read. */
export function MessagesToday({ device: { id, readToday, failedToday }, kind }: TodayProps) {
  const mayRead = useAllows()(mayReadMessages)
  const count = kind === 'read' ? readToday : failedToday
  const text = (
    <span className={classes['figure']} data-warn={(kind === 'failed' && count > 0) || undefined}>
      {formatCount(count)}
    </span>
  )
  if (!mayRead || count === 0) return text
  const today = bangkokDateOn(Date.now())
  const search = { tab: 'messages', deviceIds: [id], kind, from: today, to: today }
  return (
    <AppLink className={blocks['link']} href={hrefOf({ to: '/device/list', search })}>
      {text}
    </AppLink>
  )
}

/** What phone it is and the version of its app, marked where that is too old. */
export function AppOf({ device }: { device: Pick<DeviceRow, 'model' | 'appVersion' | 'isAppOld'> }) {
  const { t } = useTranslation('devices')
  if (!device.isAppOld) return modelOf(device)
  return (
    <span className={classes['figure']} data-warn title={t('app.old')}>
      <IconAlertTriangle size={16} aria-hidden />
      {modelOf(device)}
      <span className={blocks['unseen']}> {t('app.old')}</span>
    </span>
  )
}

/** What phone it is, and which version of our app runs on it. */
const modelOf = ({ model, appVersion }: Pick<DeviceRow, 'model' | 'appVersion'>): string =>
  [model, appVersion].filter((each) => each !== null && each !== '').join(' · ') || '–'

/** A name under which a bank writes, and by which way. */
export function SenderName({ said: { source, sender } }: { said: Said }) {
  const { t } = useTranslation('devices')
  return (
    <span className={classes['said']}>
      <span className={blocks['muted']}>{t(`sources.${source}`)}</span> {sender}
    </span>
  )
}
