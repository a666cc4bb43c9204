import { idPrefixes } from '@khlang/contract/values/id-kinds.ts'
import { settledOf } from '@khlang/contract/values/activity-words.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bankFace } from '../../lib/words/bank-names.ts'
import { useRightName, useRoleName } from '../../lib/person/right-words.ts'
import { formatBps, formatDateTime } from '../../lib/words/formats.ts'
import { useReading } from '../../ui/use-reading.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const eventCode = /^[a-z]+\.[a-z_]+$/
const ownSentence = /^([a-z]+\.[a-z_]+)\.(th|en)$/
/** `mbr_…`, or the uuid of an old row: for machines, not for reading. */
const outsideId = /^([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** `line:stl_…`: what a difference of a day is about, which its kind beside it tells in words. */
const keyed = /^[a-zA-Z]+:([a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25})(:|$)/
const isIdText = (text: string): boolean => outsideId.test(text) || uuid.test(text)
export const isId = (value: unknown): value is string => typeof value === 'string' && isIdText(value)
/** What the ids are of, by their first letters: the word that stands in their place. */
const things: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix, kind]),
)
/** Fields that hold the name of the thing itself. */
const nameFields = ['name', 'entityName']
/** Null is no limit of this one's own, which is not nothing. */
/** Where the words of a thing's states are, of those that are not a member's or a money request's. */
const stateLists: Readonly<Record<string, string>> = {
  statementLine: 'lineStates',
  employee: 'employeeStates',
  device: 'deviceStates',
  ownTransfer: 'transferStates',
  taughtFormat: 'formatStates',
  slip: 'slipStates',
}
const ownLimits = ['approvalLimitMinor', 'adjustmentPerDayMinor']

/** The words for what the log holds as codes. Null, or the code itself, where there is none. */
export interface ActivityWords {
  readonly action: (code: string) => string | null
  readonly entity: (code: string) => string | null
  /** What the menu calls the screen at a path. */
  readonly screen: (path: string) => string | null
  readonly field: (name: string) => string | null
  readonly value: (entity: string, field: string, value: unknown) => string
  /** The same of a list of plain values, each in words; null for anything else and an empty list. */
  readonly values: (entity: string, field: string, value: unknown) => readonly string[] | null
}

/** What kind of event a code stands for; null for what is none. */
function useEventWord(): (code: string) => string | null {
  const { t, i18n } = useTranslation('notifications')
  return useCallback(
    (code) => {
      const key = `events.${code}.title`
      return eventCode.test(code) && i18n.exists(`notifications:${key}`) ? t(key) : null
    },
    [t, i18n],
  )
}

/** The name of a right or of one of the brand's settings; null for what is neither. */
function useRightOrNull(): (name: string) => string | null {
  const rightName = useRightName()
  const { i18n } = useTranslation()
  return useCallback(
    (name) => {
      const said = rightName(name)
      if (said !== name) return said
      // Loaded with the screen of the log: elsewhere nobody reads of settings.
      const key = `website-settings:setting.${name}.name`
      return i18n.exists(key) ? i18n.t(key) : null
    },
    [rightName, i18n],
  )
}

/** What a kind of request is called; null for what is none. */
function useRequestWord(): (kind: string) => string | null {
  const { t, i18n } = useTranslation('approvals')
  return useCallback(
    (kind) => (i18n.exists(`approvals:kinds.${kind}`) ? t(`kinds.${kind}`) : null),
    [t, i18n],
  )
}

export function useActivityWords(): ActivityWords {
  const { t, i18n } = useTranslation('activity-logs')
  const { t: tMember } = useTranslation('members')
  const requestWord = useRequestWord()
  const event = useEventWord()
  const reading = useReading()
  const rightOrNull = useRightOrNull()
  const roleName = useRoleName()
  return useMemo(() => {
    const own = (key: string) => (i18n.exists(`activity-logs:${key}`) ? t(key) : null)
    const member = (key: string) => (i18n.exists(`members:${key}`) ? tMember(key) : null)
    // Of several own sentences of a chat group each is named by what it is about: `deposit.large.th`.
    const sentence = (name: string): string | null => {
      const [, code = '', spoken = ''] = ownSentence.exec(name) ?? []
      const about = event(code)
      return about === null ? null : `${about} · ${own(`names.${spoken}`) ?? spoken}`
    }
    const state = (entity: string, code: string): string | null => {
      const ownStates = stateLists[entity]
      if (ownStates !== undefined) return own(`${ownStates}.${code}`)
      return member(`${entity === 'member' ? 'states' : 'queueState'}.${code}`)
    }
    const text = (entity: string, field: string, value: string): string => {
      if (field === 'state') return state(entity, value) ?? value
      if (field === 'roleName' || (entity === 'role' && nameFields.includes(field))) return roleName(value)
      if (field === 'events') return event(value) ?? value
      if (field === 'banks') return bankFace(value).name
      if (field === 'sourceChannel') return member(`sources.${value}`) ?? value
      if (entity === 'call' && field === 'code' && i18n.exists(`errors:${value}`))
        return i18n.t(`errors:${value}`)
      if (field === 'bank') return `${value} ${bankFace(value).name}`
      if (instant.test(value)) return formatDateTime(value, reading)
      if (isIdText(value)) return own(`entities.${things[value.slice(0, 3)] ?? ''}`) ?? t('anId')
      return own(`values.${field}.${value}`) ?? value
    }
    const values = (entity: string, field: string, value: unknown): readonly string[] | null =>
      Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
        ? value.map((each) => text(entity, field, each))
        : null
    const field = (name: string): string | null =>
      own(`names.${name}`) ?? member(`field.${name}`) ?? sentence(name) ?? rightOrNull(name)
    const value = (entity: string, name: string, held: unknown): string => {
      if (held === null && ownLimits.includes(name)) return t('unset')
      if (held === null || held === undefined || held === '') return t('nothing')
      if (typeof held === 'boolean') return t(held ? 'yes' : 'no')
      if (typeof held === 'string') return text(entity, name, keyed.exec(held)?.[1] ?? held)
      if (Array.isArray(held))
        return held.map((each) => value(entity, name, each)).join(', ') || t('nothing')
      if (typeof held === 'object')
        return Object.entries(held)
          .map(([part, of]) => `${field(part) ?? part}: ${value(entity, part, of)}`)
          .join(' · ')
      if (typeof held !== 'number') return String(held)
      if (name.endsWith('Bps')) return formatBps(held)
      return name.endsWith('Minor') ? formatBaht(held) : String(held)
    }
    return {
      values,
      value,
      field,
      action: (code) => {
        const settled = settledOf(code)
        const what = settled && requestWord(settled.kind)
        return own(`actions.${code}`) ?? (what ? t(`settled.${settled?.outcome}`, { what }) : null)
      },
      entity: (code) => own(`entities.${code}`),
      screen: (path) => (i18n.exists(`ui:routes.${path}`) ? i18n.t(`ui:routes.${path}`) : null),
    }
  }, [t, tMember, requestWord, event, i18n, reading, rightOrNull, roleName])
}
