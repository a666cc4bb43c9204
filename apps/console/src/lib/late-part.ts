import { createElement, type ComponentType, type ReactNode } from 'react'
import { ChunkError } from './chunks.ts'
import { createStore, useStore, type Store } from './store.ts'

/** A part of the program that is fetched when it is first needed, beside the screen. */
export interface LatePart<P> {
  readonly shown: Store<ComponentType<P> | null>
  /** Fetches it unless it is there or on its way. False when it did not arrive: the next call tries again. */
  readonly fetch: () => Promise<boolean>
}

/**
 * Unlike `lazy` of React, which keeps a failure for good. `load` is called once per try; what it throws is
 * told by `fetch`.
 */
export function latePart<P = object>(load: () => Promise<{ default: ComponentType<P> }>): LatePart<P> {
  const shown = createStore<ComponentType<P> | null>(null)
  let underWay: Promise<boolean> | null = null
  const run = async (): Promise<boolean> => {
    try {
      shown.set((await load()).default)
      return true
    } catch (thrown) {
      if (!(thrown instanceof ChunkError)) console.error(thrown)
      return false
    } finally {
      underWay = null
    }
  }
  return {
    shown,
    fetch: async () => shown.get() !== null || (underWay ??= run()),
  }
}

/** Shows the part once it has arrived, nothing before. */
export function Late({ part }: { part: LatePart<object> }): ReactNode {
  const shown = useStore(part.shown)
  return shown && createElement(shown)
}
