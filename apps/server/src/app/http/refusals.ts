import type { Call } from '@khlang/contract/kit/define.ts'
import type { ErrorCode } from '@khlang/contract/kit/errors.ts'
import type { FastifyRequest } from 'fastify'
import { recordActivity } from '../../platform/people/activity.ts'
import type { Actor } from '../../platform/people/actor.ts'
import type { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'

/** Of the 422 codes those that are a rule's no; the others say that the input could not be read. */
const rules = new Set<ErrorCode>(['amountLimit', 'blacklisted', 'sameAccount', 'idempotencyMismatch'])
/** Of the 409 codes those that are an accident of time: the caller repeats or looks again. */
const accidents = new Set<ErrorCode>(['idempotencyInProgress', 'replayedNonce', 'stale'])
/** Not a no: the caller is asked for their second factor and goes on. */
const prompts = new Set<ErrorCode>(['stepUpRequired', 'otpRequired'])
const idFields = ['id', 'memberId', 'depositId', 'approvalId', 'accountId'] as const
const idShape = /^[a-z]{3}_[0-9a-z]{26}$/
const perMinute = 10
const minuteMs = 60_000

/**
 * Whether a refusal is worth a row: every missing right, and a rule's no to a call that changes something
 * for a person or the member site. Not a caller nobody knows (401), one too fast (429), or input that
 * cannot be read; the phones' own surface has alarms instead. Pure.
 */
export function isRefusalByRule(call: Call, code: ErrorCode, status: number): boolean {
  if (prompts.has(code)) return false
  if (status === 403) return !call.path.startsWith('/auto/')
  const isAct = call.method !== 'GET' && !call.isRead && !call.path.startsWith('/auto/')
  if (!isAct) return false
  return status === 409 ? !accidents.has(code) : status === 422 && rules.has(code)
}

/** The ids a request names, whatever becomes of it: what has not the shape of an id is left out. */
function idsOf(request: FastifyRequest): Record<string, string> {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const given: Readonly<Record<string, unknown>> = { ...body, ...(request.params as object) }
  return Object.fromEntries(
    idFields.flatMap((field) => {
      const value = Object.hasOwn(given, field) ? given[field] : undefined
      return typeof value === 'string' && idShape.test(value) ? [[field, value]] : []
    }),
  )
}

/**
 * Records refusals in a transaction of their own, after the refused one was rolled back. The same caller
 * refused the same thing again leaves at most ten rows a minute, so that nobody floods the log.
 */
export class RefusalLog {
  readonly #services: Services
  #counts = new Map<string, number>()
  #startedAt = 0
  constructor(services: Services) {
    this.#services = services
  }

  /** Never fails: the refusal is answered whether or not it could be recorded. */
  async note(name: string, call: Call, actor: Actor, request: FastifyRequest, error: ApiError) {
    if (!isRefusalByRule(call, error.code, error.status)) return
    const ids = idsOf(request)
    const caller = actor.kind === 'stranger' ? actor.address : actor.id
    if (this.#isFlood([caller, name, error.code, ...Object.values(ids)].join(' '))) return
    const field = error.field === undefined ? {} : { field: error.field }
    await recordActivity(this.#services.db, actor, request.id, {
      entity: 'call',
      entityId: name,
      action: 'refused',
      result: 'refused',
      detail: { code: error.code, ...field, ...ids },
    }).catch((cause: unknown) => {
      this.#services.log.error({ requestId: request.id, cause: String(cause) }, 'refusal not recorded')
    })
  }

  #isFlood(key: string): boolean {
    const now = performance.now()
    if (now - this.#startedAt > minuteMs) {
      this.#counts = new Map()
      this.#startedAt = now
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count > perMinute
  }
}
