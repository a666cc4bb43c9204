import { authHandlers } from '../features/auth/handlers.ts'
import type { HandlerTables } from './adapter.ts'

/** Every area's handlers. Each table is checked against its contract where it is written. */
export const handlers: HandlerTables = {
  auth: authHandlers,
}
