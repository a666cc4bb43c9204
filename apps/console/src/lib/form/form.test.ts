import { describe, expect, it } from 'vitest'
import { breachesOf, breachOf, ruleOf } from './field-rules.ts'
import { fieldErrorsOf, ruleFinder } from './form-field-errors.ts'
import { fieldOfPath, keepTyped, type FormSpec } from './form-spec.ts'
import type { FormOf } from './use-form.ts'

describe('the rules of a call', () => {
  it.each([
    [{ isRequired: true, min: 3, max: 5 }, ' ab ', 'requiredField'],
    [{ isRequired: true, min: 3, max: 5 }, 'abcdef', 'textTooLong'],
    [{ isRequired: true, min: 3, max: 5 }, 'abc', null],
    [{ isRequired: true }, ' ', 'requiredField'],
    [{ isRequired: true }, null, 'requiredField'],
    [{ min: 8 }, undefined, null],
    [{ min: 8 }, 'short', 'requiredField'],
    [{ pattern: '^[0-9]+$' }, '12a', 'invalidFormat'],
    [{ isRequired: true, min: 1 }, 0, 'outOfRange'],
    [{ min: 1 }, null, null],
    [{ max: 99 }, 100, 'outOfRange'],
    [{ isRequired: true, min: 1 }, [], 'requiredField'],
    [{ max: 1 }, ['a', 'b'], 'outOfRange'],
  ] as const)('%o says of %o: %s', (rule, value, breach) => {
    expect(breachOf(rule, value)).toBe(breach)
  })

  it('reach into lists, maps and groups of fields, and leave out a group that is not there', () => {
    const templates = { 'deposit.large': { th: 'ก'.repeat(501), en: '' } }
    const paths = (input: object) => breachesOf('groupNotifications.update', input).map(([path]) => path)
    const good = { name: 'a', target: 'b', events: ['day.closed'], mergeSeconds: 0, quietHours: null }
    expect(paths(good)).toEqual([])
    expect(paths({ ...good, templates })).toEqual(['templates.deposit.large.th'])
    expect(paths({ ...good, quietHours: { from: '', until: '07:00' } })).toEqual(['quietHours.from'])
    expect(breachesOf('members.update', { level: 1, reason: 'abc', tags: ['x', ''] })).toEqual([
      ['tags.1', 'requiredField'],
    ])
  })
})

const draft = { name: '', roleIds: ['x'], inner: { limit: 1 }, reason: '' }

describe('a field of a draft', () => {
  it('is found by the path of the call, by another name, and within a group', () => {
    expect(fieldOfPath('roleIds.3', draft)).toBe('roleIds')
    expect(fieldOfPath('inner.limit', draft)).toBe('inner.limit')
    expect(fieldOfPath('inner.other', draft)).toBe('inner')
    expect(fieldOfPath('title', draft, { title: 'name' })).toBe('name')
    expect(fieldOfPath('version', draft)).toBeNull()
    expect(fieldOfPath('constructor', draft)).toBeNull()
  })
})

describe('a form', () => {
  interface Draft {
    readonly words: string
    readonly body: string
  }
  const spec: FormSpec<'notifications.create', Draft> = {
    call: 'notifications.create',
    area: 'notifications',
    start: { words: '', body: '' },
    input: ({ words, body }) => ({ title: words, body, roleIds: [], employeeIds: [] }),
    fieldErrors: ({ body }) => (body === 'no' ? { body: 'fieldError.own' } : {}),
    fieldOf: { title: 'words' },
    refreshes: [],
  }
  const fieldErrors = (typed: Draft) =>
    fieldErrorsOf((keys) => [keys].flat().join(' or '), spec, typed, { version: 0, draft: spec.start })

  it('knows its field errors from the contract, and what only it can know', () => {
    expect(fieldErrors({ words: 'a', body: '' })).toEqual({})
    expect(fieldErrors(spec.start)).toEqual({
      words: 'fieldError.words or fieldError.required or errors:requiredField',
    })
    expect(fieldErrors({ words: 'a', body: 'x'.repeat(2001) })).toEqual({
      body: 'fieldError.body or errors:textTooLong',
    })
    expect(fieldErrors({ words: 'a', body: 'no' })).toEqual({ body: 'fieldError.own' })
  })

  it('knows the limits of a field that the call knows by another name', () => {
    expect(ruleFinder(spec)('words')).toEqual({ isRequired: true, min: 1, max: 120 })
    expect(ruleFinder(spec)('body')).toEqual({ max: 2000 })
  })
})

describe('what somebody else saved meanwhile', () => {
  const base = { limit: 1_000_000 as number | null, level: 1, tags: ['vip'], canWithdraw: true }
  it('comes in where nothing was typed; what was typed stays', () => {
    const typed = { ...base, level: 5, tags: ['vip', 'risk'] }
    const now = { ...base, canWithdraw: false, level: 3 }
    expect(keepTyped(base, typed, now)).toEqual({ ...typed, canWithdraw: false })
  })
  it('does not fill a limit that was emptied', () => {
    expect(keepTyped(base, { ...base, limit: null }, base).limit).toBeNull()
  })
})

// What must not compile: `tsc -p apps/console` reads this file.
describe('a form that its call does not know', () => {
  it('is no program', () => {
    // @ts-expect-error no form fills this call in
    const noCall: FormSpec<'members.list', { name: string }>['call'] = 'members.list'
    const start = { words: '' }
    const wrong: FormSpec<'notifications.create', typeof start> = {
      call: 'notifications.create',
      area: 'notifications',
      start,
      // @ts-expect-error the call has no `titel`
      input: ({ words }) => ({ titel: words, roleIds: [], employeeIds: [] }),
      // @ts-expect-error the draft has no `word`
      fieldOf: { title: 'word' },
      // @ts-expect-error nor field errors at such a field
      fieldErrors: () => ({ word: 'fieldError.word' }),
      // @ts-expect-error there is no such area
      refreshes: ['notification'],
    }
    // @ts-expect-error an input is asked for a field that the draft lacks
    const noField: Parameters<FormOf<typeof start>['text']>[0] = 'word'
    // @ts-expect-error a text is no amount
    const noAmount: Parameters<FormOf<typeof start>['amount']>[0] = 'words'
    // @ts-expect-error the call has no such limit
    const noRule = ruleOf('notifications.create', 'titel')
    expect([noField, noAmount, noRule]).toEqual(['word', 'words', undefined])
    expect([noCall, wrong.call]).toEqual(['members.list', 'notifications.create'])
  })
})
