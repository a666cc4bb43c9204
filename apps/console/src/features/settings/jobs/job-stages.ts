import type { Tone } from '../../../ui/figures/Status.tsx'

interface Stated {
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly tries: number
}

/** What a person is told of a job's state: one that failed and waits for its next try says so. */
export type Stage = Stated['state'] | 'again'

export const isOpenJob = ({ state }: Pick<Stated, 'state'>): boolean =>
  state === 'queued' || state === 'running'

export const stageOf = ({ state, tries }: Stated): Stage =>
  state === 'queued' && tries > 0 ? 'again' : state

export const stageTones: Readonly<Record<Stage, Tone>> = {
  queued: 'grey',
  again: 'grey',
  running: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'grey',
}
