import { useTranslation } from 'react-i18next'
import { deviceName } from '../../../lib/person/device-names.ts'
import { formatPhone } from '../../../lib/words/formats.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useProfile } from '../../../lib/person/profile.ts'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { ActivityLink } from '../ActivityLink.tsx'
import { OnlineMark } from '../employee-cells.tsx'
import type { EmployeeDetail } from '../employee-shapes.ts'
import { LimitsCard } from './LimitsCard.tsx'
import { PendingBanner } from '../PendingBanner.tsx'
import { RoleCard } from '../roles/RoleCard.tsx'
import { StandingBanner } from '../StandingBanner.tsx'
import classes from '../People.module.css'
import blocks from '../../../ui/Blocks.module.css'

const PersonFacts = factsPart<EmployeeDetail>({
  area: 'employees',
  facts: (fact) => [
    fact.text('displayName'),
    fact.word('type', 'types'),
    fact.cell('phone', ({ phone }, { t }) => (phone === '' ? t('value.nothing') : formatPhone(phone))),
    fact.cell('shift', ({ shift }, { t }) => (shift === '' ? t('value.nothing') : shift)),
    fact.text('stateReason', { ifAny: true }),
    fact.time('stateAt', { ifAny: true }),
    fact.flag('otpEnable', 'otp.on', 'otp.off', { label: 'field.otp' }),
    fact.cell('isOnline', (person) => <OnlineMark isOnline={person.isOnline} />),
    fact.time('lastLoginAt'),
    fact.text('lastLoginAddress'),
    fact.exact('createdAt'),
    fact.text('createdBy'),
    fact.cell('confirmed', (person) => <Confirmed standing={person.standing} />, {
      isTold: ({ standing }) => standing.confirmed !== null && standing.links.length === 0,
    }),
  ],
})

/** Who said that an account is a person of its own, and when. */
function Confirmed({ standing: { confirmed } }: Pick<EmployeeDetail, 'standing'>) {
  const { t } = useTranslation('employees')
  return (
    confirmed && (
      <>
        {t(`standing.how.${confirmed.how}`, { by: confirmed.by })} · <Time at={confirmed.at} show="both" />
      </>
    )
  )
}

/** All that is known of a person, what waits above it. */
export function EmployeeBody({ person }: { person: EmployeeDetail }) {
  const { t } = useTranslation('employees')
  const allowed = useAllows()
  const isSelf = useProfile().id === person.id
  const isReadOnly = !person.may.change && allowed({ employeeManagement: ['isRead', 'isUpdate'] })
  return (
    <div className={blocks['stack']}>
      {person.pendings.map((pending) => (
        <PendingBanner key={pending.id} pending={pending} />
      ))}
      <StandingBanner person={person} />
      {isReadOnly && <p className={blocks['note']}>{t(isSelf ? 'readOnly.self' : 'readOnly.above')}</p>}
      <PersonFacts of={person} />
      <ActivityLink username={person.username} />
      <RoleCard roleName={person.roleName} rights={{ isAdmin: person.isAdmin, ...person.role }}>
        {allowed({ roleManagement: ['isRead', 'isUpdate'] }) && (
          <ScreenLink to="/employee/role-edit/{id}" id={person.roleId} className={blocks['wordLink']}>
            {t('panel.openRole')}
          </ScreenLink>
        )}
      </RoleCard>
      <LimitsCard of={person} role={person.role.abilities} />
      <Sessions sessions={person.sessions} />
    </div>
  )
}

function Sessions({ sessions }: Pick<EmployeeDetail, 'sessions'>) {
  const { t } = useTranslation('employees')
  return (
    <Card title={t('panel.sessions', { count: sessions.length })}>
      {sessions.length === 0 && <p className={blocks['note']}>{t('panel.noSessions')}</p>}
      {sessions.length > 0 && (
        <ul className={`${blocks['list']} ${classes['lines']}`} data-spaced>
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
    </Card>
  )
}
