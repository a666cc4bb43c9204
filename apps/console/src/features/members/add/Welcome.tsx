import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { config } from '../../../lib/config.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { CopyButton } from '../../../ui/figures/CopyButton.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import blocks from '../../../ui/Blocks.module.css'

export interface NewAccess {
  id: string
  username: string
  password: string
  firstName: string
}

/** The message for the new member, with the first password: it is shown here and never again. */
export function Welcome({ access, onAnother }: { access: NewAccess; onAnother: () => void }) {
  const { t } = useTranslation('members')
  const mayOpen = useAllows()({ memberManagement: ['isRead', 'isUpdate'] })
  const message = t('welcome.message', {
    brand: config().brand,
    name: access.firstName,
    username: access.username,
    password: access.password,
  })
  return (
    <Page title={t('welcome.title', { username: access.username })} description={t('welcome.once')}>
      <section className={blocks['card']} aria-label={t('welcome.messageLabel')}>
        <p className={blocks['message']}>{message}</p>
        <div className={blocks['buttons']}>
          <CopyButton text={message} label={t('welcome.copy')} />
          {mayOpen && (
            <Button
              variant="default"
              component={AppLink}
              href={hrefOf({ to: '/member/member-detail/{id}', id: access.id })}
            >
              {t('welcome.open')}
            </Button>
          )}
          <Button variant="default" onClick={onAnother}>
            {t('welcome.another')}
          </Button>
        </div>
      </section>
    </Page>
  )
}
