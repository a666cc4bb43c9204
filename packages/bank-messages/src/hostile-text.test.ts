import type { BankCode } from '@khlang/contract/values/banks.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ParsedLine } from './parse-message.ts'
import { parsePushed } from './pushed.fixture.ts'

/**
 * Texts made to mislead: somebody's memo, a name that says a sum, an offer, a condition, a question, another
 * currency, a movement that is announced, undone or somebody else's. `read` is what the bank itself says;
 * without it the text must not become a line.
 */
type Hostile = {
  bank: BankCode
  text: string
  read?: Pick<ParsedLine, 'direction' | 'amountMinor' | 'balanceAfterMinor' | 'ownMask'>
}

const hostile = readFileSync(new URL('./hostile-text.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Hostile)

describe('a text made to mislead', () => {
  it.each(hostile.map((message) => [message.bank, message.text, message] as const))(
    '%s: %s',
    (_bank, _text, message) => {
      const result = parsePushed(message.bank, message.text)
      if (message.read === undefined) expect(result.kind).not.toBe('line')
      else expect(result).toMatchObject({ kind: 'line', ...message.read })
    },
  )

  it('is among the messages of every kind', () => {
    expect(hostile.filter(({ read }) => read === undefined).length).toBeGreaterThan(180)
    expect(hostile.filter(({ read }) => read !== undefined).length).toBeGreaterThan(10)
  })
})
