import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Card } from '../../../ui/page/Card.tsx'
import type { RoleDetail } from '../employee-shapes.ts'
import { EmployeeStateMark } from '../employee-cells.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../People.module.css'

type Members = RoleDetail['members']
const shownMax = 12

/** The people who hold a role: a change of it is a change for all of them. */
export function RoleHolders({ members }: { members: Members }) {
  const { t } = useTranslation('employees')
  const more = members.slice(shownMax)
  return (
    <Card title={t('holders.title', { count: members.length })}>
      {members.length === 0 && <p className={blocks['note']}>{t('holders.none')}</p>}
      {members.length > 0 && <Names members={members.slice(0, shownMax)} />}
      {more.length > 0 && (
        <details className={blocks['fold']}>
          <summary>{t('holders.more', { count: more.length })}</summary>
          <Names members={more} />
        </details>
      )}
    </Card>
  )
}

function Names({ members }: { members: Members }) {
  const mayOpen = useAllows()({ employeeManagement: ['isRead'] })
  return (
    <ul className={`${blocks['list']} ${classes['lines']}`} data-spaced>
      {members.map(({ id, username, displayName, state }) => (
        <li key={id}>
          <span>
            {mayOpen ? (
              <ScreenLink
                to="/employee/employee-management"
                search={{ open: id }}
                className={blocks['wordLink']}
              >
                {username}
              </ScreenLink>
            ) : (
              username
            )}{' '}
            {displayName}
          </span>
          {state !== 'active' && <EmployeeStateMark state={state} />}
        </li>
      ))}
    </ul>
  )
}
