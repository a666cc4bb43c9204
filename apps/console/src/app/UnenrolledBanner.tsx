import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../lib/navigation.tsx'
import { useProfile } from '../lib/profile.ts'
import classes from './AwayBanner.module.css'

/** Whoever has no authenticator is told where to get one, until he hides it or the page is loaded anew. */
export function UnenrolledBanner() {
  const { t } = useTranslation('ui')
  const { otpEnable } = useProfile()
  const [isHidden, setHidden] = useState(false)
  if (otpEnable || isHidden) return null
  return (
    <div className={classes['advice']}>
      <p>
        {t('unenrolled.text')}{' '}
        <ScreenLink to="/setting" search={{ tab: 'security' }}>
          {t('unenrolled.link')}
        </ScreenLink>
      </p>
      <CloseButton size={24} aria-label={t('unenrolled.hide')} onClick={() => setHidden(true)} />
    </div>
  )
}
