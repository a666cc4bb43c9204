import { stat } from 'node:fs/promises'
import type { betArchive } from '@khlang/contract/play/bet-archive.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { archivedFile, archivedMonths, archiveRows } from './archive-queries.ts'
import { pathOf } from './month-file.ts'

export const betArchiveHandlers: Handlers<typeof betArchive> = {
  archive: async ({ db }) => ({ records: await archiveRows(db) }),

  archivedMonths: async ({ db, input }) => ({ months: await archivedMonths(db, input) }),

  archiveFile: async ({ tx, input, actor, services, record, sendFile }) => {
    if (!actor.role.abilities.exportData) throw new ApiError('forbidden')
    const file = await archivedFile(tx, input.month)
    if (!file) throw new ApiError('notFound')
    const path = pathOf(services, file.id)
    // Whoever moved the file away keeps it: the row says what it is.
    await stat(path).catch((cause: unknown) => {
      throw new ApiError('notFound', { cause })
    })
    const month = input.month.slice(0, 7)
    await record({
      entity: 'list',
      entityId: 'bet-months',
      action: 'betMonthFetched',
      detail: { month, bets: file.bets, sha256: file.sha256 },
    })
    const { bytes } = file
    sendFile({ path, bytes, name: `bets-${month}.jsonl.gz`, mimeType: 'application/gzip' })
    return {}
  },
}
