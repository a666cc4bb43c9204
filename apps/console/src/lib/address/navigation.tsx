import type { RoutePath } from '@khlang/contract/routes.ts'
import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useCallback, type AnchorHTMLAttributes, type MouseEvent } from 'react'

/** Values of the query part of an address. Empty ones are left out. */
export type SearchValues = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
>

type Params<P extends RoutePath> = P extends `${string}{id}${string}`
  ? { readonly id: string }
  : { readonly id?: never }
/** A screen to go to. A path that is not among the 91 does not compile, nor one whose `{id}` is missing. */
export type Place<P extends RoutePath> = { readonly to: P; readonly search?: SearchValues } & Params<P>

/** `{ q: 'a', bank: ['004', '014'] }` -> `?q=a&bank=004&bank=014`. */
export function searchText(search: SearchValues): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    const values = Array.isArray(value) ? value : [value]
    for (const one of values)
      if (one !== undefined && one !== null && one !== '') query.append(key, String(one))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const address = (to: RoutePath, id: string | undefined, search: SearchValues = {}): string =>
  `${to.replace('{id}', encodeURIComponent(id ?? ''))}${searchText(search)}`

/** The address of a screen. */
export const hrefOf = <P extends RoutePath>({ to, id, search }: Place<P>): string => address(to, id, search)

const push = (router: AnyRouter, href: string, replace = false): void =>
  replace ? router.history.replace(href) : router.history.push(href)

/** `const go = useGo(); go({ to: '/member/member-detail/{id}', id })`. `replace` leaves no step back. */
export function useGo(): <P extends RoutePath>(place: Place<P>, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback((place, options) => push(router, hrefOf(place), options?.replace), [router])
}

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'id'>
export type ScreenLinkProps<P extends RoutePath> = Place<P> & AnchorProps

/**
 * A real link to a screen: ctrl-click opens a tab, a plain click changes the screen without loading the
 * page.
 */
export function ScreenLink<P extends RoutePath>(props: ScreenLinkProps<P>) {
  const { to, id, search, onClick, children, ...anchor } = props
  const router = useRouter()
  const href = address(to, id, search)
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || event.defaultPrevented || anchor.target) return
    event.preventDefault()
    push(router, href)
  }
  return (
    <a {...anchor} href={href} onClick={follow}>
      {children}
    </a>
  )
}
