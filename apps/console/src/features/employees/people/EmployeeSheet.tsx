import { useTranslation } from 'react-i18next'
import { useWorded } from '../../../lib/call/failure.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useCall } from '../../../lib/call/query.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import type { EmployeeDetail, OneTime } from '../employee-shapes.ts'
import type { EmployeeAct } from './employee-acts.ts'
import { EditSheet } from './EditSheet.tsx'
import { RoleSheet } from './RoleSheet.tsx'
import { useSecondRule } from '../use-second-rule.ts'
import { useActFailure } from '../use-act-failure.ts'
import { useRoleName } from '../../../lib/person/right-words.ts'

export interface SheetProps {
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

/** What every sheet about a person shows first, and how its act is worded when it is refused. */
function useSheet({ person }: SheetProps) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const worded = useWorded(useActFailure())
  const facts = [
    { label: t('field.username'), value: person.username },
    { label: t('field.displayName'), value: person.displayName },
    { label: t('field.role'), value: nameOf(person.roleName) },
  ]
  const reason = { label: t('reason'), isRequired: true, description: t('reasonHint') }
  return { t, facts, reason, worded }
}

function StateSheet({ state, ...props }: SheetProps & { state: 'active' | 'locked' | 'left' }) {
  const { person, onClose } = props
  const { t, facts, reason, worded } = useSheet(props)
  const setState = useCall('employees.setState', { refreshes: ['employees', 'roles'] })
  const name = person.username
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t(`stateSheet.${state}.title`, { name })}
      submitLabel={t(`act.${state}`)}
      isDanger={state !== 'active'}
      facts={facts}
      reason={reason}
      notice={t(`stateSheet.${state}.effect`)}
      canSubmit={setState.canSend}
      onSubmit={async ({ reason: given, idempotencyKey }) => {
        const wanted = { id: person.id, version: person.version, state, reason: given }
        const { releasedClaims } = await worded(() => setState.send(wanted, { idempotencyKey }))
        const done = t(`stateSheet.${state}.done`, { name })
        say(releasedClaims > 0 ? `${done} ${t('stateSheet.released', { count: releasedClaims })}` : done)
      }}
    />
  )
}

function SessionsSheet(props: SheetProps) {
  const { person, onClose } = props
  const { t, facts, reason, worded } = useSheet(props)
  const end = useCall('employees.endSessions', { refreshes: ['employees'] })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('sessionsSheet.title', { name: person.username })}
      submitLabel={t('act.sessions')}
      isDanger
      facts={facts}
      reason={reason}
      notice={t('sessionsSheet.effect')}
      canSubmit={end.canSend}
      onSubmit={async ({ reason: given }) => {
        const { ended } = await worded(() => end.send({ id: person.id, reason: given }))
        say(t('sessionsSheet.done', { name: person.username, count: ended }))
      }}
    />
  )
}

function PasswordSheet({ onCode, ...props }: SheetProps & { onCode: (code: OneTime) => void }) {
  const { person, onClose } = props
  const { t, facts, reason, worded } = useSheet(props)
  const reset = useCall('employees.resetPassword', { refreshes: ['employees'] })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('passwordSheet.title', { name: person.username })}
      submitLabel={t('act.password')}
      facts={facts}
      reason={reason}
      notice={t('passwordSheet.effect')}
      canSubmit={reset.canSend}
      onSubmit={async ({ reason: given, idempotencyKey }) => {
        onCode(await worded(() => reset.send({ id: person.id, reason: given }, { idempotencyKey })))
      }}
    />
  )
}

function OtpSheet(props: SheetProps) {
  const { person, onClose } = props
  const { t, facts, reason, worded } = useSheet(props)
  const rule = useSecondRule()
  const second = person.second.otp
  const reset = useCall('employees.resetOtp', { refreshes: ['employees', 'approvals'] })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('otpSheet.title', { name: person.username })}
      submitLabel={t(second.isAlone ? 'otpSheet.submit' : 'otpSheet.ask')}
      isDanger
      facts={facts}
      reason={reason}
      notice={
        <>
          {rule(second)}
          <br />
          {t('otpSheet.effect')}
        </>
      }
      canSubmit={reset.canSend}
      onSubmit={async ({ reason: given }) => {
        const { state } = await worded(() => reset.send({ id: person.id, reason: given }))
        say(t(`otpSheet.${state}`, { name: person.username }), state === 'done' ? 'green' : 'amber')
      }}
    />
  )
}
