import { useState } from 'react'
import { keepChoice } from '../../../lib/person/preferences.ts'

const keptIn = (cookies: string): string | undefined =>
  /(?:^|; ?)khlang_accounts=(short|whole)(?:;|$)/.exec(cookies)?.[1]

/**
 * Whether the cards of our accounts are one line: as this browser chose last, and before any choice, for
 * whole cards push the queue out of sight.
 */
export function useStripChoice(): { readonly isShort: boolean; readonly change: () => void } {
  const [isShort, setShort] = useState(() => keptIn(document.cookie) !== 'whole')
  const change = () => {
    setShort(!isShort)
    keepChoice('accounts', isShort ? 'whole' : 'short')
  }
  return { isShort, change }
}
