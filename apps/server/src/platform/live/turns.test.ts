import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('what waits goes one by one, in the order in which it came, others between', async () => {
  const [turns, gone] = [new Turns(), [] as string[]]
  for (const name of ['a', 'b', 'c']) void turns.next().then(() => gone.push(name))
  const seen: string[] = []
  for (let n = 0; n < 4; n += 1) {
    seen.push(gone.join(''))
    await turn()
  }
  expect(seen).toEqual(['', 'a', 'ab', 'abc'])
})

test('who comes when nobody waits any more goes, too', async () => {
  const turns = new Turns()
  const gone: string[] = []
  for (const name of ['a', 'b']) {
    await turns.next()
    gone.push(name)
  }
  expect(gone).toEqual(['a', 'b'])
})
