import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useArrival } from '../../ui/use-arrival.ts'
import type { MemberHandle } from './member-shapes.ts'
import type { MemberAct } from './MemberSheets.tsx'

export interface MemberMenuProps {
  member: MemberHandle
  onAct: (act: MemberAct, member: MemberHandle) => void
}

const items = { name: 'member-menu', load: () => import('./MemberMenuItems.tsx') }

/**
 * What one may do with a member. An act that the person's rights do not carry is not offered. The menu
 * comes with the first press: a page has a hundred of these buttons.
 */
export function MemberMenu(props: MemberMenuProps) {
  const { part: Items, ask, fetch } = useArrival(items)
  if (Items) return <Items {...props} />
  return (
    <MemberMenuButton
      username={props.member.username}
      aria-haspopup="menu"
      onClick={ask}
      onPointerEnter={fetch}
      onFocus={fetch}
    />
  )
}

/** The button alone, before and behind its menu. */
export function MemberMenuButton({
  username,
  ...button
}: Omit<ComponentProps<'button'>, 'color' | 'disabled'> & { username: string }) {
  const { t } = useTranslation('members')
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      {...button}
      aria-label={t('actsOf', { name: username })}
    >
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  )
}
