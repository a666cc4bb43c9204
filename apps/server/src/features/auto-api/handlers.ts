import type { autoApi } from '@khlang/contract/auto-api.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { tellAsks, takeAnswer } from '../devices/asks.ts'
import { takeWebhook } from '../payment-gateways/orders/take-webhook.ts'
import { takeMetered } from '../play/meter/take-metered.ts'
import { isHeard, noteDevice } from './message-queries.ts'
import { takeCode } from './take-code.ts'
import { takeMessage } from './take-message.ts'

/** Of a clock that is years off nobody wants to know by how much: a day is enough to see it. */
const dayMs = 86_400_000
const skewOf = (ms: number): number => Math.max(-dayMs, Math.min(dayMs, ms))

export const autoApiHandlers: Handlers<typeof autoApi> = {
  message: ({ input, tx, actor, services, settings, requestId }) =>
    takeMessage({ tx, actor, services, settings, requestId }, input),

  heartbeat: async ({ input, tx, actor, services }) => {
    const { at, ...said } = input
    const nowMs = services.now()
    const skewMs = at === undefined ? null : skewOf(Date.parse(at) - nowMs)
    const state = await noteDevice(tx, { deviceId: actor.subjectId, keyId: actor.id }, { ...said, skewMs })
    if (state !== null && state !== 'online') throw new ApiError('forbidden')
    return {
      serverAt: new Date(nowMs).toISOString(),
      state: state === null ? ('waiting' as const) : state,
      asks: state === null ? [] : await tellAsks(tx, actor.subjectId),
    }
  },

  answer: async ({ input, tx, actor, announce }) => {
    if (!(await isHeard(tx, { deviceId: actor.subjectId, keyId: actor.id })))
      throw new ApiError('forbidden')
    if (!(await takeAnswer(tx, actor.subjectId, input))) return { state: 'known' }
    await announce('device', encodeId('device', actor.subjectId))
    return { state: 'taken' }
  },

  pair: takeCode,

  webhook: async ({ input, services, raw, actor, answerAs }) => {
    const { status, state } = await takeWebhook(services, input.gatewayId, raw, actor.address)
    if (status === 202) answerAs(202)
    return { state }
  },

  provider: ({ input, services, raw, actor }) => takeMetered(services, input, raw, actor.address),

  providerRoom: ({ input: { providerId, room, word }, services, raw, actor }) =>
    takeMetered(services, { providerId, word: `${room}/${word}` }, raw, actor.address),
}
