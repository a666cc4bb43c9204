import { findBank } from '@khlang/contract/banks.ts'
import type { RawSearch } from '../../lib/search.ts'
import {
  dateOnText,
  listPlace,
  oneOf,
  oneText,
  someOf,
  wholeNumber,
  yesNo,
  type ListPlace,
} from '../../lib/search-values.ts'
import type { MemberListInput } from './member-shapes.ts'
import { memberSorts, memberStates, sourceChannels, waitingChanges } from '@khlang/contract/value-lists.ts'

/** What the address of the member list holds. */
export type MembersSearch = ReturnType<typeof parseMembers>
/** The part of it that the filter bar sets. */
export type MembersFilterValues = Omit<MembersSearch, keyof ListPlace>

/** The search parameters of the list; a value that is none filters nothing. */
export function parseMembers(raw: RawSearch) {
  const bank = oneText(raw['bank'])
  return {
    search: oneText(raw['search'])?.slice(0, 200),
    state: someOf(raw['state'], memberStates),
    level: wholeNumber(raw['level']),
    tag: oneText(raw['tag'])?.slice(0, 30),
    bank: bank !== undefined && findBank(bank) !== null ? bank : undefined,
    source: oneOf(raw['source'], sourceChannels),
    registeredFrom: dateOnText(raw['registeredFrom']),
    registeredTo: dateOnText(raw['registeredTo']),
    hasNeverDeposited: yesNo(raw['hasNeverDeposited']),
    accountChange: oneOf(raw['accountChange'], waitingChanges),
    balanceMinMinor: wholeNumber(raw['balanceMinMinor']),
    balanceMaxMinor: wholeNumber(raw['balanceMaxMinor']),
    sort: oneOf(raw['sort'], memberSorts),
    isAscending: yesNo(raw['isAscending']),
    ...listPlace(raw),
  }
}

/** The filter that list, totals and export share. A level beyond 99 is no level. */
export function membersFilter(
  search: MembersSearch,
): Omit<MemberListInput, 'size' | 'after' | 'before' | 'sort' | 'isAscending'> {
  const { sort: _, isAscending: __, size: ___, after: ____, before: _____, level, ...filter } = search
  return { ...filter, level: level !== undefined && level <= 99 ? level : undefined }
}

/** The whole question of one page of the list. */
export const membersInput = (search: MembersSearch): MemberListInput => ({
  ...membersFilter(search),
  size: search.size,
  after: search.after,
  before: search.before,
  sort: search.sort ?? (search.search ? 'match' : 'createdAt'),
  isAscending: search.isAscending ?? false,
})
