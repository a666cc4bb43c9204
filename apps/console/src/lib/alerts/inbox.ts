import { createStore } from '../store.ts'

/** Whether the panel of the bell stands open; the bell and the panel both set it. */
export const inboxOpen = createStore(false)
