import { useRef } from 'react'

/** The list of before while its members are those of before: what is made of it is not made anew. */
export function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list)
  const { current } = before
  const isSame = list.length === current.length && list.every((each, at) => each === current[at])
  if (!isSame) before.current = list
  return before.current
}
