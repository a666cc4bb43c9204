import { IconFileSearch } from '@tabler/icons-react'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { openSettling } from '../../../lib/call/settling.ts'
import { useSeesBalances } from '../../../lib/person/sees-balances.ts'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { recordPanel } from '../../../lib/record/record-panel.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { fileTones } from './file-shapes.ts'
import { Plan } from './Plan.tsx'
import blocks from '../../../ui/Blocks.module.css'

type FileDetail = OutputOf<CallOf<'statementFiles.get'>>

const Facts = factsPart<FileDetail>({
  area: 'statement-files',
  facts: (fact) => [
    fact.time('uploadedAt'),
    fact.text('uploadedBy'),
    fact.cell('rowCount', (file) => file.rowCount),
    fact.cell('newCount', (file) => file.newCount),
    fact.money('inMinor', 'inMinor'),
    fact.money('outMinor', 'outMinor'),
    fact.money('openingMinor', 'openingMinor', { ifAny: true }),
    fact.money('closingMinor', 'closingMinor', { ifAny: true }),
    fact.time('endedAt'),
    fact.text('endedBy'),
    fact.copy('sha256'),
  ],
})

/** One file: who sent it and when, what became of it, and its rows for whoever decides it. */
export const FilePanel = recordPanel({
  call: 'statementFiles.get',
  area: 'statement-files',
  heading: 'panel.title',
  query: { live: 'bankAccount' },
  title: (file) => file.name,
  aside: (file, { t }) => <Status tone={fileTones[file.state]} label={t(`states.${file.state}`)} />,
  acts: ({ approvalId, state }, { t }) =>
    approvalId === null
      ? []
      : [
          {
            label: t(state === 'asked' ? 'act.decide' : 'act.request'),
            icon: IconFileSearch,
            run: () => openSettling(approvalId),
          },
        ],
  body: (file) => (
    <>
      <Facts of={file} />
      {file.state === 'asked' && <WhatItDoes id={file.id} />}
    </>
  ),
})

/** What importing it would do now: for whom may see balances. */
function WhatItDoes({ id }: { id: string }) {
  const { t } = useTranslation('statement-files')
  const isSeen = useSeesBalances()
  const query = useQueryCall('statementFiles.preview', { id, mapping: null }, { isEnabled: isSeen })
  if (!isSeen) return null
  return (
    <section className={blocks['stack']} aria-label={t('import.plan')}>
      <Asked query={query}>{({ plan }) => plan && <Plan plan={plan} />}</Asked>
    </section>
  )
}
