import { Button } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { blacklistKinds } from '@khlang/contract/pre-transactions/blacklist-words.ts'
import { blacklistExportColumns } from '@khlang/contract/values/export-columns.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { listedText, listedValue } from '../../../lib/words/listed-value.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { BlacklistSheet } from './BlacklistSheet.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Entry = OutputOf<CallOf<'preTransactions.blacklist'>>['records'][number]

const tones = { active: 'red', ended: 'grey', removed: 'grey' } as const

/** Those whom we do not serve: one adds, two take off. */
export default listPart({
  call: 'preTransactions.blacklist',
  area: 'pre-transactions-acts',
  texts: 'blacklist',
  paging: 'keyset',
  listId: 'blacklist',
  keeps: { tab: 'blacklist' },
  name: (row) => listedText(row.value, row.kind),
  exports: { call: 'preTransactions.exportBlacklist', columns: blacklistExportColumns },
  Above: Lead,
  filters: (filter) => [
    filter.text('search', { label: 'blacklist.field.search', hint: 'blacklist.searchHint' }),
    filter.many('kind', blacklistKinds, { label: 'blacklist.field.kind', names: 'blacklist.kind' }),
    filter.one('scope', ['all'], {
      label: 'blacklist.field.scope',
      names: 'blacklist.scope',
      hint: 'blacklist.scope.active',
    }),
  ],
  columns: (column) => [
    column.cell('value', 168, Value, { isFixed: true, card: 'title' }),
    column.cell('kind', 112, ({ kind }, { t }) => t(`blacklist.kind.${kind}`)),
    column.cell('state', 98, (entry) => <State entry={entry} />, { card: 'aside' }),
    column.cell('reasonCode', 114, (row, { t }) => t(reasonKey(row))),
    column.text('reason', 114),
    column.cell('source', 108, ({ source }, { t }) => t(`blacklist.source.${source}`)),
    column.text('by', 110, { isHidden: true }),
    column.time('createdAt', 138),
    column.time('expiresAt', 138),
    column.text('removedReason', 160, { isHidden: true }),
    column.cell('off', 154, (entry) => <OffCell entry={entry} />),
  ],
})

const reasonKey = ({ reasonCode }: Entry) => `blacklist.reasonCode.${reasonCode}`

/** The number or the name, behind the mark of its bank where it is of one. */
function Value({ value, kind }: Entry) {
  const { bank, text } = listedValue(value, kind)
  return bank === null ? text : <BankTag code={bank}>{text}</BankTag>
}

/** Whether it acts; on hover, why it was taken off. */
function State({ entry: { state, removedReason } }: { entry: Entry }) {
  const { t } = useTranslation('pre-transactions-acts')
  const label = t(`blacklist.states.${state}`)
  return <Status tone={tones[state]} label={label} title={removedReason ?? undefined} />
}

function Lead() {
  const { t } = useTranslation('pre-transactions-acts')
  const [adding, setAdding] = useState<'one' | 'many' | null>(null)
  const mayAdd = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  return (
    <div className={blocks.sides}>
      <p className={blocks.quiet}>{t('blacklist.help')}</p>
      {mayAdd && (
        <div className={blocks.buttons}>
          <Button
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={() => setAdding('many')}
          >
            {t('blacklist.import')}
          </Button>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding('one')}>
            {t('blacklist.add')}
          </Button>
        </div>
      )}
      {adding && <BlacklistSheet isMany={adding === 'many'} onClose={() => setAdding(null)} />}
    </div>
  )
}

/** Asks that an entry is taken off; a second person decides. */
function OffCell({ entry }: { entry: Entry }) {
  const { t } = useTranslation('pre-transactions-acts')
  const [isAsking, setAsking] = useState(false)
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  if (entry.isRemovalAsked) return <Status tone="amber" label={t('blacklist.asked')} />
  if (entry.state !== 'active' || !mayAct) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {t('blacklist.off')}
      </Button>
      {isAsking && (
        <ActSheet
          call="preTransactions.askUnlist"
          input={(reason) => ({ id: entry.id, reason })}
          refreshes={['preTransactions', 'approvals']}
          onClose={() => setAsking(false)}
          title={t('blacklist.offTitle', { value: listedText(entry.value, entry.kind) })}
          submitLabel={t('blacklist.offAsk')}
          isDanger
          reason={{ label: t('blacklist.offWhy'), isRequired: true }}
          notice={t('blacklist.offNotice')}
          onDone={({ state }) => say(t(state === 'waiting' ? 'blacklist.offAsked' : 'blacklist.offDone'))}
        />
      )}
    </>
  )
}
