import { lineStates, openLineStates } from '@khlang/contract/values/value-lists.ts'
import { parseBaht } from '@khlang/money/amount.ts'
import type { RawSearch } from '../../../lib/address/search.ts'
import { handledStates, type LineFilter, type LineState } from '../lines/line-shapes.ts'

export const matchingTabs = [
  'open',
  'messages',
  'formats',
  'notMoney',
  'handled',
  'rules',
  'blacklist',
  'report',
] as const
export type MatchingTab = (typeof matchingTabs)[number]

/** What the address of the matching screen holds. `line`: the line in hand. */
export interface MatchingSearch extends Record<string, string | number | boolean | string[] | undefined> {
  tab: MatchingTab
  line: string | undefined
  /** The unread message that is being taught. */
  teach: string | undefined
  accountId: string | undefined
  state: string[] | undefined
  direction: string | undefined
  /** As typed, in baht; an amount that cannot be read filters nothing. */
  amount: string | undefined
  hasPayer: string | undefined
  from: string | undefined
  to: string | undefined
  search: string | undefined
  size: number
  after: string | undefined
  before: string | undefined
}

const one = (value: RawSearch[string] | undefined): string | undefined => {
  const text = typeof value === 'string' ? value : value?.[0]
  return text === '' ? undefined : text
}
const oneOf = <T extends string>(value: string | undefined, known: readonly T[]): T | undefined =>
  known.find((each) => each === value)
const sizes = [25, 50, 100]

/** The search parameters of the screen; a value that is none becomes its default. */
export function parseMatching(raw: RawSearch): MatchingSearch {
  const states = [raw['state'] ?? []].flat()
  const known = states.filter((state) => lineStates.some((each) => each === state))
  const size = Number(one(raw['size']))
  return {
    tab: oneOf(one(raw['tab']), matchingTabs) ?? 'open',
    line: one(raw['line']),
    teach: one(raw['teach']),
    accountId: one(raw['accountId']),
    state: known.length > 0 ? known : undefined,
    direction: oneOf(one(raw['direction']), ['in', 'out']),
    amount: one(raw['amount']),
    hasPayer: oneOf(one(raw['hasPayer']), ['true', 'false']),
    from: one(raw['from']),
    to: one(raw['to']),
    search: one(raw['search']),
    size: sizes.includes(size) ? size : 50,
    after: one(raw['after']),
    before: one(raw['before']),
  }
}

/** The filter of the calls, for the open lines or for those that were handled. */
export function lineFilter(search: MatchingSearch, scope: 'open' | 'all'): LineFilter {
  const allowed: readonly LineState[] = scope === 'open' ? openLineStates : handledStates
  const chosen = allowed.filter((state) => search.state?.includes(state))
  const state = chosen.length > 0 ? chosen : scope === 'all' ? [...handledStates] : undefined
  const amount = search.amount === undefined ? null : parseBaht(search.amount)
  return {
    scope,
    ...(search.accountId === undefined ? {} : { accountId: search.accountId }),
    ...(state === undefined ? {} : { state }),
    ...(search.direction === 'in' || search.direction === 'out' ? { direction: search.direction } : {}),
    ...(amount?.ok && amount.amountMinor > 0 ? { amountMinor: amount.amountMinor } : {}),
    ...(search.hasPayer === undefined ? {} : { hasPayer: search.hasPayer === 'true' }),
    ...(search.from === undefined ? {} : { from: search.from }),
    ...(search.to === undefined ? {} : { to: search.to }),
    ...(search.search === undefined ? {} : { search: search.search }),
  }
}

/** A line that stays in hand when filters change would be shown beside a list without it. */
export const clearedPlace = { after: undefined, before: undefined, line: undefined } as const
