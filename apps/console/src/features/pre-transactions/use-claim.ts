import { useCallback, useEffect, useRef, useState } from 'react'
import { call, CallError } from '../../lib/call.ts'
import { renewInMs } from './claim-clock.ts'

export interface Claim {
  /** Epoch ms until which this tab holds the withdrawal; null while it does not. */
  readonly ownUntilMs: number | null
  /** The row's version after the last claim; 0 before one. */
  readonly version: number
  /** The refusal of the last attempt: somebody else has it, or its state admits none. */
  readonly refusal: CallError | null
  /** Takes it from whoever holds it; the server decides whether this person may. */
  readonly takeOver: () => Promise<void>
}

interface State {
  readonly ownUntilMs: number | null
  readonly version: number
  readonly refusal: CallError | null
}
const none: State = { ownUntilMs: null, version: 0, refusal: null }
const tryAgainMs = 10_000

/**
 * Claims a withdrawal while its sheet is open: at once, again and again before the claim ends, and given back
 * when the sheet closes. Source: decisions 34.
 */
export function useClaim(id: string, isWanted: boolean): Claim {
  const [state, setState] = useState<State>(none)
  const isOpen = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const claim = useCallback(
    async (isTakeover: boolean): Promise<void> => {
      clearTimeout(timer.current)
      let nextMs: number | null = tryAgainMs
      try {
        const held = await call('preTransactions.claim', { id, isTakeover }, { isTracked: false })
        const untilMs = Date.parse(held.claimedUntil)
        if (isOpen.current) setState({ ownUntilMs: untilMs, version: held.version, refusal: null })
        nextMs = renewInMs(untilMs, Date.now())
      } catch (thrown) {
        if (!(thrown instanceof CallError)) throw thrown
        // Silence is no refusal: a claim that still runs is kept while the server is away.
        if (thrown.status !== 0) setState((now) => ({ ...now, ownUntilMs: null, refusal: thrown }))
        // What cannot be claimed in its state will not become so by asking.
        if (thrown.code === 'stateRefused') nextMs = null
        if (isTakeover) throw thrown
      } finally {
        if (isOpen.current && nextMs !== null) timer.current = setTimeout(() => void claim(false), nextMs)
      }
    },
    [id],
  )
  useEffect(() => {
    if (!isWanted) return
    isOpen.current = true
    void claim(false)
    return () => {
      isOpen.current = false
      clearTimeout(timer.current)
      setState(none)
      // Not given back is no harm: the claim runs out by itself.
      call('preTransactions.release', { id }, { isTracked: false }).catch(() => {})
    }
  }, [id, isWanted, claim])
  const takeOver = useCallback(() => claim(true), [claim])
  return { ...state, takeOver }
}
