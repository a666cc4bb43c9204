import { expect, test } from 'vitest'
import { namesGateway } from './rules.ts'

const gateway = { name: 'Siam Pay Co., Ltd.', code: 'siampay-th' }
const says = (payer: string | null, ...words: string[]) => namesGateway({ payer, words }, gateway)

test('a bank names a gateway by its name or code, however it is spaced, or cut off as a payer', () => {
  expect(says('SIAM PAY CO.,LTD.')).toBe(true)
  expect(says(null, 'เงินเข้า 100.00 จาก SIAMPAY-TH ref 1')).toBe(true)
  expect(says('SIAMPAYC')).toBe(true)
  expect(says('SIAMPA')).toBe(false)
  expect(says(null, 'SIAMPAYC')).toBe(false)
  expect(says('SOMCHAI JAIDEE', 'โอนจากSOMCHAI JAIDEE')).toBe(false)
  expect(says(null)).toBe(false)
})

test('a name of three letters stands in too much to tell anything', () => {
  expect(namesGateway({ payer: 'OPN', words: ['OPN'] }, { name: 'OPN', code: 'opn' })).toBe(false)
})
