import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useAllows } from '../../lib/person/permissions.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import classes from './People.module.css'

const hrefOfPerson = (username: string): string =>
  hrefOf({ to: '/employee/admin-log', search: { admins: username } })

/** Whether the reader may see what others did. */
export const useMayReadLog = (): boolean => useAllows()({ adminLog: ['isRead'] })

/** What a person did, in the log of the staff; nothing for whom may not read it. */
export function ActivityLink({ username }: { username: string }) {
  const { t } = useTranslation('employees')
  if (!useMayReadLog()) return null
  return (
    <AppLink className={classes['plainLink']} href={hrefOfPerson(username)}>
      {t('activity.link')}
    </AppLink>
  )
}

/** The same in a row of the list. */
export function ActivityIcon({ username }: { username: string }) {
  const { t } = useTranslation('employees')
  const name = t('activity.of', { username })
  return (
    <ActionIcon
      component={AppLink}
      href={hrefOfPerson(username)}
      variant="subtle"
      color="gray"
      size={32}
      aria-label={name}
      title={name}
    >
      <IconHistory size={18} aria-hidden />
    </ActionIcon>
  )
}
