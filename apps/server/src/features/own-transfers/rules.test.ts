import { describe, expect, test } from 'vitest'
import { pairsOf, toHalf, type Half } from './rules.ts'

const now = 1_000_000_000
const half = (id: string, says: Half['says'], agoS = 0): Half => ({ id, says, atMs: now - agoS * 1000 })
const alone = { isOutShared: false, isInShared: false, nowMs: now }
const pairs = (outs: Half[], ins: Half[], at: Partial<typeof alone> = {}, transfers = ['t', 'u']) =>
  pairsOf(transfers, outs, ins, { ...alone, ...at }).map(({ outId, inId }) => `${outId}-${inId}`)

describe('two halves are one transfer', () => {
  test('at once where the money in names our account', () => {
    expect(pairs([half('o', 'nobody')], [half('i', 'names')])).toEqual(['o-i'])
  })

  test('after two minutes where it names nobody, and the money out names its account or came with it', () => {
    expect(pairs([half('o', 'names', 400)], [half('i', 'nobody', 119)])).toEqual([])
    expect(pairs([half('o', 'names', 800)], [half('i', 'nobody', 120)])).toEqual(['o-i'])
    expect(pairs([half('o', 'nobody', 420)], [half('i', 'nobody', 120)])).toEqual(['o-i'])
    expect(pairs([half('o', 'nobody', 421)], [half('i', 'nobody', 120)])).toEqual([])
  })

  test('never by a half that names somebody else, nor where one side has more', () => {
    expect(pairs([half('o', 'other', 200)], [half('i', 'names')])).toEqual([])
    expect(pairs([half('o', 'names')], [half('i', 'names'), half('j', 'names')])).toEqual([])
    expect(pairs([half('o', 'names')], [half('i', 'names'), half('j', 'other')])).toEqual(['o-i'])
    expect(pairs([half('o', 'names')], [half('i', 'names')], {}, [])).toEqual([])
  })

  test('where others wait for the same half, only by one that names its account', () => {
    expect(pairs([half('o', 'names')], [half('i', 'nobody', 500)], { isInShared: true })).toEqual([])
    expect(pairs([half('o', 'nobody')], [half('i', 'names')], { isOutShared: true })).toEqual([])
    expect(
      pairs([half('o', 'names')], [half('i', 'names')], { isInShared: true, isOutShared: true }),
    ).toEqual(['o-i'])
  })
})

const ours = { bank: 'SCB', accountNo: '4051187426', accountName: 'บจก. คลังเพย์' }
const printed = { id: 'l', at: new Date(now).toISOString(), mask: null, bank: null, name: null }

test.each([
  ['nothing at all', {}, 'nobody'],
  ['nothing, and a member is thought of', { isClaimed: true }, 'other'],
  ['our number', { mask: '????187426' }, 'names'],
  ['another number', { mask: '????187427' }, 'other'],
  ['our number at another bank', { mask: '????187426', bank: 'KBANK' }, 'other'],
  ['our bank alone', { bank: 'SCB' }, 'nobody'],
  ['our name, cut off', { name: 'บจก.คลังเ' }, 'names'],
  ['too little of our name', { name: 'บจก.' }, 'other'],
  ['somebody’s name', { name: 'นาย สมชาย ใจดี' }, 'other'],
  ['somebody’s name beside our number', { name: 'นาย สมชาย ใจดี', mask: '????187426' }, 'names'],
] as const)('a line that prints %s', (_, parts, says) => {
  expect(toHalf({ ...printed, isClaimed: false, ...parts }, ours).says).toBe(says)
})
