import type { ExportedList, FileAsk } from '../../platform/files/exports.ts'
import { creditRow, type CreditRow } from './credit-row.ts'
import { creditColumns } from './file-columns.ts'
import { firstEntries, listEntries } from './queries.ts'

/** The file of members' entries, newest first. */
export function creditFile(ask: FileAsk<'creditTransactions.exportList'>): ExportedList<CreditRow> {
  const { actor, filter, secrets } = ask
  return {
    call: 'creditTransactions.exportList',
    list: 'credit-transactions',
    name: 'credit-transactions',
    dates: filter,
    area: 'credit-transactions',
    columns: creditColumns,
    first: async (db, limit) => (await firstEntries(db, { actor, filter }, limit)).map(creditRow),
    page: async (db, place) => {
      const request = { input: { ...filter, ...place }, secrets }
      const { isBehind: _, ...page } = await listEntries(db, { actor, filter }, request, null)
      return { ...page, records: page.records.map(creditRow) }
    },
  }
}
