import { Button, NumberInput, Switch, TagsInput, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/view-reason.ts'
import { AmountInput } from '../../ui/AmountInput.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { focusFirstError } from '../../ui/focus-first-error.ts'
import { FieldRow, FormSection } from '../../ui/FormPage.tsx'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import type { MemberDetail } from './member-shapes.ts'
import { useControls } from './use-controls.ts'
import '../../ui/kit-later.ts'
import classes from './Members.module.css'

const flags = ['canLogin', 'canDeposit', 'canWithdraw', 'isAutoWithdraw'] as const
const amounts = ['withdrawalMinMinor', 'withdrawalMaxMinor', 'withdrawalDayMinor'] as const
const reasonMax = 200

/** Flags, limits, level and tags of a member, saved with a reason. */
export function ControlsForm({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  const form = useControls(member)
  const { typed, change } = form
  const whole = (name: 'level' | 'withdrawalDayCount', min: number, max: number, empty: number | null) => (
    <NumberInput
      label={t(`field.${name}`)}
      {...(empty === null ? { description: t('controls.inherit') } : {})}
      min={min}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      value={typed[name] ?? ''}
      onChange={(value) => change({ [name]: typeof value === 'number' ? value : empty })}
    />
  )
  return (
    <form
      className={classes['grid']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const sheet = event.currentTarget
        void form.save().finally(() => focusFirstError(sheet))
      }}
    >
      <UnsavedGuard isDirty={form.isDirty} />
      <FormSection title={t('controls.flags')}>
        <div className={classes['checks']}>
          {flags.map((flag) => (
            <Switch
              key={flag}
              label={t(`field.${flag}`)}
              checked={typed[flag]}
              onChange={(event) => change({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </FormSection>
      <FormSection title={t('controls.limits')} description={t('controls.inherit')}>
        {amounts.map((name) => (
          <AmountInput
            key={`${name}:${form.round}`}
            label={t(`field.${name}`)}
            value={typed[name] ?? null}
            minMinor={1}
            onChange={(minor, isRefused) => {
              change({ [name]: minor })
              form.refuse(name, isRefused)
            }}
          />
        ))}
        {whole('withdrawalDayCount', 1, 1000, null)}
      </FormSection>
      <FormSection title={t('controls.marks')}>
        <FieldRow>
          {whole('level', 0, 99, 0)}
          <TagsInput
            label={t('field.tags')}
            description={t('controls.tagsHint')}
            maxTags={20}
            clearable
            clearButtonProps={{ 'aria-label': t('controls.clearTags') }}
            value={typed.tags}
            onChange={(tags) =>
              change({ tags: tags.map((tag) => tag.trim().slice(0, 30)).filter((tag) => tag !== '') })
            }
          />
        </FieldRow>
      </FormSection>
      <div className={classes['whole']}>
        <FormSection title={t('controls.save')}>
          <SaveControls form={form} />
        </FormSection>
      </div>
    </form>
  )
}

/** What will change, why, and the button; above it what somebody else changed meanwhile. */
function SaveControls({ form }: { form: ReturnType<typeof useControls> }) {
  const viewReason = useViewReason()
  const { t } = useTranslation('members')
  return (
    <>
      {form.conflict && (
        <div className={classes['warn']} role="alert">
          <h2>{t('controls.staleTitle')}</h2>
          <p>{t('controls.staleText')}</p>
          <ChangeTable changes={form.conflict} label={t('controls.staleTitle')} />
        </div>
      )}
      {form.changes.length === 0 ? (
        <p className={classes['muted']}>{t('controls.noChange')}</p>
      ) : (
        <ChangeTable changes={form.changes} label={t('controls.willChange')} />
      )}
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        autosize
        minRows={2}
        maxLength={reasonMax}
        withAsterisk
        required
        value={form.reason}
        onChange={(event) => form.setReason(event.currentTarget.value)}
        error={form.reasonFault}
      />
      {form.failure && <ErrorState error={form.failure} isInline />}
      <div className={classes['buttons']}>
        <Button
          type="submit"
          loading={form.isSending}
          disabled={!form.canSend || form.changes.length === 0}
          {...viewReason}
        >
          {t('controls.submit')}
        </Button>
        {form.isDirty && (
          <Button variant="default" onClick={form.reset}>
            {t('controls.reset')}
          </Button>
        )}
      </div>
    </>
  )
}
