import type { Severity } from '@khlang/contract/event-codes.ts'
import type { NewNotice } from './notice-shapes.ts'

export const titleMax = 120
export const bodyMax = 2000
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

export type NoticeField = 'title' | 'body' | 'roles' | 'employees'
export type NoticeFaults = Readonly<Partial<Record<NoticeField, string>>>

/** What is missing, as names of texts. */
export function noticeFaults({ title, audience, ...draft }: NoticeDraft): NoticeFaults {
  return {
    ...(title.trim() === '' ? { title: 'fault.title' } : {}),
    ...(audience === 'roles' && draft.roles.length === 0 ? { roles: 'fault.roles' } : {}),
    ...(audience === 'employees' && draft.employees.length === 0 ? { employees: 'fault.employees' } : {}),
  }
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

const fields: Readonly<Record<string, NoticeField>> = {
  title: 'title',
  body: 'body',
  roleIds: 'roles',
  employeeIds: 'employees',
}

/** The field of the form that a refusal of the server belongs to, or null. */
export const fieldOfFailure = (field: string | undefined): NoticeField | null => fields[field ?? ''] ?? null
