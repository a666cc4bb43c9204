import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { Age } from './Age.tsx'
import { Money } from './Money.tsx'

// What a person reads of an amount and of how long something waits, colour and sign included.

const now = Date.parse('2026-11-20T10:00:00.000Z')
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (name: string) => name }) }))
vi.mock('../use-reading.ts', () => ({ useReading: () => ({ language: 'en', era: 'common' }) }))
vi.mock('./use-now.ts', () => ({ useNow: () => now }))

const words = (markup: string) => markup.replaceAll(/<[^>]*>/g, '')
const mark = (markup: string, name: string) => new RegExp(`data-${name}="(\\w+)"`).exec(markup)?.[1] ?? null

describe('what waits', () => {
  it.each([
    [0, 'calm', '0 s'],
    [59.999, 'calm', '59 s'],
    [60, 'slow', '1 min · age.slow'],
    [299.999, 'slow', '4 min · age.slow'],
    [300, 'late', '5 min · age.late'],
    [90_000, 'late', '1 d 1 h · age.late'],
  ])('of %d s, slow after 60 and late after 300: %s', (seconds, state, said) => {
    const since = new Date(now - seconds * 1000).toISOString()
    const markup = renderToStaticMarkup(<Age since={since} slowAfterS={60} lateAfterS={300} />)
    expect([mark(markup, 'state'), words(markup)]).toEqual([state, said])
  })

  it('says its beginning in Bangkok on hover, in a narrow column with the word', () => {
    const age = (isShort: boolean) =>
      renderToStaticMarkup(
        <Age since="2026-11-19T18:00:00.000Z" slowAfterS={60} lateAfterS={300} isShort={isShort} />,
      )
    expect(age(false)).toContain('title="20/11/2026 01:00:00"')
    expect(age(true)).toContain('title="age.late · 20/11/2026 01:00:00"')
  })
})

describe('an amount', () => {
  it.each([
    [123_450, {}, null, '1,234.50'],
    [-123_450, {}, null, '-1,234.50'],
    [0, {}, 'zero', '0.00'],
    [1, { colour: true }, 'gain', '0.01'],
    [-1, { colour: true }, 'loss', '-0.01'],
    [0, { colour: true }, 'zero', '0.00'],
    [1, { signed: true }, null, '+0.01'],
    [-1, { signed: true, unit: 'THB' }, null, '-0.01 THB'],
    [null, { colour: true }, null, '–'],
  ])('of %s satang, shown with %j', (minor, options, tone, said) => {
    const markup = renderToStaticMarkup(<Money minor={minor} {...options} />)
    expect([mark(markup, 'tone'), words(markup)]).toEqual([tone, said])
  })
})
