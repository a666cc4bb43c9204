import { useCallback, useEffect, useRef, useState } from 'react'
import { call, CallError, isRefusal } from '../../../lib/call/call.ts'
import { holderOf, renewInMs, askAgainInMs, type Holder } from '../rows/claim-clock.ts'

export interface Claim {
  /** Epoch ms until which this tab holds the withdrawal; null while it does not. */
  readonly ownUntilMs: number | null
  /** The row's version after the last claim; 0 before one. */
  readonly version: number
  /** Who had it when this tab last asked in vain; null while nobody stood in the way. */
  readonly holder: Holder | null
  /** The row has changed: whoever had it may have given it back. */
  readonly askAgain: () => void
  /** Takes it from whoever holds it; the server decides whether this person may. */
  readonly takeOver: () => Promise<void>
}

type State = Pick<Claim, 'ownUntilMs' | 'version' | 'holder'>
const none: State = { ownUntilMs: null, version: 0, holder: null }
/** After a failure that names no holder, such as a server out of reach. */
const tryAgainMs = 10_000

const giveBack = (id: string): void => {
  // Not given back is no harm: the claim runs out by itself.
  call('preTransactions.release', { id }, { isTracked: false, isLeaving: true }).catch(() => {})
}

/**
 * Claims a withdrawal while its sheet is open and wants it: at once, again and again before the claim ends,
 * and given back when the sheet closes, or the page with it. What another holds is asked for again when
 * their time is up, or when the row changes, and not before. Source: decisions 34.
 */
export function useClaim(id: string, isWanted: boolean): Claim {
  const [state, setState] = useState<State>(none)
  const isOpen = useRef(false)
  const isHeld = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const claim = useCallback(
    async (isTakeover: boolean): Promise<void> => {
      clearTimeout(timer.current)
      let nextMs: number | null = tryAgainMs
      try {
        const held = await call('preTransactions.claim', { id, isTakeover }, { isTracked: false })
        if (!isOpen.current) return giveBack(id)
        isHeld.current = true
        const ownUntilMs = Date.parse(held.claimedUntil)
        setState({ ownUntilMs, version: held.version, holder: null })
        nextMs = renewInMs(ownUntilMs, Date.now())
      } catch (thrown) {
        if (!(thrown instanceof CallError)) throw thrown
        const isOthers = isRefusal(thrown, 'preTransactions.claim') && thrown.code === 'claimedByOther'
        const holder = isOthers && thrown.details ? holderOf(thrown.details) : null
        // Silence is no refusal: a claim that still runs is kept while the server is away.
        if (thrown.status !== 0) setState((now) => ({ ...now, ownUntilMs: null, holder }))
        if (holder !== null) nextMs = askAgainInMs(holder.untilMs, Date.now())
        // What cannot be claimed in its state, or by this person, will not become so by asking.
        else if (thrown.status >= 400 && thrown.status < 500) nextMs = null
        if (isTakeover) throw thrown
      } finally {
        if (isOpen.current && nextMs !== null) timer.current = setTimeout(() => void claim(false), nextMs)
      }
    },
    [id],
  )
  useEffect(() => {
    isOpen.current = true
    const leave = (): void => {
      if (isHeld.current) giveBack(id)
      isHeld.current = false
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      isOpen.current = false
      clearTimeout(timer.current)
      leave()
    }
  }, [id])
  useEffect(() => {
    if (!isWanted) return
    void claim(false)
    return () => {
      clearTimeout(timer.current)
      setState(none)
    }
  }, [isWanted, claim])
  const hasHolder = state.holder !== null
  const askAgain = useCallback(() => {
    if (hasHolder) void claim(false)
  }, [hasHolder, claim])
  const takeOver = useCallback(() => claim(true), [claim])
  return { ...state, askAgain, takeOver }
}
