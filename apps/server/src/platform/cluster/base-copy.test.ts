import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assertCopyWhole, copyFolder, writeManifest, type Manifest } from './base-copy.ts'

let folder: string
let manifest: Manifest
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'khlang-copy-'))
  const from = join(folder, 'from')
  mkdirSync(join(from, 'base'), { recursive: true })
  writeFileSync(join(from, 'base', '1'), 'money')
  writeFileSync(join(from, 'empty'), '')
  const files = copyFolder(from, join(folder, 'copy', 'postgres'), { under: 'postgres', isSynced: false })
  const at = new Date().toISOString()
  manifest = { version: 1, startedAt: at, finishedAt: at, firstWal: '0', stopLsn: '0/0', files }
  writeManifest(join(folder, 'copy'), manifest)
})
afterEach(() => rmSync(folder, { recursive: true }))

const judged = (): string => {
  try {
    assertCopyWhole(join(folder, 'copy'), manifest)
    return 'whole'
  } catch (error) {
    return String(error).replace(/^.*\/copy\//, '')
  }
}

test('a copy is whole while each file has the bytes that were written, and no other is there', () => {
  expect(judged()).toBe('whole')
  const file = join(folder, 'copy', 'postgres', 'base', '1')
  const damaged = 'postgres/base/1 is not as it was written: this backup is damaged.'
  for (const text of ['honey', 'mone', 'money ', '']) {
    writeFileSync(file, text)
    expect([text, judged()]).toEqual([text, damaged])
  }
  rmSync(file)
  expect(judged()).toBe('postgres/base/1 is missing: this backup is not whole.')
  writeFileSync(file, 'money')
  writeFileSync(join(folder, 'copy', 'postgres', '2'), '')
  expect(judged()).toBe('postgres/2 is not of this backup.')
})
