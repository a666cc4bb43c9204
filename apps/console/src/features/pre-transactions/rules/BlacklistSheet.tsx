import {
  blacklistReasons,
  blacklistSources,
  importMax,
  typedKinds,
} from '@khlang/contract/pre-transactions/blacklist-words.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { bangkokDateOn } from '../../../lib/words/formats.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { reasonWorded } from '../line-acts/reason-worded.ts'

type Shared = {
  kind: (typeof typedKinds)[number]
  source: (typeof blacklistSources)[number]
  reasonCode: (typeof blacklistReasons)[number]
  /** The last day on which it acts; null: for ever. */
  untilOn: string | null
}
const shared: Shared = { kind: 'bankAccount', source: 'own', reasonCode: 'mule', untilOn: null }

/** The end of a day in Bangkok, as an entry says it. Pure. */
const untilOf = (on: string | null) =>
  on === null ? {} : { expiresAt: new Date(`${on}T23:59:59.999+07:00`).toISOString() }

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
    input: ({ value, untilOn, ...entry }, { reason }) => ({
      ...entry,
      ...untilOf(untilOn),
      value: value.trim(),
      reason,
    }),
    fieldOf: { expiresAt: 'untilOn' },
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
      <Kind draft={form.draft} change={form.change} error={form.fieldErrors.untilOn} />
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
    input: ({ values, untilOn, ...entry }, { reason }) => ({
      ...entry,
      ...untilOf(untilOn),
      values: values.trim().split(/\r?\n/),
      reason,
    }),
    fieldOf: { expiresAt: 'untilOn' },
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
      <Kind draft={form.draft} change={form.change} error={form.fieldErrors.untilOn} />
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
  error: string | undefined
}

/** By what, from where, for what and until when somebody is listed. */
function Kind({ draft, change, error }: KindProps) {
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
      <DateField
        label={t('blacklist.until')}
        description={t('blacklist.untilHint')}
        value={draft.untilOn}
        minOn={bangkokDateOn(Date.now())}
        error={error}
        onChange={(untilOn) => change({ untilOn })}
      />
    </>
  )
}
