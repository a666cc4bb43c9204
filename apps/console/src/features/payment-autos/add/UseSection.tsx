import { Radio, Switch, TextInput } from '@mantine/core'
import { accountRoles } from '@khlang/contract/values/value-lists.ts'
import { asciiDigits } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import { useSatangHint } from '../list/use-satang-hint.ts'
import type { AccountRole, NewAccountDraft } from './account-draft.ts'
import classes from './AccountAdd.module.css'

type UseSectionProps = FormOf<NewAccountDraft> & {
  /** Its order until somebody types another. */
  usual: number
}

/** What the account is for, and when it comes before others of its kind. */
export function UseSection(props: UseSectionProps) {
  const { usual, draft, change, refuse, text, flag, rule } = props
  const { t } = useTranslation('payment-autos')
  const { min, max } = rule('priority')
  const satangHint = useSatangHint(draft.bank)
  const priority = text('priority')
  const use = (role: AccountRole) => {
    change({ role })
    // What was typed wrong in a limit that is shown no more must not hold the form back.
    for (const field of ['transferLimitMinor', 'dayLimitMinor'] as const) refuse(field, false)
  }
  return (
    <FormSection title={t('add.sectionUse')}>
      <Radio.Group
        name="role"
        label={t('field.role')}
        value={draft.role}
        onChange={(role) => use(role as AccountRole)}
      >
        <div className={classes['choices']}>
          {accountRoles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`role.${role}`)}
              description={t(`add.roleHint.${role}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <div className={classes['half']}>
        <TextInput
          {...priority}
          value={draft.priority ?? String(usual)}
          error={draft.priority === null ? undefined : priority.error}
          description={t('add.priorityHint', { min, max })}
          inputMode="numeric"
          maxLength={String(max).length}
          onChange={(event) =>
            change({ priority: asciiDigits(event.currentTarget.value).replaceAll(/\D/g, '') })
          }
        />
      </div>
      {draft.role === 'deposit' && <Switch {...flag('usesUniqueSatang')} description={satangHint} />}
    </FormSection>
  )
}
