import { ActionIcon, Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/call/failure.ts'
import { useGo } from '../../lib/address/navigation.tsx'
import { say } from '../../lib/alerts/notices.ts'
import { abilityOf, allows, useAllows } from '../../lib/person/permissions.ts'
import { useOwnProfile } from '../../lib/person/profile.ts'
import { useCall } from '../../lib/call/query.ts'
import { useRoleName } from '../../lib/person/right-words.ts'
import { beginView, useRoleView } from '../../lib/call/role-view.ts'
import { useAllScreens } from '../../lib/address/screens.ts'
import { roleIdOf } from './employee-shapes.ts'

type Role = { readonly _id: string; readonly roleName: string }

/** Whether the reader may look as a role now; who does so already leaves that one first. */
export function useMayViewAs(): boolean {
  const mayRead = useAllows()({ roleManagement: ['isRead'] })
  return useRoleView() === null && mayRead
}

/** Begins to look as a role: asked of the server, which writes it down, then the first screen it opens. */
function useViewAs(role: Role) {
  const { send, isSending, canSend } = useCall('roles.viewAs')
  const failure = useFailure()
  const screens = useAllScreens()
  const go = useGo()
  const start = async () => {
    try {
      const view = await send({ id: roleIdOf(role) })
      const ability = abilityOf({ permissions: view.permission, isAdmin: view.isAdmin })
      const first = screens.find(
        ({ isBuilt, isInMenu, requires }) => isBuilt && isInMenu && allows(ability, requires),
      )
      beginView(view)
      go({ to: (first?.path ?? '/setting') as '/setting' })
    } catch (thrown) {
      say(failure(thrown)?.message ?? '', 'red')
    }
  }
  // One's own role is what one sees anyway.
  const isOwn = roleIdOf(useOwnProfile().role) === roleIdOf(role)
  return { start, isSending, canSend, isOwn }
}

/** On the page of a role. */
export function ViewAsButton({ role }: { role: Role }) {
  const { t } = useTranslation('employees')
  const { start, isSending, canSend, isOwn } = useViewAs(role)
  if (!useMayViewAs() || isOwn) return null
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={18} aria-hidden />}
      loading={isSending}
      disabled={!canSend}
      onClick={() => void start()}
    >
      {t('viewAs.button')}
    </Button>
  )
}

/** In a row of the list. */
export function ViewAsIcon({ role }: { role: Role }) {
  const { t } = useTranslation('employees')
  const name = t('viewAs.of', { name: useRoleName()(role.roleName) })
  const { start, isSending, canSend, isOwn } = useViewAs(role)
  if (isOwn) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={name}
      title={name}
      loading={isSending}
      disabled={!canSend}
      onClick={() => void start()}
    >
      <IconEye size={18} aria-hidden />
    </ActionIcon>
  )
}
