// A hook alone, without a page: what it keeps stays from one drawing to the next, and its effects run after
// each. Of React, what hooks of calls use: `vi.mock('react', () => drawnHooks)`.

interface Effect {
  readonly needs: readonly unknown[] | undefined
  readonly end: (() => void) | undefined
}
let slots: unknown[] = []
let at = 0
let waiting: (() => void)[] = []

const next = (): number => (at += 1)
const isSame = (one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean =>
  one?.length === other?.length && one?.every((each, place) => Object.is(each, other?.[place])) === true

function useState<T>(initial: T | (() => T)): [T, (to: T | ((now: T) => T)) => void] {
  const slot = next()
  if (!(slot in slots)) slots[slot] = typeof initial === 'function' ? (initial as () => T)() : initial
  const set = (to: T | ((now: T) => T)): void => {
    slots[slot] = typeof to === 'function' ? (to as (now: T) => T)(slots[slot] as T) : to
  }
  return [slots[slot] as T, set]
}

function useRef<T>(initial: T): { current: T } {
  const slot = next()
  return (slots[slot] ??= { current: initial }) as { current: T }
}

function useCallback<T>(act: T, needs: readonly unknown[]): T {
  const slot = next()
  const kept = slots[slot] as { act: T; needs: readonly unknown[] } | undefined
  if (kept && isSame(kept.needs, needs)) return kept.act
  slots[slot] = { act, needs }
  return act
}

function useEffect(run: () => (() => void) | undefined, needs?: readonly unknown[]): void {
  const slot = next()
  const kept = slots[slot] as Effect | undefined
  if (kept && isSame(kept.needs, needs)) return
  waiting.push(() => {
    kept?.end?.()
    slots[slot] = { needs, end: run() }
  })
}

export const drawnHooks = { useState, useRef, useCallback, useEffect }

/** Draws once more, and runs the effects whose needs have changed. */
export function draw<T>(hook: () => T): T {
  at = 0
  const drawn = hook()
  for (const run of waiting.splice(0)) run()
  return drawn
}

/** The page with the hook is left: its effects end, and nothing is kept. */
export function leave(): void {
  const left = slots
  slots = []
  waiting = []
  for (const each of left) (each as Effect | undefined)?.end?.()
}
