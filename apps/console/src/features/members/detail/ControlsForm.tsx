import { Button, NumberInput, Switch, TagsInput, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { focusFirstError } from '../../../ui/focus-first-error.ts'
import { FieldRow, FormSection } from '../../../ui/form/FormPage.tsx'
import { UnsavedGuard } from '../../../ui/sheet/UnsavedGuard.tsx'
import { ChangeTable } from '../ChangeTable.tsx'
import type { MemberDetail } from '../member-shapes.ts'
import { useControls } from './use-controls.ts'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Members.module.css'

const flags = ['canLogin', 'canDeposit', 'canWithdraw', 'canBet', 'isAutoWithdraw'] as const
const amounts = ['withdrawalMinMinor', 'withdrawalMaxMinor', 'withdrawalDayMinor'] as const
const tagMax = ruleOf('members.update', 'tags.*').max

/** Flags, limits, level and tags of a member, saved with a reason. */
export function ControlsForm({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  const form = useControls(member)
  const { draft, change, amount, flag, rule } = form
  const whole = (name: 'level' | 'withdrawalDayCount', empty: number | null) => {
    const { min = 0, max = Infinity } = rule(name)
    return (
      <NumberInput
        label={t(`field.${name}`)}
        {...(empty === null ? { description: t('controls.inherit') } : {})}
        min={min}
        max={max}
        allowDecimal={false}
        allowNegative={false}
        value={draft[name] ?? ''}
        onChange={(value) => change({ [name]: typeof value === 'number' ? value : empty })}
      />
    )
  }
  return (
    <form
      className={classes['grid']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const sheet = event.currentTarget
        void form.submit().finally(() => focusFirstError(sheet))
      }}
    >
      <UnsavedGuard isDirty={form.page.isDirty} />
      <FormSection title={t('controls.flags')}>
        <div className={classes['checks']}>
          {flags.map((name) => (
            <Switch key={name} {...flag(name)} />
          ))}
        </div>
      </FormSection>
      <FormSection title={t('controls.limits')} description={t('controls.inherit')}>
        {amounts.map((name) => (
          <AmountInput key={`${name}:${form.round}`} {...amount(name)} />
        ))}
        {whole('withdrawalDayCount', null)}
      </FormSection>
      <FormSection title={t('controls.marks')}>
        <FieldRow>
          {whole('level', 0)}
          <TagsInput
            label={t('field.tags')}
            description={t('controls.tagsHint')}
            maxTags={rule('tags').max ?? Infinity}
            clearable
            clearButtonProps={{ 'aria-label': t('controls.clearTags') }}
            value={[...draft.tags]}
            onChange={(tags) =>
              change({ tags: tags.map((tag) => tag.trim().slice(0, tagMax)).filter((tag) => tag !== '') })
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
        <div className={blocks['warn']} role="alert">
          <h2>{t('controls.staleTitle')}</h2>
          <p>{t('controls.staleText')}</p>
          <ChangeTable changes={form.conflict} label={t('controls.staleTitle')} />
        </div>
      )}
      {form.changes.length === 0 ? (
        <p className={blocks['muted']}>{t('controls.noChange')}</p>
      ) : (
        <ChangeTable changes={form.changes} label={t('controls.willChange')} />
      )}
      <Textarea {...form.text('reason')} label={t('reason')} description={t('reasonHint')} />
      {form.failure && !form.conflict && <ErrorState error={form.failure} isInline />}
      <div className={blocks['buttons']}>
        <Button
          type="submit"
          loading={form.isSending}
          disabled={!form.canSend || form.changes.length === 0}
          {...viewReason}
        >
          {t('controls.submit')}
        </Button>
        {form.isChanged && (
          <Button variant="default" onClick={form.reset}>
            {t('controls.reset')}
          </Button>
        )}
      </div>
    </>
  )
}
