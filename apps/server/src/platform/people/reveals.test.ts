import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Columns, actorOf, idOf, openTrials, uuid, type Trials } from '../../testing/world/trials.ts'
import type { ApiError } from '../api-error.ts'
import type { Services } from '../call/context.ts'
import type { Tx } from '../db/db.ts'
import { countNumberSearch } from '../call/number-searches.ts'
import { noteReading } from '../call/readings.ts'
import { assertMayReveal } from './reveals.ts'

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const hourMs = 3_600_000
/** Of the services only what these need: a clock, and a database where one is asked for. */
const servicesAt = (ms: number, db?: Tx) => ({ now: () => ms, db }) as unknown as Services
const endOf = (work: Promise<void>) =>
  work.then(
    () => 'done',
    (error: ApiError) => `${error.code} ${error.retryAfterS}`,
  )
let number = 856_000_000
/** A search for a whole number that nobody has searched for. */
const searchOf = (tx: Tx) =>
  countNumberSearch({
    services: servicesAt(0),
    actor: actorOf(1),
    requestId: 'r',
    input: { search: `0${(number += 1)}` },
    tx,
  })

test.each([
  ['shown in clear', 'revealed', (tx: Tx) => assertMayReveal(tx, idOf(1))],
  ['searched for', 'numberSearched', searchOf],
])('numbers are %s thirty times within an hour by one person', async (_, action, look) => {
  const looks = (count: number, columns: Columns = {}) => [
    `insert into activity_log (actor_kind, actor_id, actor_name, entity, action, result, request_id, at)
     select 'employee', ${columns['actor'] ?? uuid(1)}, 'x', 'member', ${columns['action'] ?? `'${action}'`},
       'done', 'r', ${columns['at'] ?? 'now()'} from generate_series(1, ${count});`,
  ]
  const may = (setUp: string[]) => trials.asked(setUp, (tx) => endOf(look(tx)))
  expect(await may(looks(29))).toBe('done')
  expect(await may(looks(30))).toBe('tooManyRequests 3600')
  expect(await may([...looks(29), ...looks(30, { actor: uuid(2) })])).toBe('done')
  expect(await may([...looks(29), ...looks(30, { action: `'created'` })])).toBe('done')
  expect(await may([...looks(29), ...looks(30, { at: `now() - interval '60 minutes'` })])).toBe('done')
  expect(await may([...looks(29), ...looks(1, { at: `now() - interval '59 minutes'` })])).toBe(
    'tooManyRequests 3600',
  )
})

test('the same reading is in the log once an hour, of each session and of what was read', async () => {
  const anna = actorOf(1)
  const elsewhere = { ...anna, session: { ...anna.session, id: idOf(9) } }
  const read = { entity: 'member' as const, action: 'looked', detail: { phone: 'x' } }
  const written = await trials.asked([], async (tx) => {
    const counts: number[] = []
    const note = async (ms: number, actor = anna, more: object = {}) => {
      await noteReading(servicesAt(ms, tx), actor, 'r', { ...read, ...more })
      counts.push((await tx.selectFrom('activity_log').select('id').execute()).length)
    }
    await note(0)
    await note(hourMs - 1)
    await note(1, elsewhere)
    await note(1, anna, { action: 'listed' })
    await note(1, anna, { detail: { phone: 'y' } })
    await note(hourMs)
    await note(2 * hourMs - 1)
    return counts
  })
  expect(written).toEqual([1, 1, 2, 3, 4, 5, 5])
})

test('a search for a number whose transaction was undone is counted when it is made again', async () => {
  const search = `0${(number += 1)}`
  const searched = () =>
    trials.asked([], async (tx) => {
      const input = { search }
      await countNumberSearch({ services: servicesAt(0), actor: actorOf(1), requestId: 'r', input, tx })
      return (await tx.selectFrom('activity_log').select('id').execute()).length
    })
  expect([await searched(), await searched()]).toEqual([1, 1])
})
