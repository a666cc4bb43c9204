import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { actorOf } from '../../testing/world/trials.ts'
import type { EmployeeActor } from './actor.ts'
import { SharedReads } from './shared-reads.ts'

/** A number that grows by itself; a reading takes a moment. */
function counter() {
  let value = 0
  let readings = 0
  return {
    grow: () => (value += 1),
    read: async () => {
      readings += 1
      const seen = value
      await sleep(5)
      return seen
    },
    readings: () => readings,
  }
}

test('many who ask the same at once are answered by few readings, none older than the question', async () => {
  const reads = new SharedReads()
  const of = counter()
  const asked: Promise<boolean>[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const least = of.grow()
    for (let person = 0; person < 10; person += 1)
      asked.push(reads.read('x', of.read).then((seen) => seen >= least))
    await sleep(2)
  }
  expect((await Promise.all(asked)).every(Boolean)).toBe(true)
  expect(of.readings()).toBeLessThan(20)
})

test('different questions do not wait for one another, and one that failed is read again', async () => {
  const reads = new SharedReads()
  const never = reads.read('slow', () => new Promise<never>(() => undefined))
  expect(await reads.read('other', () => Promise.resolve(2))).toBe(2)
  await expect(reads.read('bad', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await reads.read('bad', () => Promise.resolve(3))).toBe(3)
  void never
})

test('a first page is read once for the brand; a later one, and a search, by whoever asks', async () => {
  const reads = new SharedReads()
  const [owner, cashier] = [actorOf(1, {}), actorOf(2, {})]
  const seen = async (asked: Parameters<SharedReads['firstPage']>[2]) => {
    const read = (answer: string) => () => Promise.resolve(answer)
    return Promise.all([
      reads.firstPage(owner, 'list', asked, read('owner')),
      reads.firstPage(cashier, 'list', asked, read('cashier')),
    ])
  }
  expect(await seen({ search: '' })).toEqual(['owner', 'owner'])
  for (const asked of [{ search: 'x' }, { after: 'a' }, { before: 'b' }])
    expect(await seen(asked)).toEqual(['owner', 'cashier'])
})

test('whoever does not see the whole brand is answered by a reading of their own', async () => {
  const reads = new SharedReads()
  const asked = (type: EmployeeActor['type'], answer: string) =>
    reads.forBrand(actorOf(1, { type }), 'day', () => Promise.resolve(answer))
  const answers = await Promise.all([
    asked('staff', 'all'),
    asked('staff', 'not read'),
    asked('seller', 'the seller’s'),
    asked('agent', 'the agent’s'),
  ])
  expect(answers).toEqual(['all', 'all', 'the seller’s', 'the agent’s'])
})
