import { expect, it } from 'vitest'
import { formatBytes, isUnderWay, jobNotes } from './export-job.ts'

it('a file is asked after again only while it waits or is made', () => {
  const states = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
  expect(states.filter((state) => isUnderWay({ state }))).toEqual(['queued', 'running'])
})

it('a file says why it is not what was asked for, as long as that matters', () => {
  const job = { state: 'done', failure: null, isXlsxAsked: true, isCut: true } as const
  expect(jobNotes(job)).toEqual(['asCsv', 'cut'])
  expect(jobNotes({ ...job, state: 'running', isCut: false })).toEqual(['asCsv'])
  expect(jobNotes({ ...job, state: 'failed', failure: 'noRoom' })).toEqual(['failures.noRoom'])
  expect(jobNotes({ ...job, state: 'expired' })).toEqual([])
})

it('sizes are said in kB and MB', () => {
  expect([1, 840_400, 1_000_000, 312_345_678].map(formatBytes)).toEqual([
    '1 kB',
    '840 kB',
    '1.0 MB',
    '312.3 MB',
  ])
})
