import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { matchingRead, matchingUpdate, nothing } from './shapes.ts'
import { messageKinds } from '../values/value-lists.ts'
import { Instant, Remark, idOf } from '../values/values.ts'

/** Bank messages that nothing could be made of, and what people make of them. */
export const preTransactionMessages = defineCalls({
  failedMessages: {
    method: 'GET',
    path: '/api/v2/pre-transaction/failed-messages',
    requires: matchingRead,
    isOfStaff: true,
    input: z.strictObject({ ...cursorPage, kind: z.enum(messageKinds).default('unreadable') }),
    summary:
      'Messages nobody could read, kept whole, or those taken for no movement of money. Who may not see ' +
      'balances reads the first amount of each.',
    output: cursorList(
      z.strictObject({
        id: idOf('message'),
        accountId: idOf('bankAccount').nullable(),
        source: z.string(),
        sender: z.string(),
        text: z.string(),
        receivedAt: Instant,
        failure: z.string(),
        deviceId: idOf('device'),
        device: z.string(),
      }),
    ),
  },
  dismissMessage: {
    method: 'POST',
    path: '/api/v1/pre-transaction/dismiss-message',
    requires: matchingUpdate,
    isOfStaff: true,
    input: z.strictObject({ messageId: idOf('message'), reason: Remark }),
    summary: 'Sets an unreadable message aside; it stays stored.',
    output: nothing,
  },
})
