import { useTranslation } from 'react-i18next'
import { useGo } from '../../lib/address/navigation.tsx'
import { say } from '../../lib/alerts/notices.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { FormPage, FormSection } from '../../ui/form/FormPage.tsx'
import { newDeviceForm } from './device-form.ts'
import { DeviceFields } from './DeviceFields.tsx'

/** `/device/create`: a new phone. It speaks for no account until it is paired and two have agreed. */
export default function DeviceAdd() {
  const { t } = useTranslation('devices')
  const go = useGo()
  const mayPair = useAllows()({ deviceManagement: ['isUpdate'] })
  const form = useForm(newDeviceForm, {
    onDone: ({ id }, { name }) => {
      say(t(mayPair ? 'add.done' : 'add.doneOnly', { name: name.trim() }))
      // Who may not pair it sees it in the list.
      if (mayPair) go({ to: '/device/update/{id}', id })
      else go({ to: '/device/list', search: { open: id } })
    },
  })
  return (
    <FormPage
      {...form.page}
      title={t('add.title')}
      description={t('add.lead')}
      submitLabel={t('add.submit')}
      onCancel={() => go({ to: '/device/list' })}
    >
      <FormSection title={t('form.facts')}>
        <DeviceFields {...form} />
      </FormSection>
    </FormPage>
  )
}
