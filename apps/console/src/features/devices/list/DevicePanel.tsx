import { IconBan, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { recordPanel } from '../../../lib/record/record-panel.tsx'
import { AskedNote } from '../AskedNote.tsx'
import { AsksCard } from '../asks/AsksCard.tsx'
import { actsOf, type DeviceAct, type DeviceDetail } from '../device-shapes.ts'
import { DeviceFacts, DeviceSenders } from '../DeviceFacts.tsx'
import { DeviceSheet } from './DeviceSheet.tsx'
import { DeviceStates } from '../DeviceStates.tsx'
import blocks from '../../../ui/Blocks.module.css'

const icons = { pause: IconPlayerPause, resume: IconPlayerPlay, revoke: IconBan }
const mayUpdate = { deviceManagement: ['isUpdate'] } as const
const pageOf = ({ id }: DeviceDetail) => hrefOf({ to: '/device/update/{id}', id })

/** Which act its sheet asks about. */
function useHand() {
  const [act, setAct] = useState<DeviceAct | null>(null)
  return { act, setAct }
}

/** One phone beside the list: how it runs, for which accounts it is heard, and what may be done with it. */
export default recordPanel({
  call: 'devices.get',
  area: 'devices',
  query: { live: 'device', refetchEveryMs: 15_000 },
  title: (device) => device.name,
  aside: (device) => <DeviceStates device={device} />,
  href: (device, { allows }) => (allows(mayUpdate) ? pageOf(device) : undefined),
  useHand,
  acts: (device, { t, allows, hand: { setAct } }) => {
    if (!allows(mayUpdate)) return t('panel.readOnly')
    if (device.state === 'revoked') return t('stateHints.revoked')
    return [
      { label: t('act.open'), icon: IconPencil, href: pageOf(device) },
      ...actsOf(device).map((act) => ({
        label: t(`act.${act}`),
        icon: icons[act],
        run: () => setAct(act),
        isDanger: act === 'revoke',
      })),
    ]
  },
  body: (device, { t }) => (
    <>
      {device.isTrustAsked && <AskedNote requestId={device.requestId} />}
      {device.state === 'paused' && (
        <p className={blocks['warn']} data-tone="purple">
          {t('stateHints.paused')}
        </p>
      )}
      {device.state === 'unpaired' && !device.isTrustAsked && (
        <p className={blocks['warn']}>{t('stateHints.unpaired')}</p>
      )}
      <DeviceFacts of={device} />
      <DeviceSenders device={device} />
      <AsksCard device={device} />
    </>
  ),
  beside: (device, { hand: { act, setAct } }) =>
    act && <DeviceSheet key={act} device={device} act={act} onClose={() => setAct(null)} />,
})
