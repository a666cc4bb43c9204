import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import '../../../ui/kit-later.ts'

type LinkPreview = OutputOf<CallOf<'preTransactions.previewLink'>>
/** Which money a line is: that of a deposit credited before it came, or none of theirs. */
export type WhichMoney = { readonly depositId: string } | 'other'

interface CreditedBeforeProps {
  deposits: LinkPreview['creditedBefore']
  memberId: string
  value: WhichMoney | null
  onChange: (value: WhichMoney) => void
}

/** Asks which money a line is that may have been credited by people before it came. */
export function CreditedBefore({ deposits, memberId, value, onChange }: CreditedBeforeProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const own = deposits.filter((deposit) => deposit.member.id === memberId)
  const others = deposits.filter((deposit) => deposit.member.id !== memberId)
  const references = (of: typeof deposits) =>
    of.map((deposit) => `${deposit.reference} ${deposit.member.username}`).join(', ')
  return (
    <Radio.Group
      label={t('creditedBefore', { deposits: references(deposits) })}
      description={others.length > 0 ? t('creditedOther', { deposits: references(others) }) : undefined}
      value={value === null ? null : value === 'other' ? 'other' : value.depositId}
      onChange={(chosen) => onChange(chosen === 'other' ? 'other' : { depositId: chosen })}
      withAsterisk
    >
      <Stack gap="xs" mt="xs">
        {own.map((deposit) => (
          <Radio
            key={deposit.id}
            value={deposit.id}
            label={t('sameMoney', { reference: deposit.reference })}
          />
        ))}
        <Radio value="other" label={t('otherMoney')} />
      </Stack>
    </Radio.Group>
  )
}
