import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTrials, type Trials } from '../../testing/world/trials.ts'
import { tellScreens, writeInTurn, writeTogether, type Write } from './write-together.ts'

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const told: Write = { part: tellScreens([{ topic: 'deposit', id: 'dep_1' }]) }
/** Writes one row, and says how many it must be. */
const writes = (rows: number): Write[] => [
  { part: sql`insert into outbox (topic, entity_id) values ('member', 'mbr_1') returning id`, rows },
  told,
]

test.each([
  ['in turn', writeInTurn],
  ['together', writeTogether],
])('writes %s are all made, and end where one meets a row that moved', async (_, write) => {
  const topics = await trials.asked([], async (tx) => {
    await write(tx, writes(1))
    return tx.selectFrom('outbox').select('topic').orderBy('topic').execute()
  })
  expect(topics).toEqual([{ topic: 'deposit' }, { topic: 'member' }])
  const moved = trials.asked([], (tx) => write(tx, writes(2)))
  await expect(moved).rejects.toMatchObject({ code: '40001' })
})
