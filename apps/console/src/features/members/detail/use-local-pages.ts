import { useState } from 'react'
import type { KeysetPlace } from '../../../ui/table/tools/keyset.ts'

/** The place in a list that stands inside a screen, and so not in its address. */
export function useLocalPages(size = 25) {
  const [place, setPlace] = useState<KeysetPlace>({ size })
  return { place, setPlace, input: { size: place.size, after: place.after, before: place.before } }
}
