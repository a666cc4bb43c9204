import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorded } from '../../lib/failure.ts'
import { useKept } from '../../lib/kept.ts'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import type { EmployeeDetail } from './employee-shapes.ts'
import type { SheetProps } from './EmployeeSheet.tsx'
import {
  draftOf,
  keepTypedPerson,
  personFaults,
  personFieldOf,
  personOf,
  type PersonFaults,
} from './person-form.ts'
import { LimitFields, NameFields } from './PersonFields.tsx'
import { useActFailure } from './use-act-failure.ts'
import { useSecondRule } from './use-second-rule.ts'

/** Name, phone, shift and addresses of a person, saved with a reason; own limits wait for a second person. */
export function EditSheet({ person, onClose }: SheetProps) {
  const { t } = useTranslation('employees')
  const worded = useWorded(useActFailure())
  const rule = useSecondRule()
  const update = useCall('employees.update', { refreshes: ['employees', 'approvals'] })
  const { draft, setDraft } = useDraft(person)
  const [faults, setFaults] = useState<PersonFaults>({})
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const change = (changes: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(changes, field))),
    )
  }
  const check = (): boolean => {
    const found = personFaults(draft)
    setFaults(Object.fromEntries(Object.entries(found).map(([field, key]) => [field, t(key)])))
    return Object.keys(found).length === 0 && refused.size === 0
  }
  const asksLimits =
    draft.approvalLimitMinor !== person.approvalLimitMinor ||
    draft.adjustmentPerDayMinor !== person.adjustmentPerDayMinor
  const fields = { draft, onChange: change, faults }
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('editSheet.title', { name: person.username })}
      submitLabel={t('editSheet.submit')}
      reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
      {...(asksLimits ? { notice: `${t('editSheet.limits')} ${rule(person.second.limits)}` } : {})}
      canSubmit={update.canSend}
      onCheck={check}
      onSubmit={async ({ reason }) => {
        const wanted = { id: person.id, version: person.version, ...personOf(draft), reason }
        const { state } = await worded(() => update.send(wanted)).catch(
          (thrown: Error & { field?: string | undefined }) => {
            const field = personFieldOf(thrown.field)
            if (field) setFaults({ [field]: thrown.message })
            throw thrown
          },
        )
        say(t(`editSheet.${state}`, { name: person.username }), state === 'done' ? 'green' : 'amber')
      }}
    >
      <NameFields {...fields} />
      <LimitFields
        {...fields}
        areLimitsLocked={person.pendings.some(({ kind }) => kind === 'employeeLimits')}
        onRefused={(name, isRefused) =>
          setRefused((before) => {
            const others = [...before].filter((each) => each !== name)
            return new Set(isRefused ? [...others, name] : others)
          })
        }
      />
    </Confirm>
  )
}

/** What is typed. Where somebody else saves meanwhile, the fields that were not touched follow. */
function useDraft(person: EmployeeDetail) {
  const [base, setBase] = useKept(
    'base',
    () => ({ version: person.version, draft: draftOf(person) }),
    false,
  )
  const [draft, setDraft] = useKept('draft', () => base.draft)
  if (person.version > base.version) {
    const now = draftOf(person)
    setBase({ version: person.version, draft: now })
    setDraft(keepTypedPerson(base.draft, draft, now))
  }
  return { draft, setDraft }
}
