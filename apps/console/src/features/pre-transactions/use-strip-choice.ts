import { useState } from 'react'
import { keepChoice } from '../../lib/preferences.ts'

/** From this height on the whole cards leave enough rows of the queue in sight. */
const roomyFrom = 900

const keptIn = (cookies: string): string | undefined =>
  /(?:^|; ?)khlang_accounts=(short|whole)(?:;|$)/.exec(cookies)?.[1]

/**
 * Whether the cards of our accounts are one line each: as this browser chose last; before any choice they
 * are on a screen where whole cards would push the queue out of sight.
 */
export function useStripChoice(): { readonly isShort: boolean; readonly change: () => void } {
  const [isShort, setShort] = useState(() => {
    const kept = keptIn(document.cookie)
    return kept === undefined ? window.innerHeight < roomyFrom : kept === 'short'
  })
  const change = () => {
    setShort(!isShort)
    keepChoice('accounts', isShort ? 'whole' : 'short')
  }
  return { isShort, change }
}
