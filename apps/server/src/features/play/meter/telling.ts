import type { PlayAdapter, Told } from '../adapters/adapter.ts'

/** Is told what a call came to. */
export type Saw = (outcome: Told['outcome']) => void

/** The adapter, which tells what each of its answers says. Pure. */
export const telling = (adapter: PlayAdapter, saw: Saw): PlayAdapter => ({
  read: adapter.read,
  answer: (told, to) => {
    saw(told.outcome)
    return adapter.answer(told, to)
  },
})
