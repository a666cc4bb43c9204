import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Columns, idOf, openTrials, uuid, type Trials } from '../testing/trials.ts'
import type { ApiError } from './api-error.ts'
import { assertMayReveal } from './reveals.ts'

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

test('numbers are shown thirty times within an hour to one person', async () => {
  const looks = (count: number, columns: Columns = {}) => [
    `insert into activity_log (actor_kind, actor_id, actor_name, entity, action, result, request_id, at)
     select 'employee', ${columns['actor'] ?? uuid(1)}, 'x', 'member', ${columns['action'] ?? `'revealed'`},
       'done', 'r', ${columns['at'] ?? 'now()'} from generate_series(1, ${count});`,
  ]
  const may = (setUp: string[]) =>
    trials.asked(setUp, (tx) =>
      assertMayReveal(tx, idOf(1)).then(
        () => 'shown',
        (error: ApiError) => `${error.code} ${error.retryAfterS}`,
      ),
    )
  expect(await may(looks(29))).toBe('shown')
  expect(await may(looks(30))).toBe('tooManyRequests 3600')
  expect(await may([...looks(29), ...looks(30, { actor: uuid(2) })])).toBe('shown')
  expect(await may([...looks(29), ...looks(30, { action: `'created'` })])).toBe('shown')
  expect(await may([...looks(29), ...looks(30, { at: `now() - interval '60 minutes'` })])).toBe('shown')
  expect(await may([...looks(29), ...looks(1, { at: `now() - interval '59 minutes'` })])).toBe(
    'tooManyRequests 3600',
  )
})
