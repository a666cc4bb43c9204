import { NativeSelect, Textarea } from '@mantine/core'
import { differenceReasons } from '@khlang/contract/values/reconcile-values.ts'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { isOfHole, type Item } from '../day-shapes.ts'

type Reason = (typeof differenceReasons)[number]
interface ExplainDraft {
  readonly reasonCode: Reason | ''
  readonly note: string
}

interface ExplainSheetProps {
  on: string
  item: Item
  onClose: () => void
}

/** Says why something differs: a reason of the list, and words of one's own. */
export function ExplainSheet({ on, item, onClose }: ExplainSheetProps) {
  const { t } = useTranslation('reconcile')
  const { key, amountMinor, kind, label, reference, explanation } = item
  const start: ExplainDraft = {
    reasonCode: explanation?.reasonCode ?? '',
    note: explanation?.note ?? '',
  }
  const form = useActForm<'reconcile.explain', ExplainDraft>({
    call: 'reconcile.explain',
    area: 'reconcile',
    about: key,
    start,
    input: ({ reasonCode, note }) => ({
      on,
      key,
      amountMinor,
      // Without a reason nothing is sent: its field error says so.
      reasonCode: reasonCode as Reason,
      note: note.trim(),
    }),
    fieldErrors: ({ reasonCode }) => (reasonCode === '' ? { reasonCode: 'explain.choose' } : {}),
    refreshes: ['reconcile'],
    onDone: () => say(t('explain.done')),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('explain.title')}
      submitLabel={t('explain.submit')}
      facts={[
        { label: t('explain.kind'), value: t(`kinds.${kind}`) },
        { label: t('columns.account'), value: [label, reference].filter(Boolean).join(' · ') },
        { label: t('explain.amount'), value: <Money minor={amountMinor} signed /> },
      ]}
      notice={[t('explain.booksNothing'), isOfHole(item) && t('explain.staysHeld')]
        .filter(Boolean)
        .join(' ')}
    >
      <NativeSelect
        label={t('explain.reasonCode')}
        withAsterisk
        value={form.draft.reasonCode}
        error={form.fieldErrors.reasonCode}
        data={[
          { value: '', label: t('explain.choose') },
          ...differenceReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
        ]}
        onChange={(event) =>
          form.change({
            reasonCode: differenceReasons.find((each) => each === event.currentTarget.value) ?? '',
          })
        }
        data-autofocus
      />
      <Textarea
        {...form.text('note')}
        label={t('explain.note')}
        description={t('explain.noteHint')}
        autosize
        minRows={3}
        maxRows={8}
      />
    </Confirm>
  )
}
