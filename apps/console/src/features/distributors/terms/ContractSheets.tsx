import type { gameTypes } from '@khlang/contract/values/play-values.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { FieldRow } from '../../../ui/form/FormPage.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import '../../../ui/kit-later.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { Contract, Distributor } from '../distributor-shapes.tsx'

interface ContractDraft {
  readonly providerId: string
  readonly gameType: 'all' | (typeof gameTypes)[number]
  readonly percent: string
  readonly validFrom: string
  readonly validUntil: string
}

/** A typed share in hundredths of a percent; what is no number is refused by its bounds. Pure. */
const bpsOf = (typed: string): number => {
  const percent = Number(typed.trim().replace('%', ''))
  return typed.trim() === '' || Number.isNaN(percent) ? -1 : Math.round(percent * 100)
}
const refreshes = ['distributors', 'approvals'] as const

/** A contract that is not there yet; a second person agrees to it. */
export function ContractSheet({
  distributor: { id, name },
  onClose,
}: {
  distributor: Distributor
  onClose: () => void
}) {
  const { t } = useTranslation('distributors')
  const { language } = useReading()
  const providers = useQueryCall('distributors.reportProviders', {})
  const form = useActForm<'distributors.addContract', ContractDraft>({
    call: 'distributors.addContract',
    area: 'distributors',
    start: { providerId: '', gameType: 'all', percent: '', validFrom: '', validUntil: '' },
    input: ({ percent, validUntil, ...draft }, given) => ({
      id,
      ...draft,
      feeBps: bpsOf(percent),
      validUntil: validUntil === '' ? null : validUntil,
      ...given,
    }),
    refreshes,
    onDone: ({ state }) => say(t(`asked.${state}`), state === 'done' ? 'green' : 'amber'),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('contracts.new', { name })}
      submitLabel={t('act.ask')}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('contracts.takesTwo')}
    >
      <SelectField
        label={t('field.providerId')}
        required
        searchable
        data={(providers.data?.records ?? []).map((each) => ({
          value: each.id,
          label: each.name[language],
        }))}
        value={form.draft.providerId === '' ? null : form.draft.providerId}
        error={form.fieldErrors.providerId}
        onChange={(providerId) => form.change({ providerId: providerId ?? '' })}
      />
      <FieldRow>
        <NativeSelect {...form.choice('gameType', (type) => t(`types.${type}`))} />
        <TextInput
          {...form.text('percent')}
          error={form.fieldErrors.percent ?? form.fieldErrors['feeBps' as never]}
          inputMode="decimal"
          required
          rightSection="%"
        />
      </FieldRow>
      <FieldRow>
        <TextInput {...form.text('validFrom')} type="date" />
        <TextInput {...form.text('validUntil')} type="date" description={t('contracts.endHint')} />
      </FieldRow>
    </Confirm>
  )
}

/** Ends a contract after a day, or lets it run on. */
export function EndSheet({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const { t } = useTranslation('distributors')
  const { language } = useReading()
  const { id, version } = contract
  const form = useActForm<'distributors.endContract', { readonly validUntil: string }>({
    call: 'distributors.endContract',
    area: 'distributors',
    start: { validUntil: contract.validUntil ?? '' },
    input: ({ validUntil }, { reason }) => ({
      id,
      version,
      reason,
      validUntil: validUntil === '' ? null : validUntil,
    }),
    refreshes,
    onDone: ({ state }) => say(t(`asked.${state}`), state === 'done' ? 'green' : 'amber'),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('contracts.end', { name: contract.provider.name[language] })}
      submitLabel={t('act.ask')}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('contracts.takesTwo')}
    >
      <TextInput {...form.text('validUntil')} type="date" description={t('contracts.endHint')} />
    </Confirm>
  )
}
