import { expect, test } from 'vitest'
import { prepared } from './global-setup.ts'

test('a database server that cannot be prepared is stopped, and the reason is told', async () => {
  const stopped: string[] = []
  const server = { stop: async () => void stopped.push('stopped') }
  const broken = prepared(server, () => Promise.reject(new Error('a migration fails')))
  await expect(broken).rejects.toThrow('a migration fails')
  expect(stopped).toEqual(['stopped'])
  expect(await prepared(server, () => Promise.resolve())).toBe(server)
  expect(stopped).toEqual(['stopped'])
})
