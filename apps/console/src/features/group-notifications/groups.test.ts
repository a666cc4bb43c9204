import { readFileSync } from 'node:fs'
import { eventCodes, groupEvents } from '@khlang/contract/values/event-codes.ts'
import { describe, expect, it } from 'vitest'
import { whyNot } from './delivery-words.ts'
import { fieldErrorsOf } from '../../lib/form/form-field-errors.ts'
import { fieldOfPath, keepTyped } from '../../lib/form/form-spec.ts'
import {
  asksSecretAnew,
  cloneOf,
  draftOf,
  emptyGroup,
  groupFieldErrors,
  groupInputOf,
  isSameDraft,
  newGroupForm,
  newHookSecret,
  type GroupDraft,
} from './form/group-form.ts'
import { filled, gapsOf, unknownGaps, withGap } from './form/group-sentences.ts'
import { deliveryState, failedPercent, statesOf, type GroupDetail } from './group-shapes.ts'
import { choicesWith, quietSpan } from './group-times.ts'

const good: GroupDraft = {
  ...emptyGroup,
  name: ' ห้องการเงิน ',
  channel: 'webhook',
  target: 'https://example.com/hook',
  credential: 'whsec_12345',
  events: ['deposit.large', 'withdraw.unknown'],
}
const stored: GroupDetail = {
  id: 'grp_1',
  name: 'ห้องการเงิน',
  channel: 'telegram',
  eventCount: 1,
  isLocked: false,
  owner: 'นก',
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
  version: 1,
  target: '-100',
  baseUrl: null,
  events: ['deposit.large'],
  language: 'th',
  minAmountMinor: null,
  banks: [],
  templates: { 'deposit.large': { th: 'ใหญ่', en: '' } },
  quietHours: { from: '23:00', until: '06:00' },
  mergeSeconds: 60,
  deliveries: [],
}

describe('a group', () => {
  it('is locked, failing, working or was never used', () => {
    const at = '2026-11-21T10:00:00.000Z'
    const place = 'open' as const
    const group = { isLocked: false, isFailing: false, isOrphan: false, lastSentAt: null, place }
    expect(statesOf(group)).toEqual(['unsent'])
    expect(statesOf({ ...group, lastSentAt: at })).toEqual(['ok'])
    expect(statesOf({ ...group, isFailing: true })).toEqual(['failing'])
    expect(statesOf({ ...group, isOrphan: true, isFailing: true })).toEqual(['orphan'])
    expect(statesOf({ ...group, isLocked: true, lastSentAt: at })).toEqual(['locked'])
    expect(statesOf({ ...group, isLocked: true, isFailing: true })).toEqual(['locked', 'failing'])
    expect(statesOf({ ...group, place: 'waiting' })).toEqual(['waiting'])
    expect(statesOf({ ...group, place: 'closed', isLocked: true })).toEqual(['locked', 'closed'])
  })
  it('tells the share of failures, never hiding a single one', () => {
    expect(failedPercent({ sentToday: 0, failedToday: 0 })).toBeNull()
    expect(failedPercent({ sentToday: 5, failedToday: 0 })).toBe(0)
    expect(failedPercent({ sentToday: 3, failedToday: 1 })).toBe(25)
    expect(failedPercent({ sentToday: 9_999, failedToday: 1 })).toBe(1)
  })
  it('tells a message that waits from one that failed and is tried again', () => {
    expect(deliveryState({ state: 'pending', error: null })).toBe('waiting')
    expect(deliveryState({ state: 'pending', error: 'HTTP 503' })).toBe('retrying')
    expect(deliveryState({ state: 'dropped', error: 'HTTP 503' })).toBe('dropped')
  })
  it('says why a message did not go out', () => {
    expect(whyNot('HTTP 401')).toEqual({ key: 'whyNot.secret', status: 401 })
    expect(whyNot('HTTP 503')).toEqual({ key: 'whyNot.trouble', status: 503 })
    expect(whyNot('HTTP 302')).toEqual({ key: 'whyNot.answer', status: 302 })
    expect(whyNot('refused: the name was not resolved')).toEqual({ key: 'whyNot.name' })
    expect(whyNot('no answer')).toEqual({ key: 'whyNot.silence' })
    expect(whyNot('something new')).toBeNull()
  })
})

