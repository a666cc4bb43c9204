import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../../lib/call/query.ts'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import blocks from '../../../ui/Blocks.module.css'

/** All providers by their names, for a field that chooses one. */
export function useProviderNames() {
  const { language } = useReading()
  const { data } = useQueryCall(
    'gameCatalogue.providers',
    { size: 100 },
    { isTracked: false, live: 'gameProvider' },
  )
  return (data?.records ?? []).map(({ id, name }) => ({ value: id, label: name[language] }))
}

/** Whose games are listed: they are put in order within one provider. */
export function ProviderChoice({ search, filterBy }: ListState<'gameCatalogue.games'>) {
  const { t } = useTranslation('game-catalogue')
  const names = useProviderNames()
  const chosen = search['providerId']
  return (
    <div className={blocks['narrow']}>
      <SelectField
        label={t('field.provider')}
        data={[{ value: '', label: t('games.allProviders') }, ...names]}
        value={typeof chosen === 'string' ? chosen : ''}
        allowDeselect={false}
        onChange={(value) => filterBy({ providerId: value || undefined })}
      />
    </div>
  )
}
