import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/formats.ts'
import { ScreenLink } from '../../lib/navigation.tsx'
import { useProfile } from '../../lib/profile.ts'
import { useOpenScreens } from '../../lib/screens.ts'
import { useReading } from '../../ui/use-reading.ts'
import classes from './Dashboard.module.css'

/** `/dashboard`: who is signed in, until when, and what this person may open. */
export default function Dashboard() {
  const { t } = useTranslation('dashboard')
  const profile = useProfile()
  const reading = useReading()
  const screens = useOpenScreens().filter(({ path }) => path !== '/dashboard')
  return (
    <>
      <header className={classes['head']}>
        <h1>{t('greeting', { name: profile.displayName })}</h1>
        <dl className={classes['facts']}>
          <Fact label={t('username')} value={profile.username} />
          <Fact label={t('role')} value={profile.roleName} />
          <Fact
            label={t('sessionEnds')}
            value={formatDateTime(profile.session.expiresAt, reading, false)}
          />
        </dl>
      </header>
      <h2 className={classes['title']}>{t('screens')}</h2>
      {screens.length === 0 && <p className={classes['none']}>{t('noScreens')}</p>}
      <ul className={classes['screens']}>
        {screens.map(({ path, label, group }) => (
          <li key={path}>
            <ScreenLink to={path as '/dashboard'} className={classes['screen']}>
              {label}
              <span>{group}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
