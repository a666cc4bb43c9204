import type { RoutePath } from '@khlang/contract/routes.ts'
import { useTranslation } from 'react-i18next'
import { landingOf } from '../../lib/person/landing.ts'
import { useMenuCounts } from '../../lib/alerts/menu-counts.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { useAllows } from '../../lib/person/permissions.ts'
import { useProfile } from '../../lib/person/profile.ts'
import type { OpenScreen } from '../../lib/address/screens.ts'
import { menuIcons } from './menu-drawings.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Menu.module.css'
import { menuLines, useLineInFront, type MenuLine } from './menu-lines.ts'
import { menuGroups } from './menu-groups.ts'
import { menuRoutes } from '../routes.ts'

/** The lines of the menu that the signed-in person may open, by group. */
export function useMenu(): readonly { group: string; rows: readonly MenuLine[] }[] {
  const allowed = useAllows()
  return menuGroups
    .map((group) => ({
      group,
      rows: menuLines.filter((row) => row.group === group && allowed(row.requires)),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** The screens among them as a list, by the names that the menu gives them. */
export function useOpenMenu(): readonly OpenScreen[] {
  const { t } = useTranslation('ui')
  return useMenu().flatMap(({ group, rows }) =>
    rows.flatMap(({ id, labelKey }) =>
      id === 'approvals' ? [] : [{ path: id, label: t(labelKey), group: t(`groups.${group}`) }],
    ),
  )
}

/** Where the person begins who chose nothing: the overview, or the first screen of the menu open to them. */
export function useFirstScreen(): { path: RoutePath; label: string } {
  const { t } = useTranslation('ui')
  const { permissions } = useProfile()
  const path = landingOf(null, menuRoutes, permissions)
  return { path, label: t(`routes.${path}`) }
}

/** The main menu, grouped by area, with how much waits behind each line. */
export function Menu({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('ui')
  const groups = useMenu()
  return (
    <nav className={classes['menu']} aria-label={t('mainMenu')}>
      {groups.map(({ group, rows }) => (
        <section key={group} aria-labelledby={`menu-${group}`}>
          <h2 className={group === 'overview' ? blocks['unseen'] : classes['group']} id={`menu-${group}`}>
            {t(`groups.${group}`)}
          </h2>
          <ul className={classes['lines']}>
            {rows.map((row) => (
              <Line key={row.id} row={row} {...(onFollow ? { onFollow } : {})} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Line({ row, onFollow }: { row: MenuLine; onFollow?: () => void }) {
  const { t } = useTranslation('ui')
  const isHere = useLineInFront() === row.id
  const count = useMenuCounts()[row.id] ?? 0
  const Icon = menuIcons[row.icon]
  return (
    <li>
      <ScreenLink
        to={row.to as '/dashboard'}
        {...(row.search ? { search: row.search } : {})}
        className={classes['line']}
        {...(isHere ? { 'aria-current': 'page' } : {})}
        {...(onFollow ? { onClick: onFollow } : {})}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
        <span className={classes['label']}>{t(row.labelKey)}</span>
        {count > 0 && (
          <span className={classes['count']}>
            {count > 999 ? '999+' : count}
            <span className={blocks['unseen']}> {t('waiting')}</span>
          </span>
        )}
      </ScreenLink>
    </li>
  )
}
