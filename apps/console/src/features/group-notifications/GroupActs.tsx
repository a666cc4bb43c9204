import { Button } from '@mantine/core'
import { IconCopy, IconLock, IconLockOpen, IconPencil, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/person/view-reason.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import type { GroupDetail } from './group-shapes.ts'
import type { GroupTest } from './use-group-test.ts'

interface GroupActsProps {
  group: GroupDetail
  test: GroupTest
  onLock: () => void
}

/** The foot of the panel. A locked group is only opened again or cloned. */
export function GroupActs({ group, test, onLock }: GroupActsProps) {
  const { t } = useTranslation('group-notifications')
  const { id, isLocked } = group
  const LockIcon = isLocked ? IconLockOpen : IconLock
  return (
    <>
      {!isLocked && (
        <>
          <TestButton test={test} />
          <Button
            size="sm"
            variant="default"
            component={AppLink}
            href={hrefOf({ to: '/group-notification/edit/{id}', id })}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('act.edit')}
          </Button>
        </>
      )}
      <Button
        size="sm"
        variant={isLocked ? 'filled' : 'default'}
        leftSection={<LockIcon size={16} aria-hidden />}
        onClick={onLock}
      >
        {t(isLocked ? 'act.open' : 'act.lock')}
      </Button>
      <Button
        size="sm"
        variant="default"
        component={AppLink}
        href={hrefOf({ to: '/group-notification/add', search: { from: id } })}
        leftSection={<IconCopy size={16} aria-hidden />}
      >
        {t('act.clone')}
      </Button>
    </>
  )
}

interface TestButtonProps {
  test: GroupTest
  isDisabled?: boolean
}

export function TestButton({ test, isDisabled = false }: TestButtonProps) {
  const viewReason = useViewReason()
  const { t } = useTranslation('group-notifications')
  return (
    <Button
      size="sm"
      leftSection={<IconSend size={16} aria-hidden />}
      loading={test.isSending}
      disabled={!test.canSend || isDisabled}
      {...viewReason}
      onClick={test.run}
    >
      {t('act.test')}
    </Button>
  )
}
