import type { EventCode } from '@khlang/contract/event-codes.ts'
import type { Channel, ChatLanguage, GroupDetail, NewGroup } from './group-shapes.ts'
import { quietSpan } from './group-times.ts'

interface Sentences {
  readonly th: string
  readonly en: string
}
export const sentenceMax = 500
const secretMin = 8

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

export type GroupField =
  | 'name'
  | 'target'
  | 'baseUrl'
  | 'credential'
  | 'events'
  | 'templates'
  | 'quiet'
  | 'minAmountMinor'
export type GroupFaults = Readonly<Partial<Record<GroupField, string>>>

/** A webhook's own address is its target: it has no other. */
const baseOf = ({ channel, baseUrl }: GroupDraft): string => (channel === 'webhook' ? '' : baseUrl.trim())

/** A stored secret goes to no other address than the one it was given for. Pure. */
export const asksSecretAnew = (base: GroupDraft, draft: GroupDraft): boolean =>
  base.channel !== draft.channel ||
  baseOf(base) !== baseOf(draft) ||
  (draft.channel === 'webhook' && base.target.trim() !== draft.target.trim())

const isAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== ''

function targetFault({ channel, target }: GroupDraft): GroupFaults {
  if (target.trim() === '') return { target: `fault.target.${channel}` }
  return channel === 'webhook' && !isAddress(target.trim()) ? { target: 'fault.address' } : {}
}

function secretFault(draft: GroupDraft, base: GroupDraft | null): GroupFaults {
  const { length } = draft.credential.trim()
  const isNeeded = base === null || asksSecretAnew(base, draft)
  if (length === 0) return isNeeded ? { credential: `fault.secret.${draft.channel}` } : {}
  return length < secretMin ? { credential: 'fault.secretShort' } : {}
}

/** What is missing or wrong, as names of texts. `base`: what is stored; null of a new group. Pure. */
export function groupFaults(draft: GroupDraft, base: GroupDraft | null): GroupFaults {
  const address = baseOf(draft)
  const { isQuiet, quietFrom, quietUntil } = draft
  return {
    ...(draft.name.trim() === '' ? { name: 'fault.name' } : {}),
    ...targetFault(draft),
    ...(address !== '' && !isAddress(address) ? { baseUrl: 'fault.address' } : {}),
    ...secretFault(draft, base),
    ...(draft.events.length === 0 ? { events: 'fault.events' } : {}),
    ...(isQuiet && quietSpan(quietFrom, quietUntil) === null ? { quiet: 'fault.quiet' } : {}),
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

/** As both calls take it, the secret apart; only for a draft without faults. Pure. */
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
  name: name.slice(0, 60),
})

/** Where somebody else saved meanwhile: what was typed stays, everything else is theirs. Pure. */
export function keepTypedGroup(base: GroupDraft, typed: GroupDraft, now: GroupDraft): GroupDraft {
  const isTyped = ([field, value]: readonly [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(base[field as keyof GroupDraft])
  return { ...now, ...Object.fromEntries(Object.entries(typed).filter(isTyped)) }
}

export const isSameDraft = (one: GroupDraft, other: GroupDraft): boolean =>
  JSON.stringify(groupInputOf(one)) === JSON.stringify(groupInputOf(other)) &&
  one.credential === other.credential

const fields: Readonly<Record<string, GroupField>> = {
  name: 'name',
  target: 'target',
  baseUrl: 'baseUrl',
  credential: 'credential',
  events: 'events',
  templates: 'templates',
  quietHours: 'quiet',
  minAmountMinor: 'minAmountMinor',
}

/** The field that a refusal belongs to (`templates.deposit.large.th` to the sentences), or null. */
export function groupFieldOf(field: string | undefined): GroupField | null {
  const first = field?.split(/[.[]/)[0] ?? ''
  return Object.hasOwn(fields, first) ? (fields[first] ?? null) : null
}

/** A secret as Standard Webhooks has them: `whsec_` and 32 random bytes in base64. */
export function newHookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`
}
