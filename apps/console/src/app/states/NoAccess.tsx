import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../lib/address/navigation.tsx'
import { useFirstScreen } from '../menu/Menu.tsx'
import { Notice } from './Notice.tsx'
import picture from './no-access.svg'

/** The permission-denied page. It stands inside the layout: menu and sign-out stay. */
export function NoAccess() {
  const { t } = useTranslation('ui')
  const go = useGo()
  const first = useFirstScreen()
  // For whom the main page is shut too, the button of the specification alone would lead back here.
  const isMainShut = first.path !== '/dashboard'
  return (
    <Notice
      title={t('noAccess.title')}
      picture={<img src={picture} alt={t('noAccess.alt')} width={160} height={132} />}
      actions={
        <>
          <Button {...(isMainShut ? { variant: 'default' } : {})} onClick={() => go({ to: '/dashboard' })}>
            {t('backToMain')}
          </Button>
          {isMainShut && (
            <Button onClick={() => go({ to: first.path as '/dashboard' })}>
              {t('noAccess.open', { screen: first.label })}
            </Button>
          )}
        </>
      }
    >
      <p>{t('noAccess.text')}</p>
    </Notice>
  )
}
