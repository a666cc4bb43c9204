import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../lib/address/navigation.tsx'
import { useAllows } from '../../lib/person/permissions.ts'
import { useOpenOnArrival } from '../../ui/use-open-on-arrival.ts'
import { MemberMenuButton, type MemberMenuProps } from './MemberMenu.tsx'
import { statesFrom } from './member-shapes.ts'
import '../../ui/kit-later.ts'

/** The menu of a member; only `MemberMenu` loads it. */
export default function MemberMenuItems({ member, onAct }: MemberMenuProps) {
  const { target, isOpen, setOpen } = useOpenOnArrival()
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <MemberMenuButton username={member.username} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems member={member} onAct={onAct} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Drawn only while the menu is open: a page has a hundred of them. */
function MenuItems({ member, onAct }: MemberMenuProps) {
  const { t } = useTranslation('members')
  const go = useGo()
  const allowed = useAllows()
  const { id } = member
  const mayUpdate = allowed({ memberManagement: ['isRead', 'isUpdate'] })
  const mayCreate = allowed({ memberManagement: ['isCreate'] })
  if (!mayUpdate && !mayCreate) return <Menu.Label>{t('act.none')}</Menu.Label>
  return (
    <>
      {mayUpdate && (
        <Menu.Item onClick={() => go({ to: '/member/member-detail/{id}', id })}>{t('act.open')}</Menu.Item>
      )}
      {mayCreate && (
        <>
          <Menu.Item onClick={() => go({ to: '/pre-transaction/pre-deposit/{id}', id })}>
            {t('act.deposit')}
          </Menu.Item>
          <Menu.Item onClick={() => go({ to: '/pre-transaction/pre-withdraw/{id}', id })}>
            {t('act.withdraw')}
          </Menu.Item>
        </>
      )}
      {mayUpdate && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => onAct('note', member)}>{t('act.note')}</Menu.Item>
          <Menu.Item onClick={() => go({ to: '/member/change-password/{id}', id })}>
            {t('act.changePassword')}
          </Menu.Item>
          <Menu.Item onClick={() => go({ to: '/member/change-account/{id}', id })}>
            {t('act.changeAccount')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            onClick={() => go({ to: '/member/member-detail/{id}', id, search: { tab: 'accounts' } })}
          >
            {t('act.accounts')}
          </Menu.Item>
          <Menu.Item
            onClick={() => go({ to: '/member/member-detail/{id}', id, search: { tab: 'activity' } })}
          >
            {t('act.activity')}
          </Menu.Item>
          {statesFrom(member.state).length > 0 && <Menu.Divider />}
          {statesFrom(member.state).map((state) => (
            <Menu.Item
              key={state}
              color={state === 'active' ? 'green' : 'red'}
              onClick={() => onAct(state, member)}
            >
              {t(`act.${state}`)}
            </Menu.Item>
          ))}
        </>
      )}
    </>
  )
}
