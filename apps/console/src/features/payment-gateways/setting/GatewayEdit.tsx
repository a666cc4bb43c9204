import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { NewGateway, StoredGateway } from './GatewayForm.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface GatewayEditProps {
  /** `new`: one that is not there yet. Undefined: the first that there is. */
  id: string | undefined
  onChoose: (id: string | undefined) => void
}

/** One gateway to look at or change, or the form of a new one. */
export function GatewayEdit({ id, onChoose }: GatewayEditProps) {
  const { t } = useTranslation('payment-gateways')
  const mayAdd = useAllows()({ paymentGateway: ['isCreate', 'isUpdate'] })
  const query = useQueryCall('paymentGateways.list', {}, { live: 'gateway' })
  return (
    <div className={blocks['stack']}>
      <Asked query={query}>
        {({ records }) => {
          const names = records.map((gateway) => ({ value: gateway.id, label: gateway.name }))
          const chosen = id ?? names[0]?.value ?? 'new'
          return (
            <>
              <SelectField
                label={t('setting.choose')}
                data={[...names, ...(mayAdd ? [{ value: 'new', label: t('setting.new') }] : [])]}
                value={chosen}
                allowDeselect={false}
                onChange={(value) => onChoose(value ?? undefined)}
              />
              {chosen !== 'new' && <Chosen key={chosen} id={chosen} />}
              {chosen === 'new' && mayAdd && <NewGateway onDone={onChoose} />}
            </>
          )
        }}
      </Asked>
    </div>
  )
}

function Chosen({ id }: { id: string }) {
  const query = useQueryCall('paymentGateways.get', { id }, { live: 'gateway' })
  return <Asked query={query}>{(gateway) => <StoredGateway gateway={gateway} />}</Asked>
}
