import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { FieldRow, FormSection } from '../../../ui/form/FormPage.tsx'
import { opensOf } from '../roles/opens.ts'
import { readUsername, usernameFieldError, type HireDraft } from './person-form.ts'
import { beyond } from '../roles/rights.ts'
import { AbilityFacts, RightsSummary } from '../roles/RightsSummary.tsx'
import { RoleSelect } from '../RoleSelect.tsx'
import { useRightList } from '../right-words.ts'
import { useAllScreens } from '../../../lib/address/screens.ts'
import { useOwnRights } from '../roles/use-own-rights.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../People.module.css'

type HireFieldsProps = FormOf<HireDraft>

/** What only a new person needs: a user name, which is for ever, a role and a kind. */
export function HireFields(props: HireFieldsProps) {
  const { draft, change, fieldErrors, choice } = props
  const { t } = useTranslation('employees')
  return (
    <FormSection title={t('add.signIn')}>
      <UsernameField {...props} />
      <FieldRow>
        <RoleSelect
          label={t('field.role')}
          value={draft.roleId}
          onChange={(roleId) => change({ roleId })}
          error={fieldErrors.roleId}
          isRequired
        />
        <NativeSelect {...choice('type', (value) => t(`types.${value}`))} />
      </FieldRow>
      {draft.roleId !== null && <ChosenRole roleId={draft.roleId} />}
    </FormSection>
  )
}

/** The rules are told while typing; capitals become small letters before the eyes. */
function UsernameField({ draft, change, text, fieldErrors }: HireFieldsProps) {
  const { t } = useTranslation('employees')
  const { username } = draft
  const fieldError = usernameFieldError(username)
  const isHalf = fieldError === 'short'
  return (
    <div>
      <TextInput
        {...text('username', 'isUncut')}
        description={t('hint.username')}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ username: readUsername(event.currentTarget.value) })}
        error={
          fieldErrors.username ??
          (username !== '' && fieldError && !isHalf && t(`fieldError.username.${fieldError}`))
        }
      />
      <div aria-live="polite">
        {username !== '' && isHalf && fieldErrors.username === undefined && (
          <p className={blocks['fieldNote']}>{t('fieldError.username.short')}</p>
        )}
        {fieldError === null && fieldErrors.username === undefined && (
          <p className={blocks['fieldNote']} data-tone="green">
            {t('hint.usernameGood', { username })}
          </p>
        )}
      </div>
    </div>
  )
}

/** The chosen role in short, for those who may read roles: how far it goes, and whether one may give it. */
function ChosenRole({ roleId }: { roleId: string }) {
  const { t } = useTranslation('employees')
  const mayRead = useAllows()({ roleManagement: ['isRead'] })
  const own = useOwnRights()
  const listOf = useRightList()
  const screens = useAllScreens()
  const { data: role } = useQueryCall('roles.get', { id: roleId }, { isEnabled: mayRead, isTracked: false })
  if (!mayRead || !role) return null
  const missing = beyond(role, own)
  const { builtCount, count } = opensOf(role, screens)
  return (
    <section className={classes['part']} aria-live="polite">
      {missing.length > 0 && (
        <p className={blocks['fieldNote']} data-tone="red">
          {t('failure.beyond', { rights: listOf(missing) })}
        </p>
      )}
      {role.description !== '' && <p className={blocks['note']}>{role.description}</p>}
      <p className={blocks['note']}>
        {t(role.isAdmin ? 'summary.admin' : 'opens.short', { built: builtCount, count })}
      </p>
      <AbilityFacts abilities={role.abilities} />
      <details className={blocks['fold']}>
        <summary>{t('panel.rights')}</summary>
        <RightsSummary rights={role} />
      </details>
      <ScreenLink to="/employee/role-management" search={{ open: roleId }} className={blocks['wordLink']}>
        {t('panel.openRole')}
      </ScreenLink>
    </section>
  )
}
