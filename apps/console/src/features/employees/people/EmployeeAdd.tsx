import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../lib/form/use-form.ts'
import { hrefOf, useGo } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import type { OneTime } from '../employee-shapes.ts'
import { HireFields } from './HireFields.tsx'
import { OneTimeCode } from './OneTimeCode.tsx'
import { hireForm } from './person-form.ts'
import { LimitFields, NameFields } from './PersonFields.tsx'
import { useActFailure } from '../use-act-failure.ts'
import blocks from '../../../ui/Blocks.module.css'

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
  const form = useForm(hireForm, { onDone, worded: useActFailure() })
  return (
    <FormPage
      {...form.page}
      title={t('add.title')}
      description={t('add.lead')}
      submitLabel={t('add.submit')}
      onCancel={() => go({ to: '/employee/employee-management' })}
    >
      <HireFields {...form} />
      <FormSection title={t('add.person')}>
        <NameFields {...form} />
      </FormSection>
      <FormSection title={t('add.limits')} description={t('add.limitsLead')}>
        <LimitFields {...form} />
      </FormSection>
    </FormPage>
  )
}

function Hired({ hired, onAnother }: { hired: Hired; onAnother: () => void }) {
  const { t } = useTranslation('employees')
  const mayOpen = useAllows()({ employeeManagement: ['isRead'] })
  return (
    <Page title={t('add.done', { username: hired.username })} description={t('add.doneLead')}>
      <div className={blocks['reading']}>
        <section className={blocks['card']}>
          <OneTimeCode {...hired} />
          <div className={blocks['buttons']}>
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
