// @vitest-environment happy-dom
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { press, type } from '../../testing/hands.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectShown, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, refuse, type Answers } from '../../testing/wire.ts'

// Requests that take two: how long each still waits, who asked and who decided, and what is over.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Listed = Of<'approvals.list'>['records'][number]
const listed = (n: number, change: Partial<Listed> = {}): Listed => ({
  id: id('approval', n),
  kind: 'roleChange',
  entity: 'role',
  entityId: id('role', 2),
  entityName: 'ฝากถอน',
  amountMinor: 250_050,
  reason: `เหตุผล ${n}`,
  maker: 'สมชาย',
  isOwn: false,
  mayDecide: true,
  state: 'pending',
  checker: null,
  comment: null,
  isSoleOwner: false,
  checkersNeeded: 1,
  checks: [],
  createdAt: '2026-11-23T09:00:00.000Z',
  expiresAt: '2026-11-24T09:30:00.000Z',
  settledAt: null,
  ...change,
})
const openOne = async (change: Partial<Listed>, more: Answers = {}, who = person()) => {
  const one = listed(1, change)
  await open(
    `/setting?tab=approvals&scope=toSettle&open=${one.id}`,
    {
      'approvals.list': page(),
      'approvals.get': {
        ...one,
        documentHash: 'a'.repeat(64),
        differences: [],
        mayReveal: false,
        evidenceSha256: null,
        approverRoles: [],
      },
      ...more,
    },
    { who },
  )
  await expectShown('เหตุผล 1')
  return until(() => part('dialog', /./))
}
const rows = () => [...document.querySelectorAll('tbody tr')].map(wordsOf)

it('what waits tells how long it still does, and who asked', async () => {
  await open('/setting?tab=approvals', {
    'approvals.list': page(
      listed(1),
      listed(2, { isOwn: true, expiresAt: '2026-11-23T10:05:40.000Z' }),
      listed(3, { expiresAt: '2026-11-23T09:59:00.000Z' }),
    ),
  })
  await expectShown('เหตุผล 3')
  expect(askedOf('approvals.list').at(-1)).toEqual({ scope: 'toSettle', size: 25 })
  const [first = '', second = '', third = ''] = rows()
  expect(first).toMatch(/2,500.50 .*สมชาย .*23 ชม\./)
  expect(first).not.toContain('หมดเวลา')
  expect(second).toContain('คุณ')
  expect(second).not.toContain('สมชาย')
  expect(second).toContain('5 นาที')
  expect(third).toContain('หมดเวลา')
})

it('what is over tells how it ended, by whom and when', async () => {
  await open('/setting?tab=approvals&scope=settled', {
    'approvals.list': page(
      listed(1, { state: 'rejected', checker: 'วิภา', settledAt: '2026-11-23T07:50:00.000Z' }),
      listed(2, { state: 'expired', expiresAt: '2026-11-23T06:50:00.000Z' }),
    ),
  })
  await expectShown('เหตุผล 2')
  const [first = '', second = ''] = rows()
  expect(first).toMatch(/ไม่อนุมัติ วิภา .*2 ชม/)
  expect(second).toMatch(/หมดเวลา .*3 ชม/)
})

it('what is decided already asks for no answer, whoever reads it', async () => {
  const answers = async (state: Listed['state']) => {
    const panel = await openOne({ state })
    return buttons(/^(ไม่)?อนุมัติ$/, panel).length
  }
  expect(await answers('pending')).toBe(2)
  expect(await answers('approved')).toBe(0)
})

it('who may not approve so much is told their limit in baht', async () => {
  const panel = await openOne(
    {},
    { 'approvals.decide': refuse('overApprovalLimit', { limitMinor: 123_450 }) },
  )
  await type('ความเห็นของผู้อนุมัติ', 'ตรวจแล้ว')
  await type('รหัส 6 หลักจากแอปยืนยันตัวตน', '123456')
  await press('อนุมัติ', panel)
  await expectShown('เกินวงเงินอนุมัติของคุณ (฿1,234.50)')
})

it('where two must agree it is told who did already, and who is still waited for', async () => {
  const words = async (checks: Listed['checks']) => wordsOf(await openOne({ checkersNeeded: 2, checks }))
  expect(await words([])).toContain('รอ 2 คน โดยหนึ่งคนต้องเป็นผู้ดูแลระบบ')
  const given = await words([{ by: 'วิภา', at: '2026-11-23T09:40:00.000Z', comment: 'ตรวจแล้ว' }])
  expect(given).toMatch(/วิภา อนุมัติแล้ว .*23\/11\/2569 16:40:00 · ตรวจแล้ว .*รออีก 1 คน/)
})

it('a withdrawal leads to its sheet for who may see what waits for a decision, and nobody else', async () => {
  const about = {
    kind: 'withdrawal',
    entity: 'withdrawal',
    entityId: id('withdrawal', 1),
    entityName: 'W1',
  } as const
  const ways = async (rights: ResourceRequires) =>
    buttons('W1', await openOne(about, {}, person({ rights }))).map((one) => one.getAttribute('href'))
  expect(await ways({ pretransactionDepositWithdraw: ['isRead'] })).toEqual([])
  const [way] = await ways({ pretransactionRequest: ['isRead'] })
  expect(way).toBe(`/pre-transaction/request?open=${id('withdrawal', 1)}`)
})
