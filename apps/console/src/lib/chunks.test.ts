import { expect, it, vi } from 'vitest'
import { chunkErrorOf, loadChunk } from './chunks.ts'

it('names the file of a script that did not arrive', () => {
  const thrown = new TypeError(
    'Failed to fetch dynamically imported module: https://a.example/assets/List-x1.js',
  )
  expect(chunkErrorOf(thrown, '/member').message).toBe('Loading chunk List-x1.js failed')
})

it('names the file of a style sheet that did not arrive', () => {
  const thrown = new Error('Unable to preload CSS for /assets/List-x1.css')
  expect(chunkErrorOf(thrown, '/member').message).toBe('Loading CSS chunk List-x1.css failed')
})

it('uses the name of the part where the browser names no file', () => {
  expect(chunkErrorOf(new TypeError('Importing a module script failed.'), 'palette').message).toBe(
    'Loading chunk palette failed',
  )
})

it('gives up after 120 seconds, not before', async () => {
  vi.useFakeTimers()
  const outcome = vi.fn<(message: string) => void>()
  void loadChunk('slow', () => new Promise(() => {})).catch((error: Error) => outcome(error.message))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledWith('Loading chunk slow failed')
  vi.useRealTimers()
})

it('leaves a mistake inside a module that did arrive as it is', async () => {
  const mistake = new RangeError('Invalid array length')
  await expect(loadChunk('a', () => Promise.reject(mistake))).rejects.toBe(mistake)
})
