import { describe, expect, it } from 'vitest'
import { eventCodes } from '@khlang/contract/values/event-codes.ts'
import { eventGroups } from '../../lib/call/event-groups.ts'
import { fieldErrorsOf } from '../../lib/form/form-field-errors.ts'
import { criticalNews } from './critical-news.ts'
import { inboxRows } from './inbox-rows.ts'
import { emptyDraft, newNoticeOf, noticeForm, type NoticeDraft } from './notice-form.ts'
import { placesOf } from './notice-places.ts'
import type { Notice } from './notice-shapes.ts'

const notice = (id: string, minute: number, changes: Partial<Notice> = {}): Notice => ({
  id,
  code: 'broadcast',
  severity: 'info',
  title: { th: id, en: id },
  body: { th: '', en: '' },
  entity: null,
  entityId: null,
  author: null,
  createdAt: `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`,
  readAt: null,
  ...changes,
})
const critical = (id: string, minute: number) => notice(id, minute, { severity: 'critical' })
const ids = (rows: readonly Notice[]) => rows.map(({ id }) => id)

describe('what is said aloud', () => {
  it('is a critical message that came after the first look, once', () => {
    const news = criticalNews()
    expect(news([critical('old', 1)])).toEqual([])
    expect(ids(news([critical('new', 3), notice('quiet', 2), critical('old', 1)]))).toEqual(['new'])
    expect(news([critical('new', 3), critical('old', 1)])).toEqual([])
  })
  it('is not an old one that comes up as newer ones are read', () => {
    const news = criticalNews()
    news([notice('newest', 30)])
    expect(news([critical('beyond the first twenty', 5)])).toEqual([])
  })
  it('is none that comes up, though much older ones were seen beside the newest', () => {
    const news = criticalNews()
    news([notice('newest', 30), notice('oldest of the first twenty', 6)])
    expect(news([notice('oldest of the first twenty', 6), critical('between', 8)])).toEqual([])
  })
  it('is the first message of an empty inbox', () => {
    const news = criticalNews()
    news([])
    expect(ids(news([critical('first', 1)]))).toEqual(['first'])
  })
})

describe('the open panel', () => {
  it('keeps what was read in it, marked as read, and puts what is new on top', () => {
    const [a, b, c] = [notice('a', 1), notice('b', 2), notice('c', 3)]
    const rows = inboxRows([b, a], [c, a])
    expect(ids(rows)).toEqual(['c', 'b', 'a'])
    expect(rows.map(({ readAt }) => readAt !== null)).toEqual([false, true, false])
  })
})

describe('the way to what a message is about', () => {
  const first = (entity: string, entityId: string, code = 'broadcast') =>
    placesOf({ code, entity, entityId })[0]?.href
  it('leads to the very thing', () => {
    expect(first('withdrawal', 'wdr_1')).toBe('/pre-transaction/deposit-withdraw?open=wdr_1')
    expect(first('statementLine', 'stl_1')).toBe('/pre-transaction/matching?line=stl_1')
    expect(first('member', 'mbr_1')).toBe('/member/member-detail/mbr_1')
    expect(first('game', 'gam_1')).toBe('/bet-report?gameId=gam_1')
    expect(first('member', 'mbr_1', 'play.unusual_win')).toBe('/bet-report?memberId=mbr_1')
    expect(first('approval', 'apr_1')).toBe('/setting?tab=approvals&open=apr_1')
    expect(first('export', 'exp_1')).toBe('/setting?tab=files')
  })
  it('is none for a message of a person, and for what this console does not know', () => {
    expect(placesOf({ code: 'broadcast', entity: null, entityId: null })).toEqual([])
    expect(placesOf({ code: 'broadcast', entity: 'rocket', entityId: 'x' })).toEqual([])
  })
})

describe('a message to the staff', () => {
  const roles = [{ value: 'rol_1', label: 'แคชเชียร์' }]
  const missing = (draft: NoticeDraft) =>
    fieldErrorsOf((keys) => [keys].flat()[0] ?? '', noticeForm, draft, { version: 0, draft })
  it('names what is missing', () => {
    expect(missing(emptyDraft)).toEqual({ title: 'fieldError.title' })
    expect(missing({ ...emptyDraft, title: 'a', audience: 'employees', roles })).toEqual({
      employees: 'fieldError.employees',
    })
    expect(missing({ ...emptyDraft, title: 'a', audience: 'roles', roles })).toEqual({})
  })
  it('goes to whom was asked for last, not to whom was chosen before', () => {
    const sent = newNoticeOf({ ...emptyDraft, title: ' a ', audience: 'all', roles })
    expect(sent).toMatchObject({ title: 'a', audience: 'all', roleIds: [], employeeIds: [] })
    const employees = [{ value: 'emp_1', label: 'Ploy' }]
    const toOne = (audience: 'roles' | 'employees') =>
      newNoticeOf({ ...emptyDraft, audience, roles, employees })
    expect(toOne('roles')).toMatchObject({ roleIds: ['rol_1'], employeeIds: [] })
    expect(toOne('employees')).toMatchObject({ roleIds: [], employeeIds: ['emp_1'] })
  })
})

it('the kinds of event stand by area, none lost', () => {
  const groups = eventGroups(eventCodes)
  expect(groups.flatMap(({ codes }) => codes).toSorted()).toEqual([...eventCodes].toSorted())
  expect(groups.find(({ area }) => area === 'device')?.codes).toEqual([
    'device.offline',
    'device.low_battery',
    'device.clock_off',
    'device.app_old',
    'device.no_messages',
    'device.disagree',
  ])
})
