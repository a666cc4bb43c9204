import { createStore, useStore } from '../store.ts'

/** `awaySince`: epoch milliseconds since which the server has not answered, or null while it does. */
export interface Connection {
  readonly awaySince: number | null
}

const reachable: Connection = { awaySince: null }
export const connection = createStore<Connection>(reachable)

/** The server answered, with whatever status: it is there. */
export const noteReached = (): void => connection.set(reachable)

/** No answer came, or a gateway answered in its place. The first moment counts. */
export function noteAway(): void {
  if (connection.get().awaySince === null) connection.set({ awaySince: Date.now() })
}

export const isAway = (): boolean => connection.get().awaySince !== null
export const useConnection = (): Connection => useStore(connection)
/** True while the server cannot be reached: acts are to be disabled, what is shown may be old. */
export const useIsAway = (): boolean => useStore(connection).awaySince !== null
