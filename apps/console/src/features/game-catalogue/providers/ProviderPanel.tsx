import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { autoAddress } from '../../../lib/config.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Faced } from '../../../lib/record/Face.tsx'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { ProviderState, stateActs } from '../../../lib/record/ProviderState.tsx'
import { recordPanel } from '../../../lib/record/record-panel.tsx'
import { formatBps } from '../../../lib/words/formats.ts'
import { stateMark, type CatalogueState, type ProviderSettings } from '../catalogue-shapes.tsx'
import blocks from '../../../ui/Blocks.module.css'

const Facts = factsPart<ProviderSettings>({
  area: 'game-catalogue',
  facts: (fact) => [
    fact.text('code'),
    fact.cell('adapter', ({ adapter }, { t }) => t(`adapters.${adapter}`)),
    fact.cell('walletMode', ({ walletMode }, { t }) => t(`walletModes.${walletMode}`)),
    fact.money('heldMinor', 'heldMinor', { isTold: ({ heldMinor }) => heldMinor !== null }),
    fact.text('currency'),
    fact.money('minMinor', 'minMinor'),
    fact.money('maxMinor', 'maxMinor'),
    fact.cell('fee', ({ feeBps }) => formatBps(feeBps)),
    fact.time('maintenanceFrom', { isTold: ({ maintenanceFrom }) => maintenanceFrom !== null }),
    fact.time('maintenanceUntil', { isTold: ({ maintenanceUntil }) => maintenanceUntil !== null }),
    fact.cell('addresses', ({ addresses }, { t }) => addresses.join(', ') || t('anywhere')),
    fact.cell('callPath', ({ callPath }) => autoAddress(callPath)),
    fact.cell(
      'launchAddress',
      ({ launchAddress, isSandbox }, { t }) =>
        launchAddress ?? t(isSandbox ? 'pretendOpened' : 'notOpened'),
    ),
    fact.text('replayAddress', { ifAny: true }),
    fact.cell('secret', ({ secret }) => `•••• ${secret.last4}`),
  ],
})

/** Which state is asked about; and whether one may change any. */
function useHand() {
  const mayChange = useAllows()({ gameManagement: ['isUpdate'] })
  const [to, setTo] = useState<CatalogueState | null>(null)
  return { mayChange, to, setTo }
}

const nameOf = ({ nameTh, nameEn }: ProviderSettings, language: 'th' | 'en'): string =>
  language === 'th' ? nameTh : nameEn

const updateHref = (id: string) => hrefOf({ to: '/website/game-provider/update', search: { id } })

/** One provider beside the list: its terms, and what stops it or lets it take bets. */
export default recordPanel({
  call: 'gameCatalogue.provider',
  area: 'game-catalogue',
  query: { live: 'gameProvider', refetchEveryMs: 15_000 },
  title: (provider, { reading }) => (
    <Faced
      of="gameCatalogue.logo"
      id={provider.hasLogo ? provider.id : null}
      name={nameOf(provider, reading.language)}
    />
  ),
  aside: (provider, words) => stateMark(provider.stateNow, words),
  useHand,
  acts: ({ id, state }, { t, hand: { mayChange, setTo } }) => {
    if (!mayChange) return []
    const edit = { label: t('act.edit'), icon: IconPencil, href: updateHref(id) }
    return [edit, ...stateActs(state, { t }, setTo)]
  },
  body: (provider, { t }) => (
    <>
      {provider.isSetupAsked && <p className={blocks['warn']}>{t('isAsked')}</p>}
      {provider.state === 'active' && provider.stateNow === 'maintenance' && (
        <p className={blocks['warn']} data-tone="grey">
          {t('inWindow')}
        </p>
      )}
      <Facts of={provider} />
    </>
  ),
  beside: (provider, { reading, hand: { to, setTo } }) =>
    to && (
      <ProviderState
        provider={provider}
        name={nameOf(provider, reading.language)}
        to={to}
        onClose={() => setTo(null)}
      />
    ),
})