describe('the form', () => {
  it('names what is missing', () => {
    const missing = (draft: GroupDraft) =>
      fieldErrorsOf((keys) => [keys].flat()[0] ?? '', newGroupForm, draft, {
        version: 0,
        draft: emptyGroup,
      })
    expect(missing(emptyGroup)).toEqual({
      name: 'fieldError.name',
      target: 'fieldError.target.line',
      credential: 'fieldError.secret.line',
      events: 'fieldError.events',
    })
    expect(missing(good)).toEqual({})
  })
  it('wants whole addresses, a secret of some length and hours that are some', () => {
    expect(groupFieldErrors({ ...good, target: 'example.com' }, null)).toEqual({
      target: 'fieldError.address',
    })
    expect(groupFieldErrors({ ...good, credential: 'short' }, null)).toEqual({
      credential: 'fieldError.secretShort',
    })
    const line: GroupDraft = { ...good, channel: 'line', target: 'C1', baseUrl: 'gateway' }
    expect(groupFieldErrors(line, null)).toEqual({ baseUrl: 'fieldError.address' })
    const quiet = { isQuiet: true, quietFrom: '22:00', quietUntil: '22:00' }
    expect(groupFieldErrors({ ...good, ...quiet }, null)).toEqual({ isQuiet: 'fieldError.quiet' })
    expect(groupFieldErrors({ ...good, ...quiet, isQuiet: false }, null)).toEqual({})
  })
  it('keeps the stored secret, and asks for it anew where it would go elsewhere', () => {
    const base = draftOf(stored)
    expect(groupFieldErrors(base, base)).toEqual({})
    expect(asksSecretAnew(base, { ...base, target: '-200' })).toBe(false)
    const moved: GroupDraft = { ...base, baseUrl: 'https://gateway.example.com' }
    expect(groupFieldErrors(moved, base)).toEqual({ credential: 'fieldError.secret.telegram' })
    const hook: GroupDraft = { ...good, credential: '' }
    expect(asksSecretAnew(hook, { ...hook, target: 'https://example.com/other' })).toBe(true)
    // A webhook has no other address than its target.
    expect(asksSecretAnew(hook, { ...hook, baseUrl: 'https://gateway.example.com' })).toBe(false)
  })
  it('sends what was chosen: trimmed, own sentences of chosen kinds alone, hours when they are on', () => {
    const templates = {
      'deposit.large': { th: ' ใหญ่ {{amount}} ', en: '' },
      'withdraw.unknown': { th: ' ', en: '' },
      'risk.alert': { th: 'ไม่ได้เลือก', en: '' },
    }
    expect(groupInputOf({ ...good, templates, baseUrl: 'https://gateway.example.com' })).toEqual({
      name: 'ห้องการเงิน',
      channel: 'webhook',
      target: 'https://example.com/hook',
      baseUrl: null,
      events: ['deposit.large', 'withdraw.unknown'],
      language: 'th',
      minAmountMinor: null,
      banks: [],
      templates: { 'deposit.large': { th: 'ใหญ่ {{amount}}', en: '' } },
      quietHours: null,
      mergeSeconds: 0,
    })
  })
  it('opens with what is stored, and a clone with all of it but the secret', () => {
    expect(draftOf(stored)).toMatchObject({
      isQuiet: true,
      quietFrom: '23:00',
      credential: '',
      baseUrl: '',
    })
    const clone = cloneOf(stored, 'x'.repeat(80))
    expect(clone).toMatchObject({ target: '-100', mergeSeconds: 60, credential: '' })
    expect(clone.name).toHaveLength(60)
    expect(isSameDraft(draftOf(stored), { ...draftOf(stored), name: ' ห้องการเงิน' })).toBe(true)
    expect(isSameDraft(draftOf(stored), { ...draftOf(stored), credential: 'x' })).toBe(false)
  })
  it('keeps what is typed when somebody else saves', () => {
    const base = draftOf(stored)
    const now = { ...base, name: 'ชื่อใหม่', mergeSeconds: 300 }
    const kept = keepTyped(base, { ...base, mergeSeconds: 30 }, now)
    expect(kept).toMatchObject({ name: 'ชื่อใหม่', mergeSeconds: 30 })
  })
  it('has a refusal of the server under its field', () => {
    const fieldOf = (path: string) => fieldOfPath(path, emptyGroup, newGroupForm.fieldOf)
    expect(fieldOf('target')).toBe('target')
    expect(fieldOf('templates.deposit.large.th')).toBe('templates')
    expect(fieldOf('quietHours.from')).toBe('isQuiet')
    expect(fieldOf('constructor')).toBeNull()
  })
  it('makes secrets of 32 random bytes, each another', () => {
    const [one, other] = [newHookSecret(), newHookSecret()]
    expect(Buffer.from(one.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(one).not.toBe(other)
  })
})

describe('a sentence', () => {
  const read = (language: string) =>
    JSON.parse(
      readFileSync(
        new URL(`../../../public/locales/${language}/notifications.json`, import.meta.url),
        'utf8',
      ),
    ) as { events: Record<string, Record<string, { title: string; body: string }>> }

  it('offers every value that the usual one has', () => {
    for (const language of ['th', 'en'])
      for (const code of groupEvents) {
        const [area = '', kind = ''] = code.split('.')
        const text = read(language).events[area]?.[kind]
        expect(unknownGaps(`${text?.title} ${text?.body}`, code), `${language} ${code}`).toEqual([])
      }
    expect(Object.keys(gapsOf)).toEqual([...eventCodes])
  })
  it('is filled as the server fills it, and names what will be empty', () => {
    const values = { username: 'mali', amount: '5.00' }
    expect(filled(' {{username}}  ฝาก {{amount}} {{nothing}} {{constructor}}', values)).toBe(
      'mali ฝาก 5.00',
    )
    expect(unknownGaps('{{label}} {{amount}} {{label}}', 'deposit.large')).toEqual(['label'])
  })
  it('takes a value in where the caret is, as far as there is room', () => {
    expect(withGap('ฝาก บาท', 'amount', 4, 4, 500)).toEqual({ text: 'ฝาก ฿{{amount}}บาท', caret: 15 })
    expect(withGap('ฝากเท่าไร', 'amount', 3, 9, 500)).toEqual({ text: 'ฝาก ฿{{amount}}', caret: 15 })
    expect(withGap('ฝาก', 'amount', 3, 3, 5)).toBeNull()
  })
  it('keeps values apart, so that a name and an amount are never read as one figure', () => {
    const name = withGap('', 'username', 0, 0, 500)
    expect(name).toEqual({ text: '{{username}}', caret: 12 })
    const both = withGap('{{username}}', 'amount', 12, 12, 500)
    expect(both).toEqual({ text: '{{username}} ฿{{amount}}', caret: 24 })
    expect(filled(both?.text ?? '', { username: 'mali8899', amount: '5,000.00' })).toBe(
      'mali8899 ฿5,000.00',
    )
    expect(withGap('฿{{amount}}', 'username', 0, 0, 500)?.text).toBe('{{username}} ฿{{amount}}')
    expect(withGap('{{amount}}', 'bank', 0, 0, 500)?.text).toBe('{{bank}} {{amount}}')
  })
  it('puts no space after an opening mark, and never a second sign of baht', () => {
    expect(withGap('ฝาก (', 'username', 5, 5, 500)?.text).toBe('ฝาก ({{username}}')
    expect(withGap('ฝาก ฿', 'amount', 5, 5, 500)?.text).toBe('ฝาก ฿{{amount}}')
    expect(withGap('“', 'amount', 1, 1, 500)?.text).toBe('“฿{{amount}}')
  })
})

describe('times', () => {
  it('tell quiet hours within a day from those over midnight', () => {
    expect(quietSpan('12:00', '13:30')).toEqual({ minutes: 90, isOverMidnight: false })
    expect(quietSpan('22:00', '07:00')).toEqual({ minutes: 540, isOverMidnight: true })
    expect(quietSpan('07:00', '07:00')).toBeNull()
    expect(quietSpan('', '07:00')).toBeNull()
    expect(quietSpan('24:00', '07:00')).toBeNull()
  })
  it('offer the windows there are, and one set otherwise in its place', () => {
    expect(choicesWith(60)).toEqual([0, 30, 60, 300, 900, 3600])
    expect(choicesWith(45)).toEqual([0, 30, 45, 60, 300, 900, 3600])
  })
})
