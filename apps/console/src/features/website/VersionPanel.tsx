import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { openSettling } from '../../lib/call/settling.ts'
import type { PanelProps } from '../../lib/list/list-spec.ts'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { rowPanel } from '../../lib/record/record-panel.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { ChangeList } from './ChangeList.tsx'
import { agreedOf, stateTones, type Version } from './setting-shapes.ts'

const Facts = factsPart<Version>({
  area: 'website',
  facts: (fact) => [
    fact.text('askedBy'),
    fact.cell('agreedBy', agreedOf),
    fact.cell('reason', ({ reason }) => reason && <span data-raw>{reason}</span>),
    fact.time('effectiveFrom'),
    fact.time('activatedAt', { isTold: ({ activatedAt }) => activatedAt !== null }),
    fact.time('endedAt', { isTold: ({ endedAt }) => endedAt !== null }),
    fact.text('endedBy', { isTold: ({ endedBy }) => endedBy !== null }),
    fact.text('endedReason', { isTold: ({ endedReason }) => endedReason !== null }),
    fact.cell('approval', ({ approvalId }) => approvalId && <Request id={approvalId} />),
  ],
})

function Request({ id }: { id: string }) {
  const { t } = useTranslation('website')
  return (
    <Button variant="default" size="compact-sm" onClick={() => openSettling(id)}>
      {t('openRequest')}
    </Button>
  )
}

/** One version of the settings: what it changed, who asked and agreed, from when until when. */
export default rowPanel({
  area: 'website',
  without: 'closed',
  heading: 'list.title',
  useRow: ({ row }: PanelProps<Version>) => ({ data: row }),
  title: (version, { t }) => `${t('field.number')} ${version.number}`,
  aside: ({ state }, { t }) => <Status tone={stateTones[state]} label={t(`states.${state}`)} />,
  body: (version) => (
    <>
      {version.changes.length > 0 && <ChangeList changes={version.changes} />}
      <Facts of={version} />
    </>
  ),
})
