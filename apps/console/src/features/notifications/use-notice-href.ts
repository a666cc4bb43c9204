import { routes } from '@khlang/contract/routes.ts'
import { useCallback } from 'react'
import { useAllows } from '../../lib/person/permissions.ts'
import { useOpenScreens } from '../../lib/address/screens.ts'
import { placesOf } from './notice-places.ts'
import type { Notice } from './notice-shapes.ts'

/** The address of what a message is about; undefined where there is none, or not for this person. */
export function useNoticeHref(): (
  notice: Pick<Notice, 'code' | 'entity' | 'entityId'>,
) => string | undefined {
  const allowed = useAllows()
  const screens = useOpenScreens()
  return useCallback(
    (notice) =>
      placesOf(notice).find(
        ({ to, menu }) =>
          screens.some(({ path }) => path === menu) &&
          allowed(routes.find(({ path }) => path === to)?.requires),
      )?.href,
    [allowed, screens],
  )
}
