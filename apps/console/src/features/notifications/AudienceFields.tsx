import { Radio } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import type { FormOf } from '../../lib/form/use-form.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { FormSection } from '../../ui/form/FormPage.tsx'
import '../../ui/kit-later.ts'
import { audiences, type NoticeDraft } from './notice-form.ts'

const AudiencePicks = lazy(() => loadChunk('audience', () => import('./AudiencePicks.tsx')))

/** To whom: everybody, roles, or persons where the sender may read who works here. */
export function AudienceFields({ draft, change, fieldErrors }: FormOf<NoticeDraft>) {
  const { t } = useTranslation('notifications')
  const mayPick = useAllows()({ employeeManagement: ['isRead'] })
  const offered = audiences.filter((each) => each !== 'employees' || mayPick)
  return (
    <FormSection title={t('add.audience')}>
      <Radio.Group
        aria-label={t('add.audience')}
        value={draft.audience}
        onChange={(value) => {
          const audience = audiences.find((each) => each === value)
          if (audience) change({ audience })
        }}
      >
        {offered.map((value) => (
          <Radio key={value} my={8} value={value} label={t(`audience.${value}`)} />
        ))}
      </Radio.Group>
      <Suspense>
        {draft.audience !== 'all' && (
          <AudiencePicks
            key={draft.audience}
            kind={draft.audience}
            chosen={draft[draft.audience]}
            onChange={(chosen) => change({ [draft.audience]: chosen })}
            fieldError={fieldErrors[draft.audience]}
          />
        )}
      </Suspense>
    </FormSection>
  )
}
