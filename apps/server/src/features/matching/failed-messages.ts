import type { preTransactionMessages } from '@khlang/contract/pre-transactions/messages.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { clearAlarm } from '../../platform/db/alarms.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import * as queries from '../bank-lines/line-queries.ts'
import { withoutBalances } from './message-text.ts'

/** Messages nobody could read, and those taken for no movement of money: kept, read, set aside. */
export const failedMessageHandlers: Handlers<typeof preTransactionMessages> = {
  failedMessages: async ({ db, input, actor, services }) => {
    const { secrets } = services
    const list = `failedMessages:${input.kind}`
    const page = keysetOf({ list, sort: [{ by: sql`b.id`, type: 'uuid' }], input, actor, secrets })
    const answer = await queries.pageOfFailedMessages(db, input.kind, page)
    if (seesBalances(actor)) return answer
    const records = answer.records.map((each) => ({ ...each, text: withoutBalances(each.text) }))
    return { ...answer, records }
  },

  dismissMessage: async ({ tx, input, actor, record, announce }) => {
    if (!(await queries.dismissMessage(tx, input.messageId, actor.id))) throw new ApiError('notFound')
    const id = encodeId('message', input.messageId)
    await clearAlarm(tx, 'message.parseFailed', id)
    await clearAlarm(tx, 'message.senderUnknown', id)
    await record({ entity: 'message', entityId: id, action: 'dismissed', reason: input.reason })
    await announce('message', id)
    return {}
  },
}
