import { useCallback, useEffect, useRef } from 'react'

/**
 * `run` at most once in `everyMs`: at once when it rests, and once more at the end of the pause for all that
 * was asked meanwhile. The returned function is stable.
 */
export function useThrottled(run: () => void, everyMs: number): () => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const isAsked = useRef(false)
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return useCallback(() => {
    if (timer.current !== null) {
      isAsked.current = true
      return
    }
    const rest = () => {
      timer.current = null
      if (!isAsked.current) return
      isAsked.current = false
      go()
    }
    const go = () => {
      latest.current()
      timer.current = setTimeout(rest, everyMs)
    }
    go()
  }, [everyMs])
}
