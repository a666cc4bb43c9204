import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { useOpenScreens } from '../../lib/address/screens.ts'
import classes from './Dashboard.module.css'

/** What the signed-in person may open: the whole page for somebody whose work is not money. */
export function OpenScreenList() {
  const { t } = useTranslation('dashboard')
  const screens = useOpenScreens().filter(({ path }) => path !== '/dashboard')
  return (
    <section aria-label={t('screens')}>
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
    </section>
  )
}
