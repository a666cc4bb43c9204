// A hook or one component alone, without a page: what it keeps stays from one drawing to the next, and its
// effects run after each. Of React, what our hooks use: `vi.mock('react', () => drawnHooks)`; for a component
// also the rest: `vi.mock('react', async (original) => ({ ...(await original<object>()), ...drawnHooks }))`.

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

function useMemo<T>(make: () => T, needs: readonly unknown[]): T {
  const slot = next()
  const kept = slots[slot] as { made: T; needs: readonly unknown[] } | undefined
  if (kept && isSame(kept.needs, needs)) return kept.made
  const made = make()
  slots[slot] = { made, needs }
  return made
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

function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, get: () => T): T {
  useEffect(() => subscribe(() => {}), [subscribe])
  return get()
}

export const drawnHooks = {
  useState,
  useRef,
  useCallback,
  useMemo,
  useEffect,
  useLayoutEffect: useEffect,
  useSyncExternalStore,
}

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

interface Element {
  readonly type: unknown
  readonly key: string | null
  readonly props: Readonly<Record<string, unknown>>
}

/**
 * The elements of a kind in what a component has drawn, in their order, wherever they were handed on.
 * @param kind the component, or its name where its file keeps it for itself
 */
export function drawnParts(drawn: unknown, kind: unknown): Element[] {
  if (Array.isArray(drawn)) return drawn.flatMap((each) => drawnParts(each, kind))
  if (typeof drawn !== 'object' || drawn === null || !('props' in drawn)) return []
  const element = drawn as Element
  const inside = Object.values(element.props).flatMap((each) => drawnParts(each, kind))
  const isOne = element.type === kind || (typeof element.type === 'function' && element.type.name === kind)
  return isOne ? [element, ...inside] : inside
}

/** The first of them; a test that finds none fails. */
export function drawnPart(drawn: unknown, kind: unknown): Element {
  const [part] = drawnParts(drawn, kind)
  if (!part) throw new Error('it is not drawn')
  return part
}
