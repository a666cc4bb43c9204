import type { ExportedList, FileAsk } from '../../platform/files/exports.ts'
import { firstMembers, listMembers, type ListedMember } from './list/list-queries.ts'
import { memberColumns } from './shapes.ts'

/** The file of members, newest first. */
export function memberFile(ask: FileAsk<'members.exportList'>): ExportedList<ListedMember> {
  const { filter, secrets, ...seen } = ask
  return {
    call: 'members.exportList',
    list: 'members',
    name: 'members',
    dates: { from: filter.registeredFrom, to: filter.registeredTo },
    area: 'members',
    columns: memberColumns,
    first: (db, limit) => firstMembers(db, filter, seen, limit),
    page: (db, place) => {
      const asked = { ...filter, ...place, sort: 'createdAt', isAscending: false } as const
      // A file has everybody whom a search finds, where a screen has the nearest.
      return listMembers(db, asked, seen, secrets, filter.search === undefined ? undefined : 'plain')
    },
  }
}
