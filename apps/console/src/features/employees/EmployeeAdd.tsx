import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import type { Failure } from '../../lib/failure.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useKept } from '../../lib/kept.ts'
import { hrefOf, useGo } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { useCall } from '../../lib/query.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { FormPage, FormSection } from '../../ui/FormPage.tsx'
import { Page } from '../../ui/Page.tsx'
import type { OneTime } from './employee-shapes.ts'
import { HireFields } from './HireFields.tsx'
import { OneTimeCode } from './OneTimeCode.tsx'
import { emptyHire, hireFaults, hireOf, personFieldOf, type PersonFaults } from './person-form.ts'
import { LimitFields, NameFields } from './PersonFields.tsx'
import { useActFailure } from './use-act-failure.ts'
import classes from './People.module.css'

type Hired = OneTime & { id: string; username: string }

/** `/employee/employee-add`: hires a person; the one-time code is shown once. */
export default function EmployeeAdd() {
  const [hired, setHired] = useState<Hired | null>(null)
  if (hired) return <Hired hired={hired} onAnother={() => setHired(null)} />
  return <HireForm onDone={setHired} />
}

function HireForm({ onDone }: { onDone: (hired: Hired) => void }) {
  const { t } = useTranslation('employees')
  const go = useGo()
  const form = useHire(onDone)
  const fields = { draft: form.draft, onChange: form.change, faults: form.faults }
  return (
    <FormPage
      title={t('add.title')}
      description={t('add.lead')}
      submitLabel={t('add.submit')}
      canSubmit={form.canSend}
      isDirty={form.draft !== emptyHire}
      error={form.failure}
      onSubmit={form.submit}
      onCancel={() => go({ to: '/employee/employee-management' })}
    >
      <HireFields {...fields} />
      <FormSection title={t('add.person')}>
        <NameFields {...fields} />
      </FormSection>
      <FormSection title={t('add.limits')} description={t('add.limitsLead')}>
        <LimitFields {...fields} onRefused={form.refuse} />
      </FormSection>
    </FormPage>
  )
}

function useHire(onDone: (hired: Hired) => void) {
  const { t } = useTranslation('employees')
  const worded = useActFailure()
  const { key, renew } = useIdempotencyKey()
  const create = useCall('employees.create', { refreshes: ['employees', 'roles'] })
  const [draft, setDraft] = useKept('draft', () => emptyHire)
  const [faults, setFaults] = useState<PersonFaults>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const change = (changes: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(changes, field))),
    )
  }
  const refuse = (name: string, isRefused: boolean) =>
    setRefused((before) => [...before.filter((each) => each !== name), ...(isRefused ? [name] : [])])
  const submit = async (): Promise<void> => {
    const found = hireFaults(draft)
    setFaults(Object.fromEntries(Object.entries(found).map(([field, text]) => [field, t(text)])))
    setFailure(null)
    if (Object.keys(found).length > 0 || refused.length > 0) return
    try {
      onDone(await create.send(hireOf(draft), { idempotencyKey: key }))
    } catch (thrown) {
      const told = worded(thrown)
      const isRole = thrown instanceof CallError && thrown.code === 'beyondOwnRights'
      const field = isRole ? 'roleId' : thrown instanceof CallError ? personFieldOf(thrown.field) : null
      // Another body under the same key would be refused: what was refused is sent anew under a new one.
      if (thrown instanceof CallError && thrown.status >= 400 && thrown.status < 500) renew()
      if (field && told) setFaults({ [field]: told.message })
      else setFailure(told)
    }
  }
  return { draft, change, faults, failure, refuse, submit, canSend: create.canSend }
}

function Hired({ hired, onAnother }: { hired: Hired; onAnother: () => void }) {
  const { t } = useTranslation('employees')
  const mayOpen = useAllows()({ employeeManagement: ['isRead'] })
  return (
    <Page title={t('add.done', { username: hired.username })} description={t('add.doneLead')}>
      <div className={classes['cards']}>
        <section className={classes['card']}>
          <OneTimeCode {...hired} />
          <div className={classes['buttons']}>
            {mayOpen && (
              <Button
                variant="default"
                component={AppLink}
                href={hrefOf({ to: '/employee/employee-management', search: { open: hired.id } })}
              >
                {t('add.open')}
              </Button>
            )}
            <Button variant="default" onClick={onAnother}>
              {t('add.another')}
            </Button>
          </div>
        </section>
      </div>
    </Page>
  )
}
