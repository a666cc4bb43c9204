import type { FormOf } from '../../../lib/form/use-form.ts'
import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import type { Channel, ChatLanguage, GroupDetail, NewGroup } from '../group-shapes.ts'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import type { FieldErrors, FormSpec } from '../../../lib/form/form-spec.ts'
import { quietSpan } from '../group-times.ts'

interface Sentences {
  readonly th: string
  readonly en: string
}

/** What the form holds, as typed. */
export interface GroupDraft {
  readonly name: string
  readonly channel: Channel
  readonly target: string
  readonly baseUrl: string
  /** Written, never read: empty keeps the stored one. */
  readonly credential: string
  readonly events: readonly EventCode[]
  readonly language: ChatLanguage
  readonly minAmountMinor: number | null
  readonly banks: readonly string[]
  readonly templates: Readonly<Partial<Record<EventCode, Sentences>>>
  readonly isQuiet: boolean
  readonly quietFrom: string
  readonly quietUntil: string
  readonly mergeSeconds: number
}

export const emptyGroup: GroupDraft = {
  name: '',
  channel: 'line',
  target: '',
  baseUrl: '',
  credential: '',
  events: [],
  language: 'th',
  minAmountMinor: null,
  banks: [],
  templates: {},
  isQuiet: false,
  quietFrom: '22:00',
  quietUntil: '07:00',
  mergeSeconds: 0,
}

export function draftOf(group: GroupDetail): GroupDraft {
  const { name, channel, target, events, language, minAmountMinor, banks, templates, mergeSeconds } = group
  return {
    name,
    channel,
    target,
    baseUrl: group.baseUrl ?? '',
    credential: '',
    events,
    language,
    minAmountMinor,
    banks,
    templates,
    isQuiet: group.quietHours !== null,
    quietFrom: group.quietHours?.from ?? emptyGroup.quietFrom,
    quietUntil: group.quietHours?.until ?? emptyGroup.quietUntil,
    mergeSeconds,
  }
}

/** A webhook's own address is its target: it has no other. */
const baseOf = ({ channel, baseUrl }: GroupDraft): string => (channel === 'webhook' ? '' : baseUrl.trim())

/** A stored secret goes to no other address than the one it was given for. Pure. */
export const asksSecretAnew = (base: GroupDraft, draft: GroupDraft): boolean =>
  base.channel !== draft.channel ||
  baseOf(base) !== baseOf(draft) ||
  (draft.channel === 'webhook' && base.target.trim() !== draft.target.trim())

const isAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== ''

function targetFieldError({ channel, target }: GroupDraft): FieldErrors<GroupDraft> {
  if (target.trim() === '') return { target: `fieldError.target.${channel}` }
  return channel === 'webhook' && !isAddress(target.trim()) ? { target: 'fieldError.address' } : {}
}

function secretFieldError(draft: GroupDraft, base: GroupDraft | null): FieldErrors<GroupDraft> {
  const { length } = draft.credential.trim()
  const isNeeded = base === null || asksSecretAnew(base, draft)
  if (length === 0) return isNeeded ? { credential: `fieldError.secret.${draft.channel}` } : {}
  const { min } = ruleOf('groupNotifications.create', 'credential')
  return length < min ? { credential: 'fieldError.secretShort' } : {}
}

/** What is wrong that no limit tells, as names of texts; `base` is what is stored, null of a new group. */
export function groupFieldErrors(draft: GroupDraft, base: GroupDraft | null): FieldErrors<GroupDraft> {
  const address = baseOf(draft)
  const { isQuiet, quietFrom, quietUntil } = draft
  return {
    ...targetFieldError(draft),
    ...(address !== '' && !isAddress(address) ? { baseUrl: 'fieldError.address' } : {}),
    ...secretFieldError(draft, base),
    ...(isQuiet && quietSpan(quietFrom, quietUntil) === null ? { isQuiet: 'fieldError.quiet' } : {}),
  }
}

/** Own sentences of chosen kinds alone; one without a word is none. */
function sentencesOf({ events, templates }: GroupDraft): GroupDraft['templates'] {
  const own = events.flatMap((code) => {
    const { th = '', en = '' } = templates[code] ?? {}
    const typed = { th: th.trim(), en: en.trim() }
    return typed.th === '' && typed.en === '' ? [] : [[code, typed] as const]
  })
  return Object.fromEntries(own)
}

/** As both calls take it, the secret apart; only for a draft without field errors. Pure. */
export function groupInputOf(draft: GroupDraft): Omit<NewGroup, 'credential'> {
  const { channel, events, language, minAmountMinor, banks, mergeSeconds } = draft
  return {
    name: draft.name.trim(),
    channel,
    target: draft.target.trim(),
    baseUrl: baseOf(draft) || null,
    events: [...events],
    language,
    minAmountMinor,
    banks: [...banks],
    templates: sentencesOf(draft),
    quietHours: draft.isQuiet ? { from: draft.quietFrom, until: draft.quietUntil } : null,
    mergeSeconds,
  }
}

/** A draft filled with everything of another group but its secret. Pure. */
export const cloneOf = (group: GroupDetail, name: string): GroupDraft => ({
  ...draftOf(group),
  name: name.slice(0, ruleOf('groupNotifications.create', 'name').max),
})

export const isSameDraft = (one: GroupDraft, other: GroupDraft): boolean =>
  JSON.stringify(groupInputOf(one)) === JSON.stringify(groupInputOf(other)) &&
  one.credential === other.credential

const common = {
  area: 'group-notifications',
  start: emptyGroup,
  isSame: isSameDraft,
  fieldOf: { quietHours: 'isQuiet', templates: 'templates' },
  refreshes: ['groupNotifications'],
  secrets: ['credential'],
} as const satisfies Partial<FormSpec<'groupNotifications.create', GroupDraft>>

export const newGroupForm: FormSpec<'groupNotifications.create', GroupDraft> = {
  ...common,
  call: 'groupNotifications.create',
  input: (draft) => ({ ...groupInputOf(draft), credential: draft.credential.trim() }),
  fieldErrors: (draft) => groupFieldErrors(draft, null),
}

/** Without a secret the stored one stays. */
export const groupFormOf = (id: string): FormSpec<'groupNotifications.update', GroupDraft> => ({
  ...common,
  call: 'groupNotifications.update',
  input: (draft, { version }) => {
    const credential = draft.credential.trim()
    return { id, version, ...groupInputOf(draft), ...(credential === '' ? {} : { credential }) }
  },
  fieldErrors: groupFieldErrors,
})

/** A secret as Standard Webhooks has them: `whsec_` and 32 random bytes in base64. */
export function newHookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`
}

/** `base`: what is stored; null of a new group. */
export type GroupFieldsProps = FormOf<GroupDraft> & { base: GroupDraft | null }
