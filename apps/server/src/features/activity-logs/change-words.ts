import { shownChanges, type Told } from '@khlang/contract/values/activity-diff.ts'
import { findBank } from '@khlang/contract/values/banks.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { bangkok } from '../../platform/files/export-file.ts'
import { roleWord, word, type Language } from '../../platform/texts.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const eventCode = /^[a-z]+\.[a-z_]+$/
const ownSentence = /^([a-z]+\.[a-z_]+)\.(th|en)$/
const stateLists: Readonly<Record<string, string>> = {
  statementLine: 'lineStates',
  employee: 'employeeStates',
  device: 'deviceStates',
  ownTransfer: 'transferStates',
  taughtFormat: 'formatStates',
}
const ownLimits = ['approvalLimitMinor', 'adjustmentPerDayMinor']

const bankName = (code: string, language: Language): string => {
  const bank = findBank(code)
  return (language === 'th' ? bank?.nameTh : bank?.nameEn) ?? code
}

/** The words for what the log holds as codes, as the screen has them (`useActivityWords` of the console). */
function wordsOf(language: Language) {
  const own = (path: string) => word('activity-logs', path, language)
  const member = (path: string) => word('members', path, language)
  const event = (code: string) =>
    eventCode.test(code) ? word('notifications', `events.${code}.title`, language) : undefined
  const sentence = (name: string): string | undefined => {
    const [, code = '', spoken = ''] = ownSentence.exec(name) ?? []
    const about = event(code)
    return about && `${about} · ${own(`names.${spoken}`) ?? spoken}`
  }
  const right = (name: string): string | undefined => {
    const [resource = '', action] = name.split('.')
    if (action === undefined) return word('employees', `abilities.${name}`, language)
    const [what, may] = [`resources.${resource}`, `actions.${action}`].map((path) =>
      word('employees', path, language),
    )
    return what && may && `${what} · ${may}`
  }
  const state = (entity: string, code: string): string | undefined => {
    const ownStates = stateLists[entity]
    if (ownStates !== undefined) return own(`${ownStates}.${code}`)
    return member(`${entity === 'member' ? 'states' : 'queueState'}.${code}`)
  }
  const text = (entity: string, field: string, value: string): string => {
    if (field === 'state') return state(entity, value) ?? value
    if (field === 'roleName' || (entity === 'role' && ['name', 'entityName'].includes(field)))
      return roleWord(value, language)
    if (field === 'events') return event(value) ?? value
    if (field === 'banks') return bankName(value, language)
    if (field === 'bank') return `${value} ${bankName(value, language)}`
    if (field === 'sourceChannel') return member(`sources.${value}`) ?? value
    if (entity === 'call' && field === 'code') return word('errors', value, language) ?? value
    if (instant.test(value)) return bangkok(value)
    return own(`values.${field}.${value}`) ?? value
  }
  const field = (name: string): string =>
    own(`names.${name}`) ?? member(`field.${name}`) ?? sentence(name) ?? right(name) ?? name
  const value = (entity: string, name: string, held: unknown): string => {
    if (held === null && ownLimits.includes(name)) return own('unset') ?? ''
    if (held === null || held === undefined || held === '') return own('nothing') ?? ''
    if (typeof held === 'boolean') return own(held ? 'yes' : 'no') ?? ''
    if (typeof held === 'string') return text(entity, name, held)
    if (Array.isArray(held))
      return held.map((each) => value(entity, name, each)).join(', ') || (own('nothing') ?? '')
    if (typeof held === 'object')
      return Object.entries(held)
        .map(([part, of]) => `${field(part)}: ${value(entity, part, of)}`)
        .join(' · ')
    if (typeof held !== 'number') return String(held)
    if (name.endsWith('Bps')) return `${held / 100}%`
    return name.endsWith('Minor') ? formatBaht(held) : String(held)
  }
  return { field, value }
}

const wordsBy = { th: wordsOf('th'), en: wordsOf('en') }

/**
 * What an act changed, in words of a language: `status: active → locked; shift: night`. A field that a thing
 * got with its making has its value alone. Null where nothing changed. Pure.
 */
export function changeWords({ entity, before, after }: Told, language: Language): string | null {
  const { field, value } = wordsBy[language]
  const isNew = before === null || before === undefined
  const said = shownChanges({ entity, before, after }).map((change) => {
    const now = value(entity, change.field, change.after)
    const was = isNew ? '' : `${value(entity, change.field, change.before)} → `
    return `${field(change.field)}: ${was}${now}`
  })
  return said.length === 0 ? null : said.join('; ')
}
