import { useTranslation } from 'react-i18next'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { recordScreen, type ScreenProps } from '../../../lib/record/record-screen.tsx'
import { FormPage } from '../../../ui/form/FormPage.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { AsksCard } from '../asks/AsksCard.tsx'
import { AccountsCard } from './AccountsCard.tsx'
import type { DeviceDetail } from '../device-shapes.ts'
import { DeviceFacts, DeviceSenders } from '../DeviceFacts.tsx'
import { DeviceStates } from '../DeviceStates.tsx'
import { FactsCard, useFacts } from './FactsCard.tsx'
import { PairCard } from './PairCard.tsx'
import { TrustCard } from './TrustCard.tsx'
import { useTrust } from './use-trust.ts'
import blocks from '../../../ui/Blocks.module.css'

const refetchEveryMs = 15_000

/** `/device/update/{id}`: a phone is paired, bound to accounts, and agreed to by a second person. */
export default recordScreen({
  area: 'devices',
  title: 'edit.title',
  useRow: (id) => useQueryCall('devices.get', { id }, { live: 'device', refetchEveryMs }),
  useName: (device) => device?.name,
  Screen: ({ row, failed }) =>
    row.state === 'revoked' ? <Revoked row={row} failed={failed} /> : <Steps row={row} failed={failed} />,
})

/** Nothing brings it back: what it was can be read. */
function Revoked({ row: device, failed }: ScreenProps<DeviceDetail>) {
  const { t } = useTranslation('devices')
  return (
    <Page title={device.name} actions={<DeviceStates device={device} />}>
      <div className={blocks['reading']}>
        {failed}
        <p className={blocks['warn']} data-tone="grey">
          {t('stateHints.revoked')}
        </p>
        <DeviceFacts of={device} />
        <DeviceSenders device={device} />
      </div>
    </Page>
  )
}

function Steps({ row: device, failed }: ScreenProps<DeviceDetail>) {
  const { t } = useTranslation('devices')
  const go = useGo()
  const trust = useTrust(device)
  const facts = useFacts(device)
  const { form, step } = trust
  const mayAsk = step === 'ask'
  return (
    <FormPage
      {...form.page}
      // Both forms of the page: leaving asks before anything typed is lost.
      isDirty={form.page.isDirty || facts.page.isDirty}
      title={device.name}
      description={t('edit.lead')}
      actions={<DeviceStates device={device} />}
      submitLabel={t('trust.submit')}
      canSubmit={form.canSend && mayAsk}
      hasFoot={mayAsk}
      onCancel={() => go({ to: '/device/list', search: { open: device.id } })}
      aside={
        <div className={blocks['stack']}>
          <FactsCard form={facts} />
          <AsksCard device={device} />
        </div>
      }
    >
      {failed}
      <PairCard device={device} />
      <AccountsCard device={device} trust={trust} />
      <TrustCard device={device} trust={trust} />
    </FormPage>
  )
}
