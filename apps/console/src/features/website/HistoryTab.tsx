import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { listPart } from '../../lib/list/list-screen.tsx'
import { useSettingWords } from '../../lib/words/setting-words.ts'
import { Status } from '../../ui/figures/Status.tsx'
import { PastSettings } from './PastSettings.tsx'
import { agreedOf, stateTones, type Version } from './setting-shapes.ts'

const VersionPanel = lazy(() => loadChunk('settings-version', () => import('./VersionPanel.tsx')))

const states = ['scheduled', 'active', 'past', 'withdrawn', 'refused'] as const

/** The first change in words, and how many more there are. */
function What({ changes }: Pick<Version, 'changes'>) {
  const { t } = useTranslation('website')
  const words = useSettingWords()
  const [first] = changes
  if (first === undefined) return t('first')
  const { key, before, after } = first
  const said = `${words.name(key)} ${words.value(key, before)} → ${words.value(key, after)}`
  return changes.length === 1 ? said : `${said} ${t('more', { count: changes.length - 1 })}`
}

/** The versions, newest first: who changed what, when and why. */
export const HistoryTab = listPart({
  call: 'website.versions',
  area: 'website',
  paging: 'keyset',
  listId: 'website.versions',
  keeps: { tab: 'history' },
  name: ({ number }, { t }) => `${t('field.number')} ${number}`,
  query: { live: 'settingsVersion' },
  panel: { is: 'stv', Panel: VersionPanel },
  card: ['number', 'effectiveFrom'],
  Above: PastSettings,
  filters: (filter) => [filter.many('state', states, { names: 'states' })],
  columns: (column) => [
    column.cell('number', 76, ({ number }) => <strong>{number}</strong>, { isFixed: true, align: 'end' }),
    column.cell('what', 360, (version) => <What {...version} />, { card: 'title' }),
    column.cell(
      'state',
      128,
      ({ state }, { t }) => <Status tone={stateTones[state]} label={t(`states.${state}`)} />,
      { card: 'aside' },
    ),
    column.text('askedBy', 120),
    column.cell('agreedBy', 120, agreedOf),
    column.time('effectiveFrom', 124),
    column.text('reason', 220),
  ],
})
