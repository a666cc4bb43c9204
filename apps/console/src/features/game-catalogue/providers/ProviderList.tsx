import { catalogueStates } from '@khlang/contract/values/play-values.ts'
import { Button } from '@mantine/core'
import { IconArrowsSort, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { loadChunk } from '../../../lib/chunks.ts'
import { listScreen } from '../../../lib/list/list-screen.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Faced } from '../../../lib/record/Face.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { formatBps } from '../../../lib/words/formats.ts'
import { stateMark } from '../catalogue-shapes.tsx'
import ProviderPanel from './ProviderPanel.tsx'
import blocks from '../../../ui/Blocks.module.css'

const ProviderOrder = lazy(() => loadChunk('providerOrder', () => import('./ProviderOrder.tsx')))

/** `/website/game-provider`: who may take bets now, within which bounds, and with how many games. */
export default listScreen({
  call: 'gameCatalogue.providers',
  area: 'game-catalogue',
  texts: 'providers',
  paging: 'numbered',
  listId: 'game-providers',
  name: (row, { reading }) => row.name[reading.language],
  query: { live: 'gameProvider', refetchEveryMs: 15_000 },
  panel: { is: 'gpr', Panel: ProviderPanel },
  card: ['types', 'games'],
  Acts: ProviderActs,
  filters: (filter) => [
    filter.text('search', { hint: 'providers.searchHint' }),
    filter.one('state', catalogueStates, { names: 'states', label: 'field.stateNow' }),
  ],
  columns: (column) => [
    column.cell(
      'name',
      186,
      (row, { reading }) => (
        <Faced of="gameCatalogue.logo" id={row.hasLogo ? row.id : null} name={row.name[reading.language]} />
      ),
      { isFixed: true, card: 'title' },
    ),
    column.text('code', 130),
    column.cell(
      'stateNow',
      150,
      (row, words) => (
        <span className={blocks['marks']}>
          {stateMark(row.stateNow, words)}
          {row.isSetupAsked && <Status tone="amber" label={words.t('isAskedShort')} />}
        </span>
      ),
      { card: 'aside' },
    ),
    column.cell(
      'types',
      190,
      (row, { t }) => row.types.map((type) => t(`types.${type}`)).join(' · ') || '–',
    ),
    column.cell('games', 110, (row, { t }) => t('gamesOpen', { open: row.gamesOpen, all: row.games })),
    column.cell('walletMode', 125, (row, { t }) => t(`walletModes.${row.walletMode}`)),
    column.cell(
      'limits',
      166,
      (row) => (
        <>
          <Money minor={row.minMinor} /> – <Money minor={row.maxMinor} />
        </>
      ),
      { align: 'end' },
    ),
    column.cell('feeBps', 100, (row) => formatBps(row.feeBps), { align: 'end', heading: 'field.fee' }),
    column.time('maintenanceFrom', 150, { isHidden: true }),
    column.time('maintenanceUntil', 150, { isHidden: true }),
    column.text('currency', 90, { isHidden: true }),
  ],
})

function ProviderActs() {
  const { t } = useTranslation('game-catalogue')
  const mayChange = useAllows()({ gameManagement: ['isUpdate'] })
  const [isOrdering, setOrdering] = useState(false)
  if (!mayChange) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsSort size={18} aria-hidden />}
        onClick={() => setOrdering(true)}
      >
        {t('order.button')}
      </Button>
      <Button
        component={AppLink}
        leftSection={<IconPlus size={18} aria-hidden />}
        href={hrefOf({ to: '/website/game-provider/update', search: { id: 'new' } })}
      >
        {t('providers.add')}
      </Button>
      <Suspense>{isOrdering && <ProviderOrder onClose={() => setOrdering(false)} />}</Suspense>
    </>
  )
}
