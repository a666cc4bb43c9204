import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { say } from '../../lib/alerts/notices.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { useRoleName } from '../../lib/person/right-words.ts'
import { Time } from '../../ui/figures/Time.tsx'
import type { EmployeeDetail } from './employee-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import { useActFailure } from './use-act-failure.ts'

/** Who may sit behind an account that nobody has confirmed yet, what follows, and who ends it. */
export function StandingBanner({ person }: { person: EmployeeDetail }) {
  const { t } = useTranslation('employees')
  const allowed = useAllows()
  const roleName = useRoleName()
  const [isOpen, setOpen] = useState(false)
  const { links, lastLink, same, confirmers, aloneFrom, blocked } = person.standing
  if (links.length === 0 || lastLink === null) return null
  const mayConfirm = allowed({ employeeManagement: ['isRead', 'isUpdate'] })
  return (
    <div className={blocks['warn']} role="status">
      <h2>{t('standing.title')}</h2>
      {links.map(({ why, by, at }) => (
        <p key={`${why} ${at}`}>
          {t(`standing.${why}`, { by })} · <Time at={at} />
        </p>
      ))}
      <p>{t('standing.same', { names: same.join(', ') })}</p>
      {confirmers.length > 0 && (
        <p>{t('standing.who', { roles: confirmers.map((each) => roleName(each)).join(', ') })}</p>
      )}
      {confirmers.length === 0 && (
        <p>
          {t(aloneFrom === null ? 'standing.aloneLater' : 'standing.alone')}{' '}
          {aloneFrom !== null && <Time at={aloneFrom} show="exact" />}
        </p>
      )}
      {mayConfirm && blocked !== null && <p>{t(`standing.blocked.${blocked}`)}</p>}
      {mayConfirm && blocked === null && (
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('standing.confirm')}
        </Button>
      )}
      {isOpen && <ConfirmSheet person={person} lastLink={lastLink} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface ConfirmSheetProps {
  person: EmployeeDetail
  lastLink: number
  onClose: () => void
}

function ConfirmSheet({ person, lastLink, onClose }: ConfirmSheetProps) {
  const { t } = useTranslation('employees')
  const worded = useActFailure()
  const nameOf = useRoleName()
  const name = person.username
  return (
    <ActSheet
      call="employees.confirm"
      input={(reason) => ({ id: person.id, lastLink, reason })}
      refreshes={['employees', 'approvals']}
      worded={worded}
      onClose={onClose}
      title={t('standing.sheetTitle', { name })}
      submitLabel={t('standing.confirm')}
      facts={[
        { label: t('field.username'), value: name },
        { label: t('field.displayName'), value: person.displayName },
        { label: t('field.role'), value: nameOf(person.roleName) },
      ]}
      reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
      notice={t('standing.effect', { names: person.standing.same.join(', ') })}
      onDone={() => say(t('standing.done', { name }))}
    />
  )
}
