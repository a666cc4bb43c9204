import {
  blacklistReasons,
  blacklistSources,
  importMax,
  typedKinds,
} from '@khlang/contract/pre-transactions/blacklist-words.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { reasonWorded } from '../line-acts/reason-worded.ts'

type Shared = {
  kind: (typeof typedKinds)[number]
  source: (typeof blacklistSources)[number]
  reasonCode: (typeof blacklistReasons)[number]
}
const shared: Shared = { kind: 'bankAccount', source: 'own', reasonCode: 'mule' }

interface SheetProps {
  onClose: () => void
}

/** Adds one entry to the blacklist, or many, one value a line. */
export const BlacklistSheet = ({ isMany, onClose }: SheetProps & { isMany: boolean }) =>
  isMany ? <ManySheet onClose={onClose} /> : <OneSheet onClose={onClose} />

function OneSheet({ onClose }: SheetProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const form = useActForm({
    call: 'preTransactions.addToBlacklist',
    area: 'pre-transactions-acts',
    start: { ...shared, value: '' },
    input: ({ value, ...entry }, { reason }) => ({ ...entry, value: value.trim(), reason }),
    refreshes: ['preTransactions'],
    worded: reasonWorded(t),
    onDone: () => say(t('blacklist.added')),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('blacklist.add')}
      submitLabel={t('blacklist.addNow')}
      reason={{ label: t('blacklist.why'), isRequired: true }}
      notice={t('blacklist.notice')}
    >
      <Kind draft={form.draft} change={form.change} />
      <TextInput {...form.text('value')} description={t(`blacklist.hints.${form.draft.kind}`)} />
    </Confirm>
  )
}

function ManySheet({ onClose }: SheetProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const form = useActForm({
    call: 'preTransactions.importBlacklist',
    area: 'pre-transactions-acts',
    start: { ...shared, values: '' },
    input: ({ values, ...entry }, { reason }) => ({
      ...entry,
      values: values.trim().split(/\r?\n/),
      reason,
    }),
    refreshes: ['preTransactions'],
    worded: reasonWorded(t),
    onDone: ({ added, known, unread }) =>
      say(t('blacklist.imported', { added, known, unread: unread.slice(0, 10).join(', ') || '–' })),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('blacklist.import')}
      submitLabel={t('blacklist.importNow')}
      reason={{ label: t('blacklist.why'), isRequired: true }}
      notice={t('blacklist.notice')}
    >
      <Kind draft={form.draft} change={form.change} />
      <Textarea
        label={t('blacklist.values', { max: importMax })}
        description={t(`blacklist.hints.${form.draft.kind}`)}
        value={form.draft.values}
        error={form.fieldErrors.values}
        onChange={(event) => form.change({ values: event.currentTarget.value })}
        autosize
        minRows={5}
        maxRows={12}
      />
    </Confirm>
  )
}

interface KindProps {
  draft: Shared
  change: (changed: Partial<Shared>) => void
}

/** By what, from where and for what somebody is listed. */
function Kind({ draft, change }: KindProps) {
  const { t } = useTranslation('pre-transactions-acts')
  return (
    <>
      <NativeSelect
        label={t('blacklist.field.kind')}
        value={draft.kind}
        data={typedKinds.map((value) => ({ value, label: t(`blacklist.kind.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: typedKinds.find((each) => each === value) ?? draft.kind })
        }
      />
      <NativeSelect
        label={t('blacklist.field.reasonCode')}
        value={draft.reasonCode}
        data={blacklistReasons.map((value) => ({ value, label: t(`blacklist.reasonCode.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({ reasonCode: blacklistReasons.find((each) => each === value) ?? draft.reasonCode })
        }
      />
      <NativeSelect
        label={t('blacklist.field.source')}
        value={draft.source}
        data={blacklistSources.map((value) => ({ value, label: t(`blacklist.source.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({ source: blacklistSources.find((each) => each === value) ?? draft.source })
        }
      />
    </>
  )
}
