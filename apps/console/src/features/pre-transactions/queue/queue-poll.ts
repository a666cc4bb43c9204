import { createStore, useStore } from '../../../lib/store.ts'

/** Seconds between refreshes where the live stream does not reach; 0 is off. */
export const pollChoices = [0, 10, 30, 60] as const
export type PollS = (typeof pollChoices)[number]
const poll = createStore<PollS>(0)
export const usePoll = (): PollS => useStore(poll)
export const setPoll = (seconds: PollS): void => poll.set(seconds)
