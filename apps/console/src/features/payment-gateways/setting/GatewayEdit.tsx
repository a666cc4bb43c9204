import { useTranslation } from 'react-i18next'
import { Asked, Failed } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { NewGateway, StoredGateway } from './GatewayForm.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface GatewayEditProps {
  id: string | undefined
  onChoose: (id: string | undefined) => void
}

/** One gateway to look at or change, or the form of a new one. */
export function GatewayEdit({ id, onChoose }: GatewayEditProps) {
  const { t } = useTranslation('payment-gateways')
  const mayAdd = useAllows()({ paymentGateway: ['isCreate', 'isUpdate'] })
  const query = useQueryCall('paymentGateways.list', {}, { live: 'gateway' })
  const names = (query.data?.records ?? []).map((gateway) => ({ value: gateway.id, label: gateway.name }))
  const chosen = id ?? (mayAdd ? undefined : names[0]?.value)
  return (
    <div className={blocks['stack']}>
      <Failed query={query} isInline />
      <SelectField
        label={t('setting.choose')}
        data={[...(mayAdd ? [{ value: 'new', label: t('setting.new') }] : []), ...names]}
        value={chosen ?? 'new'}
        allowDeselect={false}
        onChange={(value) => onChoose(value === 'new' || value === null ? undefined : value)}
      />
      {chosen === undefined ? (
        mayAdd && <NewGateway onDone={onChoose} />
      ) : (
        <Chosen key={chosen} id={chosen} />
      )}
    </div>
  )
}

function Chosen({ id }: { id: string }) {
  const query = useQueryCall('paymentGateways.get', { id }, { live: 'gateway' })
  return <Asked query={query}>{(gateway) => <StoredGateway gateway={gateway} />}</Asked>
}
