import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { usePageSubject } from '../../lib/address/page.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import classes from './Layout.module.css'
import { approvalsLine, useIsApprovals } from '../menu/menu-lines.ts'
import { consoleRoutes, menuRoutes, shareResource, type ConsoleRoute } from '../routes.ts'

const matches = (path: string, pathname: string): boolean => {
  const parts = path.split('/')
  const given = pathname.split('/')
  return (
    parts.length === given.length && parts.every((part, at) => part === given[at] || part.startsWith('{'))
  )
}

/**
 * The screen in front, and the menu's screen it was reached from: the one whose path it goes on from, else of
 * those with the same first word the one about the same thing.
 */
function useTrail(): { here: ConsoleRoute | undefined; from: ConsoleRoute | undefined } {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const allowed = useAllows()
  const here = consoleRoutes.find(({ path }) => matches(path, pathname))
  if (here === undefined || here.menu) return { here, from: undefined }
  const word = here.path.split('/')[1]
  const near = menuRoutes.filter((row) => row.path.split('/')[1] === word && allowed(row.requires))
  const above = near.find((row) => here.path.startsWith(`${row.path}/`))
  return { here, from: above ?? near.find((row) => shareResource(row, here)) ?? near[0] }
}

/** Group › list › screen › what it is about; also names the tab. */
export function Breadcrumb() {
  const { t } = useTranslation('ui')
  const { here, from } = useTrail()
  const subject = usePageSubject()
  const isApprovals = useIsApprovals()
  const name = here ? t(isApprovals ? approvalsLine.labelKey : here.labelKey) : ''
  useDocumentTitle(subject ? `${subject} · ${name}` : name)
  const group = isApprovals ? approvalsLine.group : (here?.menu ?? from?.menu)?.group
  if (here === undefined || here.path === '/dashboard') return null
  return (
    <nav aria-label={t('youAreHere')}>
      <ol className={classes['crumbs']}>
        {group && <li>{t(`groups.${group}`)}</li>}
        {from && (
          <li>
            {group && <span aria-hidden>›</span>}
            <ScreenLink to={from.path as '/dashboard'}>{t(from.labelKey)}</ScreenLink>
          </li>
        )}
        <li>
          {(group || from) && <span aria-hidden>›</span>}
          <span aria-current={subject ? undefined : 'page'}>{name}</span>
        </li>
        {subject && (
          <li>
            <span aria-hidden>›</span>
            <span aria-current="page">{subject}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
