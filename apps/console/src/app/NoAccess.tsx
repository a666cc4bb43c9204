import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useGo } from '../lib/navigation.tsx'
import { Notice } from './Notice.tsx'
import picture from './no-access.svg'

/** The permission-denied page. It stands inside the layout: menu and sign-out stay. */
export function NoAccess() {
  const { t } = useTranslation('ui')
  const go = useGo()
  return (
    <Notice
      title={t('noAccess.title')}
      picture={<img src={picture} alt={t('noAccess.alt')} width={160} height={132} />}
      actions={<Button onClick={() => go({ to: '/dashboard' })}>{t('backToMain')}</Button>}
    >
      <p>{t('noAccess.text')}</p>
    </Notice>
  )
}
