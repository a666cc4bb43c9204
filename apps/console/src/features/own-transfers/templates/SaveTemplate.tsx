import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { isRefusal } from '../../../lib/call/call.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { formatMoney } from '../../../lib/words/formats.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { purposeOf, type Ends, type TransferDraft } from '../transfer-draft.ts'
import { TransferWay } from '../TransferWay.tsx'

interface SaveTemplateProps {
  draft: TransferDraft
  ends: Ends
  onClose: () => void
}

/** Gives the form a name, by which it is used again. */
export function SaveTemplate({ draft, ends, onClose }: SaveTemplateProps) {
  const { t } = useTranslation('own-transfers')
  const failure = useFailure()
  const { fromId, toId, isAll, amountMinor, keepMinor } = draft
  const reason = draft.reason.trim()
  const form = useActForm<'ownTransfers.createTemplate', { name: string }>({
    call: 'ownTransfers.createTemplate',
    area: 'own-transfers',
    start: { name: '' },
    input: ({ name }) => ({
      name: name.trim(),
      fromId: fromId ?? '',
      toId: toId ?? '',
      amountMinor: isAll ? null : amountMinor,
      keepMinor: isAll ? keepMinor : null,
      purpose: purposeOf(draft, ends),
      reason,
    }),
    fieldOf: { templateNameInUse: 'name' },
    refreshes: ['ownTransfers.templates'],
    worded: (thrown) => {
      const why =
        isRefusal(thrown, 'ownTransfers.createTemplate') && thrown.code === 'transferRefused'
          ? thrown.details?.reason
          : undefined
      return why === undefined ? failure(thrown) : { message: t(`refused.${why}`) }
    },
    onDone: (_, { name }) => say(t('templates.saved', { name: name.trim() })),
  })
  const { from, to } = ends
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('templates.saveTitle')}
      submitLabel={t('templates.save')}
      facts={[
        { label: t('field.way'), value: from && to && <TransferWay transfer={{ from, to }} /> },
        {
          label: t('field.amount'),
          value: isAll
            ? t('templates.allAbove', { amount: formatMoney(keepMinor ?? 0) })
            : formatMoney(amountMinor ?? 0),
        },
        { label: t('field.reason'), value: reason },
      ]}
      notice={t('templates.saveEffect')}
    >
      <TextInput {...form.text('name')} data-autofocus />
    </Confirm>
  )
}
