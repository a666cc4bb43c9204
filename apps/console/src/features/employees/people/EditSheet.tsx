import { useTranslation } from 'react-i18next'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import type { PersonSheetProps } from '../employee-shapes.ts'
import { draftOf, personFieldErrors, personOf, type PersonDraft } from './person-form.ts'
import { LimitFields, NameFields } from './PersonFields.tsx'
import { useActFailure } from '../use-act-failure.ts'
import { useSecondRule } from '../use-second-rule.ts'

/** Name, phone, shift and addresses of a person, saved with a reason; own limits wait for a second person. */
export function EditSheet({ person, onClose }: PersonSheetProps) {
  const { t } = useTranslation('employees')
  const rule = useSecondRule()
  const form = useActForm<'employees.update', PersonDraft>({
    call: 'employees.update',
    area: 'employees',
    start: draftOf(person),
    input: (draft, given) => ({ id: person.id, ...given, ...personOf(draft) }),
    fieldErrors: personFieldErrors,
    refreshes: ['employees', 'approvals'],
    stored: { version: person.version, draft: draftOf(person) },
    worded: useActFailure(),
    onDone: ({ state }) =>
      say(t(`editSheet.${state}`, { name: person.username }), state === 'done' ? 'green' : 'amber'),
  })
  const { draft } = form
  const asksLimits =
    draft.approvalLimitMinor !== person.approvalLimitMinor ||
    draft.adjustmentPerDayMinor !== person.adjustmentPerDayMinor
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('editSheet.title', { name: person.username })}
      submitLabel={t('editSheet.submit')}
      reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
      {...(asksLimits ? { notice: `${t('editSheet.limits')} ${rule(person.second.limits)}` } : {})}
    >
      <NameFields {...form} />
      <LimitFields
        {...form}
        areLimitsLocked={person.pendings.some(({ kind }) => kind === 'employeeLimits')}
      />
    </Confirm>
  )
}
