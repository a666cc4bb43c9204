import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Golden Tiger', 'GT'],
  ['naga', 'N'],
  ['Live Sic Bo', 'LS'],
  ['เสือทองคำ', 'ส'],
  ['ไพ่ ป๊อกเด้ง', 'พป'],
  ['777 (สล็อต)', '7ส'],
  ['–', ''],
])('%s is known by %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
