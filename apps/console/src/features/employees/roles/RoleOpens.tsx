import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllScreens } from '../../../lib/address/screens.ts'
import { opensOf } from './opens.ts'
import type { Rights } from './rights.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../People.module.css'

/** What people with these rights can open, by the table of routes; it follows every press in the matrix. */
export function RoleOpens({ rights }: { rights: Rights }) {
  const { t } = useTranslation('employees')
  const screens = useAllScreens()
  const { isAdmin, permission, abilities } = rights
  const opens = useMemo(
    () => opensOf({ isAdmin, permission, abilities }, screens),
    [isAdmin, permission, abilities, screens],
  )
  const nameOf = ({ path }: { path: string }) => t(`ui:routes.${path}`)
  return (
    <section className={blocks['card']} aria-label={t('opens.title')}>
      <h2>{t('opens.title')}</h2>
      <p className={blocks['note']} role="status">
        {t('opens.count', { count: opens.count, total: opens.total, built: opens.builtCount })}
      </p>
      <div className={blocks['stack']}>
        {opens.groups.map(({ group, built, later }) => (
          <section key={group} className={classes['part']}>
            <h3>
              {t(`ui:groups.${group}`)} ({built.length + later.length})
            </h3>
            {built.length > 0 && <p className={blocks['note']}>{built.map(nameOf).join(', ')}</p>}
            {later.length > 0 && (
              <details className={blocks['fold']}>
                <summary>{t('opens.later', { count: later.length })}</summary>
                <p className={blocks['note']}>{later.map(nameOf).join(', ')}</p>
              </details>
            )}
          </section>
        ))}
      </div>
    </section>
  )
}
