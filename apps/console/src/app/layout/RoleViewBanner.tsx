import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../lib/person/right-words.ts'
import { leaveView, type RoleView } from '../../lib/call/role-view.ts'
import classes from './RoleViewBanner.module.css'

/** Says on every screen that its reader looks as a role, what that means, and how it ends. */
export default function RoleViewBanner({ view }: { view: RoleView }) {
  const { t } = useTranslation('ui')
  const role = useRoleName()(view.roleName)
  return (
    <div className={classes['banner']} role="status">
      <IconEye size={18} aria-hidden />
      <p>
        <b>{t('roleView.banner', { role })}</b> {t('roleView.note')}
        {view.isNarrowed && ` ${t('roleView.narrowed')}`}
      </p>
      <Button size="compact-md" onClick={leaveView}>
        {t('roleView.leave')}
      </Button>
    </div>
  )
}
