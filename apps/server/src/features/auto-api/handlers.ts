import type { autoApi } from '@khlang/contract/auto-api.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { noteDevice } from './message-queries.ts'
import { takeMessage } from './take-message.ts'

export const autoApiHandlers: Handlers<typeof autoApi> = {
  message: ({ input, tx, actor, services, settings, requestId }) =>
    takeMessage({ tx, actor, services, settings, requestId }, input),

  heartbeat: async ({ input, tx, actor, services }) => {
    const state = await noteDevice(tx, actor.subjectId, input.batteryBps)
    if (state !== 'online') throw new ApiError('forbidden')
    return { serverAt: new Date(services.now()).toISOString() }
  },
}
