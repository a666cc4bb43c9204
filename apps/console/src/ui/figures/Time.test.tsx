import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Time } from './Time.tsx'

// An instant and the business day it is booked on, as a person in Bangkok reads them.

vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (name: string, { date }: { date: string }) => `${name} ${date}` }),
}))
vi.mock('../use-reading.ts', () => ({ useReading: () => ({ language: 'en', era: 'common' }) }))

const shown = (at: string, businessOn?: string | null) =>
  renderToStaticMarkup(<Time at={at} show="exact" businessOn={businessOn} />).replaceAll(/<[^>]*>/g, '|')

it.each([
  ['a minute past midnight', '2026-11-20T17:01:00.000Z', '2026-11-21', '21/11/2026 00:01:00', null],
  ['before seven', '2026-11-20T23:59:59.999Z', '2026-11-21', '21/11/2026 06:59:59', null],
  ['at seven', '2026-11-21T00:00:00.000Z', '2026-11-21', '21/11/2026 07:00:00', null],
  ['of the day before', '2026-11-20T17:01:00.000Z', '2026-11-20', '21/11/2026 00:01:00', '20/11/2026'],
  ['of the day after', '2026-11-20T16:59:59.000Z', '2026-11-21', '20/11/2026 23:59:59', '21/11/2026'],
  ['without a business day', '2026-11-20T17:01:00.000Z', null, '21/11/2026 00:01:00', null],
])('%s: the business day is said only where it is not the date in Bangkok', (_, at, on, exact, booked) => {
  const words = shown(at, on)
    .split('|')
    .filter((word) => word !== '')
  expect(words).toEqual(booked === null ? [exact] : [exact, `businessDay ${booked}`])
})
