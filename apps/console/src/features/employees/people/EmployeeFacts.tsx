import { useTranslation } from 'react-i18next'
import { deviceName } from '../../../lib/person/device-names.ts'
import { formatPhone } from '../../../lib/words/formats.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { ActivityLink } from '../ActivityLink.tsx'
import { OnlineMark } from '../employee-cells.tsx'
import type { EmployeeDetail } from '../employee-shapes.ts'
import { LimitsCard } from './LimitsCard.tsx'
import { PendingBanner } from '../PendingBanner.tsx'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { RightsSummary } from '../roles/RightsSummary.tsx'
import { StandingBanner } from '../StandingBanner.tsx'
import classes from '../People.module.css'

/** All that is known of a person, what waits above it. */
export function EmployeeFacts({ person, isSelf }: { person: EmployeeDetail; isSelf: boolean }) {
  const { t } = useTranslation('employees')
  const allowed = useAllows()
  const isReadOnly = !person.may.change && allowed({ employeeManagement: ['isRead', 'isUpdate'] })
  const nothing = t('value.nothing')
  return (
    <div className={classes['stack']}>
      {person.pendings.map((pending) => (
        <PendingBanner key={pending.id} pending={pending} />
      ))}
      <StandingBanner person={person} />
      {isReadOnly && <p className={classes['note']}>{t(isSelf ? 'readOnly.self' : 'readOnly.above')}</p>}
      <KeyValue
        facts={[
          { label: t('field.displayName'), value: person.displayName },
          { label: t('field.type'), value: t(`types.${person.type}`) },
          { label: t('field.phone'), value: person.phone === '' ? nothing : formatPhone(person.phone) },
          { label: t('field.shift'), value: person.shift === '' ? nothing : person.shift },
          ...(person.stateReason === null
            ? []
            : [{ label: t('field.stateReason'), value: person.stateReason }]),
          ...(person.stateAt === null
            ? []
            : [{ label: t('field.stateAt'), value: <Time at={person.stateAt} show="both" /> }]),
          { label: t('field.otp'), value: t(person.otpEnable ? 'otp.on' : 'otp.off') },
          { label: t('field.isOnline'), value: <OnlineMark isOnline={person.isOnline} /> },
          { label: t('field.lastLoginAt'), value: <Time at={person.lastLoginAt} show="both" /> },
          { label: t('field.lastLoginAddress'), value: person.lastLoginAddress },
          { label: t('field.createdAt'), value: <Time at={person.createdAt} show="exact" /> },
          { label: t('field.createdBy'), value: person.createdBy },
          ...confirmedFact(person.standing, t),
        ]}
      />
      <ActivityLink username={person.username} />
      <RolePart person={person} />
      <LimitsCard of={person} role={person.role.abilities} />
      <SessionsPart sessions={person.sessions} />
    </div>
  )
}

/** Who said that an account is a person of its own, and when; nothing while it is not. */
function confirmedFact(
  { confirmed, links }: EmployeeDetail['standing'],
  t: ReturnType<typeof useTranslation<'employees'>>['t'],
) {
  if (confirmed === null || links.length > 0) return []
  const { how, by, at } = confirmed
  const value = (
    <>
      {t(`standing.how.${how}`, { by })} · <Time at={at} show="both" />
    </>
  )
  return [{ label: t('field.confirmed'), value }]
}

function RolePart({ person }: { person: EmployeeDetail }) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const allowed = useAllows()
  const mayOpen = allowed({ roleManagement: ['isRead', 'isUpdate'] })
  return (
    <section className={classes['card']}>
      <h2>{t('panel.role', { role: nameOf(person.roleName) })}</h2>
      <details className={classes['fold']}>
        <summary>{t('panel.rights')}</summary>
        <RightsSummary rights={{ isAdmin: person.isAdmin, ...person.role }} />
      </details>
      {mayOpen && (
        <ScreenLink to="/employee/role-edit/{id}" id={person.roleId} className={classes['link']}>
          {t('panel.openRole')}
        </ScreenLink>
      )}
    </section>
  )
}

function SessionsPart({ sessions }: { sessions: EmployeeDetail['sessions'] }) {
  const { t } = useTranslation('employees')
  return (
    <section className={classes['card']}>
      <h2>{t('panel.sessions', { count: sessions.length })}</h2>
      {sessions.length === 0 && <p className={classes['note']}>{t('panel.noSessions')}</p>}
      {sessions.length > 0 && (
        <ul className={classes['lines']}>
          {sessions.map((session) => (
            <li key={session.id}>
              <span>{session.address}</span>
              <span>
                {t('panel.lastSeen')} <Time at={session.lastSeenAt} />
              </span>
              <span className={classes['device']} title={session.device}>
                {deviceName(session.device)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
