import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../lib/call/connection.ts'
import classes from './AwayBanner.module.css'

const clock = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Bangkok',
  }).format(at)

/** Says that what is shown may be old and that acts are off, until the server answers again. */
export function AwayBanner() {
  const { t, i18n } = useTranslation('ui')
  const { awaySince } = useConnection()
  if (awaySince === null) return null
  return (
    <div className={classes['away']} role="alert">
      <IconCloudOff size={18} aria-hidden />
      <span>{t('away', { time: clock(awaySince, i18n.language) })}</span>
    </div>
  )
}
