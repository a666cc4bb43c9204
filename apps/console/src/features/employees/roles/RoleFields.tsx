import { Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { AmountInput, type AmountInputProps } from '../../../ui/form/AmountInput.tsx'
import { FieldRow, FormSection } from '../../../ui/form/FormPage.tsx'
import type { RoleDraft } from './role-form.ts'
import { templateOf, useRightName, useRoleAbout, useRoleName } from '../../../lib/person/right-words.ts'
import { useRightValue } from '../right-words.ts'
import { limits, switches, toggled, type Rights } from './rights.ts'
import { RightsMatrix } from './RightsMatrix.tsx'
import { useOwnRights } from './use-own-rights.ts'
import '../../../ui/kit-later.ts'
import { useCallback, useState } from 'react'
import blocks from '../../../ui/Blocks.module.css'

/** `base`: the rights from which changes are told. */
export type RoleFieldsProps = FormOf<RoleDraft> & { base: Rights; isReadOnly: boolean }

/** All fields of a role: its name, the matrix, and what stands beside it. */
export function RoleFields(props: RoleFieldsProps) {
  const { draft, base, change, flag, isReadOnly } = props
  const { t } = useTranslation('employees')
  const own = useOwnRights()
  const toggle = useCallback(
    (cells: Parameters<typeof toggled>[1]) =>
      change((before) => ({ permission: toggled(before.permission, cells, own) })),
    [change, own],
  )
  return (
    <>
      <NameSection {...props} />
      <FormSection title={t('role.admin')}>
        <Switch
          {...flag('isAdmin')}
          label={t('abilities.isAdmin')}
          description={own.isAdmin ? t('summary.admin') : t('role.adminNotHeld')}
          disabled={isReadOnly || !own.isAdmin}
        />
      </FormSection>
      <FormSection
        title={t('matrix.title')}
        description={t(own.isAdmin ? 'matrix.lead' : 'matrix.leadOwn')}
      >
        {draft.isAdmin && <p className={blocks['warn']}>{t('matrix.admin')}</p>}
        <RightsMatrix rights={draft} base={base} own={own} isLocked={isReadOnly} onToggle={toggle} />
      </FormSection>
      <AbilitySection {...props} own={own} />
    </>
  )
}

function NameSection({ draft, text, isReadOnly }: RoleFieldsProps) {
  const { t } = useTranslation('employees')
  const shown = useRoleName()(draft.roleName)
  const about = useRoleAbout()({ roleName: draft.roleName, description: '' })
  const isTemplate = templateOf(draft.roleName) !== null && shown !== draft.roleName
  return (
    <FormSection title={t('role.name')}>
      <TextInput
        {...text('roleName')}
        description={isTemplate ? t('hint.template', { name: shown }) : t('hint.roleName')}
        readOnly={isReadOnly}
      />
      <Textarea
        {...text('description')}
        description={about === '' ? t('hint.description') : t('hint.descriptionBuiltIn')}
        placeholder={about}
        readOnly={isReadOnly}
      />
    </FormSection>
  )
}

function AbilitySection(props: RoleFieldsProps & { own: Rights }) {
  const { draft, change, refuse, rule, fieldErrors, isReadOnly, own } = props
  const { t } = useTranslation('employees')
  const nameOf = useRightName()
  const valueOf = useRightValue()
  const set = (part: Partial<Rights['abilities']>) =>
    change((before) => ({ abilities: { ...before.abilities, ...part } }))
  const hintOf = (name: (typeof limits)[number]): string => {
    const most = own.abilities[name]
    const hint = most === null ? t('hint.limit') : t('hint.limitMost', { most: valueOf(most) })
    return name === 'approvalLimitMinor' ? `${hint} ${t('hint.rejects')}` : hint
  }
  return (
    <FormSection title={t('role.beside')} description={t('role.besideLead')}>
      {switches.map((name) => {
        const isHeld = own.abilities[name]
        return (
          <Switch
            key={name}
            label={nameOf(name)}
            description={t(isHeld ? `hint.${name}` : 'matrix.notHeld')}
            checked={draft.abilities[name]}
            disabled={isReadOnly || !isHeld}
            onChange={(event) => set({ [name]: event.currentTarget.checked })}
          />
        )
      })}
      <FieldRow>
        {limits.map((name) => (
          <LimitField
            key={name}
            name={name}
            label={nameOf(name)}
            description={hintOf(name)}
            value={draft.abilities[name]}
            minMinor={rule(`abilities.${name}`).min}
            isDisabled={isReadOnly}
            onChange={(minor, isRefused) => {
              set({ [name]: minor })
              refuse(`abilities.${name}`, isRefused)
            }}
            error={fieldErrors[`abilities.${name}`]}
          />
        ))}
      </FieldRow>
    </FormSection>
  )
}

/** A limit of money: an emptied one says aloud that there is none, so that nobody empties it by accident. */
function LimitField({ value, onChange, ...field }: AmountInputProps) {
  const { t } = useTranslation('employees')
  const [isRefused, setRefused] = useState(false)
  return (
    <div>
      <AmountInput
        {...field}
        value={value}
        onChange={(minor, refused) => {
          setRefused(refused)
          onChange(minor, refused)
        }}
      />
      <p className={blocks['fieldNote']} data-tone="amber" role="status">
        {value === null && !isRefused && t('role.unlimited')}
      </p>
    </div>
  )
}
