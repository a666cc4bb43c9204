import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { replaceFolder } from './build-console.ts'

const parent = mkdtempSync(join(tmpdir(), 'khlang-build-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const place = join(parent, 'dist')

function folder(name: string): string {
  const path = join(parent, name)
  mkdirSync(path)
  writeFileSync(join(path, `${name}.js`), name)
  return path
}

test('a build takes the place of none, then of the one before, and leaves nothing beside it', () => {
  replaceFolder(folder('one'), place)
  expect(readFileSync(join(place, 'one.js'), 'utf8')).toBe('one')
  replaceFolder(folder('two'), place)
  expect(readdirSync(place)).toEqual(['two.js'])
  expect(readdirSync(parent)).toEqual(['dist'])
})

test('a build that is not there leaves the one in place alone', () => {
  expect(() => replaceFolder(join(parent, 'nothing'), place)).toThrow('ENOENT')
  expect(existsSync(join(place, 'two.js'))).toBe(true)
})
