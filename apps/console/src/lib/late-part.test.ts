import { expect, it, vi } from 'vitest'
import { ChunkError } from './chunks.ts'
import { latePart } from './late-part.ts'

const Part = () => null
const failing = () => Promise.reject(new ChunkError('script', 'Part.js'))
const arriving = () => Promise.resolve({ default: Part })

it('tries again when it is needed after it failed to load', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Part }>>(arriving).mockImplementationOnce(failing)
  const part = latePart(load)
  expect(await part.fetch()).toBe(false)
  expect(part.shown.get()).toBeNull()
  expect(await part.fetch()).toBe(true)
  expect(part.shown.get()).toBe(Part)
})

it('is fetched once however often it is needed', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Part }>>(arriving)
  const part = latePart(load)
  expect(await Promise.all([part.fetch(), part.fetch()])).toEqual([true, true])
  expect(await part.fetch()).toBe(true)
  expect(load).toHaveBeenCalledTimes(1)
})
