// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { until } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { button, buttons, expectShown, field, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'

// What was done and whether the log is whole; which groups are told of what, from how much on, and when not.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Act = Of<'activityLogs.list'>['records'][number]
const act = (seq: number, change: Partial<Act> = {}): Act => ({
  seq,
  at: '2026-11-22T18:05:09.000Z',
  actorKind: 'employee',
  actorName: 'สมชาย',
  roleName: null,
  entity: 'member',
  entityId: id('member', 1),
  entityName: 'kl1',
  action: 'memberUpdate',
  result: 'done',
  reason: null,
  before: { withdrawalMaxMinor: 123_450 },
  after: { withdrawalMaxMinor: 678_900 },
  detail: null,
  address: null,
  device: null,
  requestId: null,
  approvalId: null,
  ...change,
})
const chain: Of<'activityLogs.chain'> = {
  sealedCount: 12_345,
  sealedAt: '2026-11-23T09:59:00.000Z',
  checkpointSeq: 12_300,
  checkpointAt: '2026-11-22T18:00:00.000Z',
  isBroken: false,
  verifiedAt: null,
  verifiedCount: 0,
}
const openLog = async (isBroken = false, search = '') => {
  await open(`/activity-logs${search}`, {
    'activityLogs.list': page(act(7)),
    'activityLogs.chain': { ...chain, isBroken },
    'activityLogs.listEntities': { entities: [] },
    'activityLogs.listActions': { actions: [] },
    'employees.list': page(),
  })
  await expectShown('สมชาย')
}

it('an act tells what was before and what is after, in baht, in the row and beside it', async () => {
  await openLog()
  expect(wordsOf(document.querySelector('tbody tr') ?? document.body)).toMatch(
    /23\/11\/2569 01:05:09 .*1,234.50 → 6,789.00/,
  )
  document.querySelector<HTMLElement>('tbody tr td')?.click()
  const panel = await until(() => part('dialog', /./))
  await until(() => expect(wordsOf(panel)).toMatch(/1,234.50 .*6,789.00/))
})

it('a log that was changed behind its back is not said to be sealed', async () => {
  await openLog()
  await expectShown('ล็อกกันแก้แล้วถึงลำดับที่ 12,345')
  await expectShown('มีลายเซ็นรับรองถึงลำดับที่ 12,300 เมื่อ 23 พ.ย. 01:00 น.')
  await openLog(true)
  await expectShown('บันทึกถูกแก้หรือถูกลบ')
  expect(wordsOf(document.body)).not.toContain('ล็อกกันแก้แล้ว')
})

it('today is the day in Bangkok, where a filter of days names it', async () => {
  const choice = async (on: string) => {
    await openLog(false, `?from=${on}&to=${on}`)
    return button(/^วันที่: /).getAttribute('aria-label')
  }
  vi.setSystemTime('2026-11-23T17:30:00.000Z')
  expect(await choice('2026-11-24')).toBe('วันที่: วันนี้')
  expect(await choice('2026-11-23')).toBe('วันที่: เมื่อวาน')
  await press('วันที่: เมื่อวาน')
  await press('7 วัน')
  await until(() =>
    expect(askedOf('activityLogs.list').at(-1)).toMatchObject({ from: '2026-11-18', to: '2026-11-24' }),
  )
})

const group: Of<'groupNotifications.get'> = {
  id: id('group', 1),
  name: 'กะดึก',
  channel: 'line',
  eventCount: 1,
  isLocked: false,
  owner: 'มาลี',
  mayChange: true,
  sentToday: 0,
  failedToday: 0,
  waiting: 0,
  lastSentAt: null,
  lastError: null,
  lastErrorAt: null,
  isFailing: false,
  isOrphan: false,
  place: 'open',
  version: 4,
  target: 'C123',
  baseUrl: null,
  events: ['withdraw.paid'],
  language: 'th',
  minAmountMinor: 50_000,
  banks: ['SCB'],
  templates: {},
  quietHours: { from: '22:00', until: '07:00' },
  mergeSeconds: 0,
  deliveries: [],
}

