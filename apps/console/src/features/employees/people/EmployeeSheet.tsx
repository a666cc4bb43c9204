import { useTranslation } from 'react-i18next'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import type { EmployeeDetail, OneTime } from '../employee-shapes.ts'
import type { EmployeeAct } from './employee-actions.ts'
import { EditSheet } from './EditSheet.tsx'
import { RoleSheet } from './RoleSheet.tsx'
import { useSecondRule } from '../use-second-rule.ts'
import { useActFailure } from '../use-act-failure.ts'
import { useRoleName } from '../../../lib/person/right-words.ts'

interface SheetProps {
  person: EmployeeDetail
  onClose: () => void
}
interface EmployeeSheetProps extends SheetProps {
  act: EmployeeAct
  /** A one-time code was made: it is shown once. */
  onCode: (code: OneTime) => void
}

/** The sheet of one act on a person; only the panel loads it. */
export default function EmployeeSheet({ act, onCode, ...sheet }: EmployeeSheetProps) {
  switch (act) {
    case 'role':
      return <RoleSheet {...sheet} />
    case 'edit':
      return <EditSheet {...sheet} />
    case 'password':
      return <PasswordSheet {...sheet} onCode={onCode} />
    case 'otp':
      return <OtpSheet {...sheet} />
    case 'sessions':
      return <SessionsSheet {...sheet} />
    default:
      return <StateSheet {...sheet} state={act} />
  }
}

/** What every sheet about a person shows first, how its act is worded when it is refused, and whose it is. */
function useSheet({ person, onClose }: SheetProps) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const worded = useActFailure()
  const facts = [
    { label: t('field.username'), value: person.username },
    { label: t('field.displayName'), value: person.displayName },
    { label: t('field.role'), value: nameOf(person.roleName) },
  ]
  const asked = { label: t('reason'), isRequired: true, description: t('reasonHint') }
  return { t, id: person.id, name: person.username, shared: { facts, reason: asked, worded, onClose } }
}

function StateSheet({ state, ...props }: SheetProps & { state: 'active' | 'locked' | 'left' }) {
  const { t, id, name, shared } = useSheet(props)
  return (
    <ActSheet
      {...shared}
      call="employees.setState"
      input={(reason) => ({ id, version: props.person.version, state, reason })}
      refreshes={['employees', 'roles']}
      title={t(`stateSheet.${state}.title`, { name })}
      submitLabel={t(`act.${state}`)}
      isDanger={state !== 'active'}
      notice={t(`stateSheet.${state}.effect`)}
      onDone={({ releasedClaims: count }) => {
        const done = t(`stateSheet.${state}.done`, { name })
        say(count > 0 ? `${done} ${t('stateSheet.released', { count })}` : done)
      }}
    />
  )
}

function SessionsSheet(props: SheetProps) {
  const { t, id, name, shared } = useSheet(props)
  return (
    <ActSheet
      {...shared}
      call="employees.endSessions"
      input={(reason) => ({ id, reason })}
      refreshes={['employees']}
      title={t('sessionsSheet.title', { name })}
      submitLabel={t('act.sessions')}
      isDanger
      notice={t('sessionsSheet.effect')}
      onDone={({ ended: count }) => say(t('sessionsSheet.done', { name, count }))}
    />
  )
}

function PasswordSheet({ onCode, ...props }: SheetProps & { onCode: (code: OneTime) => void }) {
  const { t, id, name, shared } = useSheet(props)
  return (
    <ActSheet
      {...shared}
      call="employees.resetPassword"
      input={(reason) => ({ id, reason })}
      refreshes={['employees']}
      title={t('passwordSheet.title', { name })}
      submitLabel={t('act.password')}
      notice={t('passwordSheet.effect')}
      onDone={onCode}
    />
  )
}

function OtpSheet(props: SheetProps) {
  const { t, id, name, shared } = useSheet(props)
  const rule = useSecondRule()
  const second = props.person.second.otp
  return (
    <ActSheet
      {...shared}
      call="employees.resetOtp"
      input={(reason) => ({ id, reason })}
      refreshes={['employees', 'approvals']}
      title={t('otpSheet.title', { name })}
      submitLabel={t(second.isAlone ? 'otpSheet.submit' : 'otpSheet.ask')}
      isDanger
      notice={
        <>
          {rule(second)}
          <br />
          {t('otpSheet.effect')}
        </>
      }
      onDone={({ state }) => say(t(`otpSheet.${state}`, { name }), state === 'done' ? 'green' : 'amber')}
    />
  )
}
