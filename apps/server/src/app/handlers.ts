import { authHandlers } from '../features/auth/handlers.ts'
import type { AnyHandler } from '../platform/context.ts'
import type { HandlerTables } from './adapter.ts'

/** The stream is written by the adapter itself; a call needs a handler all the same. */
const stream: AnyHandler = () => Promise.resolve({})

/** Every area's handlers. Each table is checked against its contract where it is written. */
export const handlers: HandlerTables = {
  auth: authHandlers,
  live: { events: stream },
}
