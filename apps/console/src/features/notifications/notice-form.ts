import type { Severity } from '@khlang/contract/values/event-codes.ts'
import type { FormSpec } from '../../lib/form/form-spec.ts'
import type { NewNotice } from './notice-shapes.ts'

export const audiences = ['all', 'roles', 'employees'] as const
export type Audience = (typeof audiences)[number]

/** Somebody chosen, with the name to show for the id. */
export interface Chosen {
  readonly value: string
  readonly label: string
}

/** What the form holds, as typed. */
export interface NoticeDraft {
  readonly title: string
  readonly body: string
  readonly severity: Severity
  readonly audience: Audience
  readonly roles: readonly Chosen[]
  readonly employees: readonly Chosen[]
}

export const emptyDraft: NoticeDraft = {
  title: '',
  body: '',
  severity: 'info',
  audience: 'all',
  roles: [],
  employees: [],
}

/** What is sent: of the audience only what was asked for, whatever else was chosen before. */
export function newNoticeOf({ title, body, severity, audience, ...draft }: NoticeDraft): NewNotice {
  const ids = (chosen: readonly Chosen[]) => chosen.map(({ value }) => value)
  return {
    title: title.trim(),
    body: body.trim(),
    severity,
    audience,
    roleIds: audience === 'roles' ? ids(draft.roles) : [],
    employeeIds: audience === 'employees' ? ids(draft.employees) : [],
  }
}

export const noticeForm: FormSpec<'notifications.create', NoticeDraft> = {
  call: 'notifications.create',
  area: 'notifications',
  start: emptyDraft,
  input: newNoticeOf,
  fieldErrors: ({ audience, ...draft }) =>
    audience !== 'all' && draft[audience].length === 0 ? { [audience]: `fieldError.${audience}` } : {},
  fieldOf: { roleIds: 'roles', employeeIds: 'employees' },
  refreshes: ['notifications'],
}
