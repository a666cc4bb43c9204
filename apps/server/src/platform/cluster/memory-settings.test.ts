import { expect, test } from 'vitest'
import { memorySettings } from './memory-settings.ts'

const gib = 2 ** 30

test('the database takes a quarter of the memory for its buffers, within what serves it', () => {
  const of = (memory: number) => {
    const { shared_buffers, max_wal_size, maintenance_work_mem } = memorySettings(memory)
    return [shared_buffers, max_wal_size, maintenance_work_mem]
  }
  expect(of(gib / 4)).toEqual(['128MB', '1024MB', '64MB'])
  expect(of(4 * gib)).toEqual(['1024MB', '2048MB', '128MB'])
  expect(of(24 * gib)).toEqual(['6144MB', '12288MB', '768MB'])
  expect(of(512 * gib)).toEqual(['8192MB', '16384MB', '1024MB'])
})
