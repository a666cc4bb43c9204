import type { BankCode } from '@khlang/contract/values/banks.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPrintedAmount } from './amount-in-text.ts'
import { fieldMessages } from './field.fixture.ts'
import { parseBankMessage, shapesByBank } from './parse-message.ts'
import { plainShapes } from './plain.ts'
import { samples } from './samples.fixture.ts'

type Known = {
  bank: BankCode
  source?: 'sms' | 'push'
  text: string
  received: string
  direction: 'in' | 'out'
  amountMinor: number
}

/** Without the ones that carry an emoji: places are counted in characters of one unit. */
const known: readonly Known[] = [
  ...samples,
  ...fieldMessages.flatMap((message) => (message.kept === true ? [] : [message])),
].filter(({ text }) => [...text].length === text.length)

/** Where the amount stands in the sample's text: the first printing of it that carries the whole number. */
function amountSpan(sample: Known): { start: number; end: number } {
  const grouped = formatBaht(sample.amountMinor)
  for (const printed of [grouped, grouped.replaceAll(',', ''), grouped.slice(0, -3)]) {
    const start = sample.text.indexOf(printed)
    if (start >= 0) return { start, end: start + printed.length }
  }
  throw new Error(`no amount in ${sample.text}`)
}

function read(sample: Known, text: string) {
  const { bank, source = 'sms', received } = sample
  return parseBankMessage({ bank, source, sender: '', text, receivedAt: received })
}

/** A damaged message may fail or say less; it may not say another direction or another amount. */
function complaint(sample: Known, text: string): string | null {
  const line = read(sample, text)
  if (line.kind !== 'line') return null
  const isSame = line.direction === sample.direction && line.amountMinor === sample.amountMinor
  return isSame ? null : `${text} -> ${line.shape} ${line.direction} ${line.amountMinor}`
}

function complaints(mutants: (sample: Known) => string[]): string[] {
  return known.flatMap((sample) => mutants(sample).flatMap((text) => complaint(sample, text) ?? []))
}

describe('a damaged message is never read with another amount or direction', () => {
  it('when it is cut at any place', () => {
    expect(complaints(({ text }) => [...text].map((_, at) => text.slice(0, at)))).toEqual([])
  })

  it('when its beginning is missing', () => {
    expect(
      complaints((sample) => {
        const { start } = amountSpan(sample)
        return Array.from({ length: start + 1 }, (_, at) => sample.text.slice(at))
      }),
    ).toEqual([])
  })

  it('when a blank is inserted anywhere, in the amount too', () => {
    expect(
      complaints(({ text }) => [...text].map((_, at) => `${text.slice(0, at)} ${text.slice(at)}`)),
    ).toEqual([])
  })

  it('when any one character is dropped, save a digit of the amount', () => {
    expect(
      complaints((sample) => {
        const { start, end } = amountSpan(sample)
        return [...sample.text].flatMap((character, at) => {
          if (at >= start && at < end && /\d/.test(character)) return []
          return [sample.text.slice(0, at) + sample.text.slice(at + 1)]
        })
      }),
    ).toEqual([])
  })

  it('when any run of up to eight characters outside the amount is dropped', () => {
    expect(
      complaints((sample) => {
        const { start, end } = amountSpan(sample)
        return [2, 3, 4, 5, 6, 7, 8].flatMap((length) =>
          [...sample.text].flatMap((_, at) =>
            at + length <= start || at >= end
              ? [sample.text.slice(0, at) + sample.text.slice(at + length)]
              : [],
          ),
        )
      }),
    ).toEqual([])
  })

  it('when any digit outside the amount is changed', () => {
    expect(
      complaints((sample) => {
        const { start, end } = amountSpan(sample)
        return [...sample.text].flatMap((character, at) => {
          if (!/\d/.test(character) || (at >= start && at < end)) return []
          return ['0', '5', '9'].map(
            (digit) => sample.text.slice(0, at) + digit + sample.text.slice(at + 1),
          )
        })
      }),
    ).toEqual([])
  })

  it('when several of these happen at once, outside the amount', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('drop', 'blank', 'digit')), {
          minLength: 1,
          maxLength: 5,
        }),
        (sample, damages) => {
          const span = amountSpan(sample)
          const before = damage(sample.text.slice(0, span.start), damages)
          const after = damage(sample.text.slice(span.end), damages)
          const text = before + sample.text.slice(span.start, span.end) + after
          expect(complaint(sample, text)).toBeNull()
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('and a changed digit of the amount changes that digit only', () => {
    for (const sample of known) {
      const { start, end } = amountSpan(sample)
      for (let at = start; at < end; at += 1) {
        if (!/\d/.test(sample.text.charAt(at))) continue
        const text = `${sample.text.slice(0, at)}7${sample.text.slice(at + 1)}`
        const line = read(sample, text)
        if (line.kind !== 'line') continue
        const printed = text.slice(start, end)
        const meant = readPrintedAmount(printed.includes('.') ? printed : `${printed}.00`)
        expect([text, line.direction, line.amountMinor]).toEqual([text, sample.direction, meant])
      }
    }
  })
})

function damage(text: string, damages: readonly (readonly [number, string])[]): string {
  return damages.reduce((damaged, [where, how]) => {
    if (damaged === '') return damaged
    const at = where % damaged.length
    if (how === 'blank') return `${damaged.slice(0, at)} ${damaged.slice(at)}`
    const isDigit = /\d/.test(damaged.charAt(at))
    const instead = how === 'digit' ? (isDigit ? String(where % 10) : damaged.charAt(at)) : ''
    return damaged.slice(0, at) + instead + damaged.slice(at + 1)
  }, text)
}

describe('parseBankMessage', () => {
  it('answers any text at all without throwing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.string({ unit: 'binary', maxLength: 300 }),
        (sample, text) => {
          expect(['line', 'failure', 'notMoney']).toContain(read(sample, text).kind)
        },
      ),
    )
  })

  it('uses only patterns whose effort grows with the text, not faster', () => {
    const patterns = [...Object.values(shapesByBank).flat(), ...plainShapes].map(
      (shape) => shape.pattern.source,
    )
    expect(patterns.length).toBeGreaterThan(80)
    // Within a repeated group nothing may repeat without bound, and no wildcard may.
    const isDangerous = (source: string) => /\([^()]*[+*][^()]*\)[+*{]|(?<!\\)\.[+*]/.test(source)
    expect([isDangerous('(a+)+'), isDangerous('x.*y'), isDangerous('a\\.+b')]).toEqual([true, true, false])
    expect(patterns.filter(isDangerous)).toEqual([])
  })
})
