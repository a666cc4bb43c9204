import { useTranslation } from 'react-i18next'
import { idOf, oneOf } from '../../../lib/address/search-values.ts'
import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { NewProvider, StoredProvider } from './ProviderForm.tsx'
import blocks from '../../../ui/Blocks.module.css'

const parse = (raw: RawSearch) => ({ id: oneOf(raw['id'], ['new']) ?? idOf(raw['id'], 'gpr') })

/** `/website/game-provider/update`: one provider, its games to compare, or the form of a new one. */
export default function ProviderUpdate() {
  const { t } = useTranslation('game-catalogue')
  const { language } = useReading()
  const [{ id }, change] = useScreenSearch(parse)
  const query = useQueryCall('gameCatalogue.providers', { size: 100 }, { live: 'gameProvider' })
  return (
    <Page title={t('providerUpdate.title')} description={t('providerUpdate.lead')}>
      <div className={blocks['stack']}>
        <Asked query={query}>
          {({ records }) => {
            const names = records.map((row) => ({ value: row.id, label: row.name[language] }))
            const chosen = id ?? names[0]?.value ?? 'new'
            return (
              <>
                <SelectField
                  label={t('providerUpdate.choose')}
                  data={[...names, { value: 'new', label: t('form.new') }]}
                  value={chosen}
                  allowDeselect={false}
                  onChange={(value) => change({ id: value ?? undefined })}
                />
                {chosen === 'new' ? (
                  <NewProvider onDone={(added) => change({ id: added })} />
                ) : (
                  <Chosen key={chosen} id={chosen} />
                )}
              </>
            )
          }}
        </Asked>
      </div>
    </Page>
  )
}

function Chosen({ id }: { id: string }) {
  const query = useQueryCall('gameCatalogue.provider', { id }, { live: 'gameProvider' })
  return <Asked query={query}>{(provider) => <StoredProvider provider={provider} />}</Asked>
}
