import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { searchText, type SearchValues } from './navigation.tsx'
import { createStore } from '../store.ts'

/** The query part of the address as it stands: a text, or several where a key repeats. */
export type RawSearch = Readonly<Record<string, string | readonly string[]>>

/**
 * `?q=a&bank=004&bank=014` -> `{ q: 'a', bank: ['004', '014'] }`. Nothing is guessed: `0812…` stays a
 * text.
 */
export function readSearch(text: string): RawSearch {
  const query = new URLSearchParams(text)
  const entries = [...new Set(query.keys())].map((key) => {
    const values = query.getAll(key)
    return [key, values.length > 1 ? values : (values[0] ?? '')] as const
  })
  return Object.fromEntries(entries)
}

export type Reading = (raw: RawSearch) => SearchValues

/** How the screen that is open reads its address; a part of it may have a reading of its own. */
export const readings = createStore<readonly Reading[]>([])

/**
 * The typed search parameters of a screen, kept in its address. `parse` turns the raw texts into the
 * screen's own values and must accept anything (a wrong value becomes its default). Declare it outside
 * the component. `change` merges; by default it leaves a step back, `{ replace: true }` does not (typing
 * in a filter). `isUsed` false: the screen is not in its address after all.
 */
export function useScreenSearch<S extends SearchValues>(
  parse: (raw: RawSearch) => S,
  isUsed = true,
): readonly [S, (changes: Partial<S>, options?: { replace?: boolean }) => void] {
  const router = useRouter()
  const text = useRouterState({ select: (state) => state.location.searchStr })
  const search = useMemo(() => parse(readSearch(text)), [parse, text])
  useEffect(() => {
    if (!isUsed) return
    readings.set([...readings.get(), parse])
    return () => readings.set(readings.get().toSpliced(readings.get().lastIndexOf(parse), 1))
  }, [parse, isUsed])
  const change = useCallback(
    (changes: Partial<S>, options?: { replace?: boolean }) => {
      const { pathname, search: now } = router.history.location
      const href = `${pathname}${searchText({ ...parse(readSearch(now)), ...changes })}`
      if (options?.replace) router.history.replace(href)
      else router.history.push(href)
    },
    [router, parse],
  )
  return [search, change]
}
