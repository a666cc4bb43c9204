import { CloseButton } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { useProfile } from '../../lib/person/profile.ts'
import classes from './AwayBanner.module.css'

const advising = new Set(['/dashboard', '/setting'])

/**
 * Whoever has no authenticator is told where to get one, until they hide it or the page is loaded anew. Where
 * they begin and where they can do it; screens of work keep their height.
 */
export function UnenrolledBanner() {
  const { t } = useTranslation('ui')
  const { otpEnable } = useProfile()
  const [isHidden, setHidden] = useState(false)
  const isAdvising = useRouterState({ select: ({ location }) => advising.has(location.pathname) })
  if (otpEnable || isHidden || !isAdvising) return null
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
