import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeManifest } from '../../apps/server/src/platform/cluster/base-copy.ts'
import { baseFolder, walFolder } from '../../apps/server/src/platform/cluster/wal-archive.ts'
import { baseCopies, prune } from './backup.ts'

let backupDir: string
beforeEach(() => {
  backupDir = mkdtempSync(join(tmpdir(), 'khlang-prune-'))
  mkdirSync(walFolder(backupDir), { recursive: true })
})
afterEach(() => rmSync(backupDir, { recursive: true }))

const hourMs = 3_600_000
const segment = (number: number): string => `0000000100000000000000${number.toString(16).padStart(2, '0')}`

/** A base copy that was whole so many hours ago, and the one file of the log with which it begins. */
function copied(name: string, hoursAgo: number, number: number): void {
  const folder = join(baseFolder(backupDir), name)
  const at = new Date(Date.now() - hoursAgo * hourMs).toISOString()
  mkdirSync(folder, { recursive: true })
  const log = { firstWal: segment(number), stopLsn: '0/1000000' }
  writeManifest(folder, { version: 1, startedAt: at, finishedAt: at, ...log, files: [] })
  writeFileSync(join(walFolder(backupDir), `${segment(number)}.gz`), '')
}
const kept = () => ({
  copies: baseCopies(backupDir),
  log: readdirSync(walFolder(backupDir)).map((file) => Number.parseInt(file.slice(22, 24), 16)),
})
/** Four copies, one of them younger than the seven days. */
function fourCopies(): void {
  copied('a', 30 * 24, 1)
  copied('b', 7 * 24 + 1, 2)
  copied('c', 7 * 24 - 1, 3)
  copied('d', 1, 4)
}

test('a copy goes that is older than the days and has enough newer ones, and its part of the log', () => {
  fourCopies()
  expect(prune({ backupDir, keep: 2, keepDays: 7 })).toBe(2)
  expect(kept()).toEqual({ copies: ['c', 'd'], log: [3, 4] })
})

test('a young copy stays, however many newer ones there are', () => {
  fourCopies()
  expect(prune({ backupDir, keep: 1, keepDays: 7 })).toBe(2)
  expect(kept()).toEqual({ copies: ['c', 'd'], log: [3, 4] })
})

test('an old copy stays that has too few newer ones, with all of the log since', () => {
  fourCopies()
  expect(prune({ backupDir, keep: 3, keepDays: 7 })).toBe(1)
  expect(kept()).toEqual({ copies: ['b', 'c', 'd'], log: [2, 3, 4] })
  expect(prune({ backupDir, keep: 3, keepDays: 1 })).toBe(0)
})

test('one half written counts for nothing, and is no reason to remove another', () => {
  fourCopies()
  mkdirSync(join(baseFolder(backupDir), 'e.part'))
  mkdirSync(join(baseFolder(backupDir), 'f'))
  expect(prune({ backupDir, keep: 4, keepDays: 1 })).toBe(0)
  expect(kept()).toEqual({ copies: ['a', 'b', 'c', 'd'], log: [1, 2, 3, 4] })
})
