// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id } from '../../testing/people.ts'
import { buttons, expectShown, field } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'

// The blacklist: what is shown of it, and by what its entries are known.

inBrowser()

type Entry = Extract<Answers['preTransactions.blacklist'], { records: unknown }>['records'][number]
const entry = (n: number, kind: Entry['kind'], value: string): Entry => ({
  id: id('blacklistEntry', n),
  kind,
  value,
  reasonCode: 'mule',
  reason: 'แจ้งจากธนาคาร',
  source: 'own',
  by: 'Ben',
  createdAt: '2026-11-23T08:00:00.000Z',
  expiresAt: null,
  state: 'active',
  removedAt: null,
  removedBy: null,
  removedReason: null,
  isRemovalAsked: false,
})

it('says that those are shown that act, each by bank and number as people write it', async () => {
  await open('/pre-transaction/matching?tab=blacklist', {
    'preTransactions.blacklist': page(
      entry(1, 'bankAccount', 'SCB:1234567891'),
      entry(2, 'phone', '+66812345678'),
    ),
  })
  await expectShown('SCB 123-4-56789-1')
  await expectShown('081-234-5678')
  await until(() => expect(field('แสดง').getAttribute('placeholder')).toBe('ที่มีผลอยู่'))
  expect(field('ชนิด').getAttribute('placeholder')).toBe('ทั้งหมด')
  expect(askedOf('preTransactions.blacklist')[0]?.scope).toBeUndefined()
  expect(buttons('เอาออก')).toHaveLength(2)
})