it('a group is quiet over midnight as typed, and told from the amount on that is typed', async () => {
  await open(`/group-notification/edit/${group.id}`, {
    'groupNotifications.get': group,
    'groupNotifications.events': { events: ['withdraw.paid', 'withdraw.failed'] },
    'groupNotifications.update': { version: 5, place: 'open' },
  })
  await expectShown('ตั้งแต่ 22:00 น. ถึง 07:00 น. ของวันรุ่งขึ้น รวม 9 ชม.')
  expect(field('ยอดขั้นต่ำ').value).toBe('500.00')
  await type('ถึง', '06:30')
  await expectShown('ตั้งแต่ 22:00 น. ถึง 06:30 น. ของวันรุ่งขึ้น รวม 8 ชม. 30 นาที')
  await type('งดตั้งแต่', '01:00')
  await expectShown('งดส่ง 01:00–06:30 น. ทุกวัน รวม 5 ชม. 30 นาที')
  await type('ยอดขั้นต่ำ', '1,000.50')
  await press('บันทึก')
  await expectSent([
    'groupNotifications.update',
    {
      id: group.id,
      version: 4,
      name: 'กะดึก',
      channel: 'line',
      target: 'C123',
      baseUrl: null,
      events: ['withdraw.paid'],
      language: 'th',
      minAmountMinor: 100_050,
      banks: ['SCB'],
      templates: {},
      quietHours: { from: '01:00', until: '06:30' },
      mergeSeconds: 0,
    },
  ])
  await expectShown('บันทึกกลุ่ม กะดึก แล้ว')
  expect(buttons('บันทึก')).toHaveLength(1)
})

it('who may not see the staff types who did it, and asks for no list of them', async () => {
  const rights = { adminLog: ['isRead'] } as const
  await open(
    '/activity-logs',
    {
      'activityLogs.list': page(act(7)),
      'activityLogs.chain': chain,
      'activityLogs.listEntities': { entities: [] },
      'activityLogs.listActions': { actions: [] },
    },
    { who: person({ rights }) },
  )
  await expectShown('สมชาย')
  expect((await until(() => field('ผู้ทำ'))).tagName).toBe('INPUT')
  expect(askedOf('employees.list')).toEqual([])
})

it('a group tells from which amount on and when it is told; who may not change it acts on none', async () => {
  const delivery = { isTest: false, eventCount: 1, text: null, hiddenCount: 1, unshownCount: 0 }
  const again = { state: 'queued', tries: 2, error: null, nextAt: '2026-11-23T10:05:00.000Z', doneAt: null }
  const openGroup = async (mayChange: boolean, isLocked = false) => {
    const createdAt = '2026-11-23T09:50:00.000Z'
    const deliveries = [{ id: id('delivery', 1), createdAt, ...delivery, ...again }]
    await open(`/group-notification/list?open=${group.id}`, {
      'groupNotifications.list': {
        records: [],
        currentPage: 1,
        recordPerPage: 25,
        totalPages: 0,
        totalRecords: 0,
      },
      'groupNotifications.get': { ...group, mayChange, isLocked, deliveries },
    })
    await expectShown('ตั้งแต่ ฿500.00')
    return buttons(/^(ส่งทดสอบ|แก้ไข|ล็อก|ปลดล็อก|ทำสำเนา)$/, part('dialog', /./)).map(wordsOf)
  }
  expect(await openGroup(false)).toEqual([])
  await expectShown('22:00–07:00 น. ของวันรุ่งขึ้น')
  await expectShown('ลองอีกครั้ง 23/11/2569 17:05:00')
  expect(await openGroup(true)).toEqual(expect.arrayContaining(['ส่งทดสอบ', 'แก้ไข']))
  expect(await openGroup(true, true)).toEqual(['ปลดล็อก', 'ทำสำเนา'])
})
