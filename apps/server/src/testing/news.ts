import { approvalKinds } from '../app/approval-kinds.ts'
import { raiseEvents } from '../features/notifications/jobs.ts'
import type { Services } from '../platform/call/context.ts'

/** What the periodic step does once: tells the inboxes what happened since the last time. */
export const tellNews = (services: Pick<Services, 'db' | 'settings'>): Promise<boolean> =>
  raiseEvents(services, approvalKinds)
