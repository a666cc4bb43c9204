import { useTranslation } from 'react-i18next'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { AppOf, Battery, MessagesToday, Pending, SenderName, Skew } from './device-cells.tsx'
import { sendersByAccount, type DeviceDetail } from './device-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Devices.module.css'

/** All that is known of how a phone runs. */
export const DeviceFacts = factsPart<DeviceDetail>({
  area: 'devices',
  facts: (fact) => [
    fact.text('place', { ifAny: true }),
    fact.text('note', { ifAny: true }),
    fact.time('lastSeenAt'),
    fact.time('lastMessageAt'),
    fact.cell('battery', (device) => <Battery device={device} />),
    fact.cell('pending', (device) => <Pending device={device} />),
    fact.cell('skew', (device) => <Skew device={device} />),
    fact.cell('readToday', (device) => <MessagesToday device={device} kind="read" />),
    fact.cell('failedToday', (device) => <MessagesToday device={device} kind="failed" />),
    fact.cell('model', (device) => <AppOf device={device} />),
    fact.cell('fingerprint', (device) => <Fingerprint device={device} />),
    fact.time('createdAt'),
  ],
})

/** The signs of the key that it is heard by, or of one that took its code and is not agreed to yet. */
function Fingerprint({ device: { fingerprint, pairing } }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices')
  const signs = fingerprint ?? pairing?.fingerprint ?? null
  if (signs === null) return t('value.noKey')
  return (
    <>
      <code className={classes['signs']}>{signs}</code>
      {fingerprint === null && <span className={blocks['muted']}> {t('value.notAgreed')}</span>}
    </>
  )
}

/** For which accounts it is heard, and under which names their banks write to it. */
export function DeviceSenders({ device: { senders } }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices')
  return (
    <Card title={t('panel.senders')}>
      {senders.length === 0 && <p className={blocks['note']}>{t('panel.noSenders')}</p>}
      <ul className={blocks['list']} data-spaced>
        {sendersByAccount(senders).map(({ account, said }) => (
          <li key={account.id}>
            <BankTag code={account.bank}>{account.label}</BankTag>
            <span className={classes['names']}>
              {said.map((each) => (
                <SenderName key={`${each.source} ${each.sender}`} said={each} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
