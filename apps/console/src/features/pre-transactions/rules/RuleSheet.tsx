import {
  costCategories,
  incomeCategories,
  neverAlone,
  type BookingCategory,
} from '@khlang/contract/pre-transactions/booking-words.ts'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { reasonWorded } from '../line-acts/reason-worded.ts'
import { useOwnAccounts } from '../own-accounts.ts'

interface Draft {
  name: string
  direction: 'in' | 'out'
  category: BookingCategory
  /** `''` for all, `bank:SCB` for all of a bank, or the id of one account. */
  where: string
  texts: string
  channel: string
  amountMinor: number | null
  maxMinor: number | null
}
const start: Draft = {
  name: '',
  direction: 'out',
  category: 'bankFee',
  where: '',
  texts: '',
  channel: '',
  amountMinor: null,
  maxMinor: null,
}

const ofBank = 'bank:'

/** Of which accounts: one, all of a bank, or all. Pure. */
const whereOf = (where: string) =>
  where.startsWith(ofBank)
    ? { accountId: null, bank: where.slice(ofBank.length) as BankCode }
    : { accountId: where === '' ? null : where, bank: null }

const byRule = (categories: readonly BookingCategory[]) =>
  categories.filter((each) => !neverAlone.includes(each))

/** Asks for a rule: which lines it tells, and what they are; somebody else must agree. */
export function RuleSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('pre-transactions-acts')
  const { options, banks } = useOwnAccounts()
  const form = useActForm({
    call: 'preTransactions.askRule',
    area: 'pre-transactions-acts',
    start,
    input: ({ where, texts, channel, maxMinor, ...draft }, { reason }) => ({
      ...draft,
      name: draft.name.trim(),
      ...whereOf(where),
      channel: channel.trim() === '' ? null : channel.trim(),
      texts: texts
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
      maxMinor: maxMinor ?? 0,
      reason,
    }),
    refreshes: ['preTransactions', 'approvals'],
    worded: reasonWorded(t),
    onDone: ({ state }) => say(t(state === 'waiting' ? 'rules.asked' : 'rules.added')),
  })
  const { draft, change } = form
  const categories = byRule(draft.direction === 'in' ? incomeCategories : costCategories)
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('rules.add')}
      submitLabel={t('rules.ask')}
      reason={{ label: t('rules.why'), isRequired: true }}
      notice={t('rules.notice')}
    >
      <TextInput {...form.text('name')} />
      <NativeSelect
        label={t('rules.direction')}
        value={draft.direction}
        data={[
          { value: 'out', label: t('rules.out') },
          { value: 'in', label: t('rules.in') },
        ]}
        onChange={(event) =>
          change(
            event.currentTarget.value === 'in'
              ? { direction: 'in', category: 'interest' }
              : { direction: 'out', category: 'bankFee' },
          )
        }
      />
      <NativeSelect
        label={t('book.category')}
        value={draft.category}
        data={categories.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={(event) =>
          change({
            category: categories.find((each) => each === event.currentTarget.value) ?? draft.category,
          })
        }
      />
      <NativeSelect
        label={t('rules.where')}
        value={draft.where}
        data={[
          { value: '', label: t('rules.everywhere') },
          ...banks.map((bank) => ({ value: ofBank + bank, label: t('rules.ofBank', { bank }) })),
          ...options,
        ]}
        onChange={(event) => change({ where: event.currentTarget.value })}
      />
      <TextInput
        label={t('rules.texts')}
        description={t('rules.textsHint')}
        value={draft.texts}
        error={form.fieldErrors.texts}
        onChange={(event) => change({ texts: event.currentTarget.value })}
      />
      <TextInput
        {...form.text('channel')}
        label={t('rules.channel')}
        description={t('rules.channelHint')}
      />
      <AmountInput {...form.amount('amountMinor')} label={t('rules.exact')} />
      <AmountInput {...form.amount('maxMinor')} label={t('rules.max')} isRequired />
    </Confirm>
  )
}
