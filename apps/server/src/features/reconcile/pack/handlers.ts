import type { reconcile } from '@khlang/contract/reconcile.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import { packName } from './make-packs.ts'
import { packKeyOf } from './pack-key.ts'

const mimeTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  manifest: 'application/json',
} as const

export const packHandlers: Pick<Handlers<typeof reconcile>, 'pack' | 'packKey'> = {
  pack: async ({ tx, input, actor, record, sendFile }) => {
    // A pack holds what lies on our accounts.
    if (!seesBalances(actor)) throw new ApiError('forbidden')
    const { on, round, part } = input
    const { rows } = await sql<{ dayId: string; content: Buffer | null }>`
      select day_id as "dayId", ${part === 'manifest' ? sql`convert_to(manifest, 'UTF8')` : sql.ref(part)}
          as content
        from reconcile_closes where business_on = ${on}::date and round = ${round}`.execute(tx)
    const [row] = rows
    if (!row?.content) throw new ApiError('notFound')
    await record({
      entity: 'reconcileDay',
      entityId: encodeId('reconcileDay', row.dayId),
      action: 'packFetched',
      detail: { part, round },
    })
    sendFile({ content: row.content, name: packName(on, round, part), mimeType: mimeTypes[part] })
    return {}
  },

  packKey: async ({ services }) => packKeyOf(services.secrets),
}
