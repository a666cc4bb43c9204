import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useGo } from '../../lib/address/navigation.tsx'
import { Notice } from './Notice.tsx'
import picture from './not-found.svg'

/** `/404`: for unknown paths, and for screens that are not built. */
export default function NotFound() {
  const { t } = useTranslation('ui')
  const go = useGo()
  useDocumentTitle(t('notFound.title'))
  return (
    <Notice
      isPage
      title={t('notFound.title')}
      picture={<img src={picture} alt="" width={160} height={132} />}
      actions={<Button onClick={() => go({ to: '/dashboard' })}>{t('backToMain')}</Button>}
    >
      <p>{t('notFound.text')}</p>
    </Notice>
  )
}
