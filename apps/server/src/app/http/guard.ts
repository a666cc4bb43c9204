import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Call } from '@khlang/contract/kit/define.ts'
import { rateOf } from '@khlang/contract/kit/define.ts'
import type { FastifyRequest } from 'fastify'
import { mayCall, type Actor, type EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isAct, runsInTransaction, type Services } from '../../platform/call/context.ts'
import type { RateLimits } from '../../platform/security/rate-limits.ts'
import { extendIdle, findActor, hashToken } from '../../platform/people/sessions.ts'
import { assertBrand } from '../../platform/people/visibility.ts'
import { verifySignature } from '../../platform/call/signatures.ts'

const tokenShape = /^Bearer (bo1p?_[A-Za-z0-9_-]{43})$/

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? undefined : value

/** The token of the Authorization header; nothing else is read. Two headers, another scheme or junk: none. */
function tokenOf(request: FastifyRequest): string | null {
  const headers = request.raw.headersDistinct['authorization']
  if (headers?.length !== 1) return null
  return tokenShape.exec(headers[0] ?? '')?.[1] ?? null
}

/** The person of the request's token; null when it opens nothing, or there is none. */
export async function findCaller(
  services: Services,
  request: FastifyRequest,
): Promise<EmployeeActor | null> {
  const token = tokenOf(request)
  const device = (request.headers['user-agent'] ?? '').slice(0, 300)
  return token === null ? null : findActor(services.sessionDb, token, { address: request.ip, device })
}

async function employeeOf(services: Services, request: FastifyRequest): Promise<EmployeeActor> {
  const actor = await findCaller(services, request)
  if (!actor) throw new ApiError('unauthenticated')
  return actor
}

/**
 * Who calls: 401, then 429. Runs after the route matched, so that path tricks meet no other rule than the
 * call's own.
 */
export async function identify(
  services: Services,
  limits: RateLimits,
  call: Call,
  request: FastifyRequest,
  rawBody: string,
): Promise<Actor> {
  const settings = await services.settings.get()
  const now = performance.now()
  if (call.requires === 'public') {
    limits.count(request.ip, rateOf(call), settings, now)
    return {
      kind: 'stranger',
      address: request.ip,
      device: (request.headers['user-agent'] ?? '').slice(0, 300),
    }
  }
  if (call.requires === 'signature') {
    const signed = {
      method: request.method,
      target: request.url,
      body: rawBody,
      key: one(request.headers['x-khlang-key']),
      timestamp: one(request.headers['x-khlang-timestamp']),
      nonce: one(request.headers['x-khlang-nonce']),
      signature: one(request.headers['x-khlang-signature']),
    }
    const machine = await verifySignature(services.keys, signed, {
      nowMs: services.now(),
      address: request.ip,
      isFresh: !runsInTransaction(call),
    })
    const surface = call.path.startsWith('/auto/') ? 'device' : 'memberSite'
    if (machine.keyKind !== surface) throw new ApiError('badSignature')
    limits.count(machine.id, 'machine', settings, now)
    return machine
  }
  const token = call.stream ? tokenOf(request) : null
  if (token !== null) return await streamerOf({ services, limits, settings, now }, call, request, token)
  const actor = await employeeOf(services, request)
  limits.count(actor.id, rateOf(call), settings, now)
  return actor
}

interface Guarding {
  readonly services: Services
  readonly limits: RateLimits
  readonly settings: BrandSettings
  readonly now: number
}

/**
 * Who asks for a stream, which costs more than a read: who has opened too many, or asks for too many at once,
 * is refused before the session is looked up. Only sessions that there are get counted, or made-up tokens
 * would fill the memory.
 */
async function streamerOf(
  { services, limits, settings, now }: Guarding,
  call: Call,
  request: FastifyRequest,
  token: string,
): Promise<Actor> {
  const opener = hashToken(token).toString('hex')
  const giveBack = limits.hold(opener, 'stream', settings, now)
  try {
    const actor = await employeeOf(services, request)
    limits.count(actor.id, rateOf(call), settings, now)
    limits.count(opener, 'stream', settings, now)
    return actor
  } finally {
    giveBack()
  }
}

/** Whether a known caller may make the call: 403. Notes the presence of a person. */
export async function admit(services: Services, call: Call, actor: Actor): Promise<void> {
  if (actor.kind !== 'employee') return
  if (actor.session.kind === 'preOtp' && call.requires !== 'preOtp') throw new ApiError('otpRequired')
  if (!mayCall(actor, call.requires)) throw new ApiError('forbidden')
  if (call.isOfStaff) assertBrand(actor)
  if (call.stepUp === 'recent' && !actor.session.hasStepUp) throw new ApiError('stepUpRequired')
  // An open screen reads by itself while nobody is there: only an act shows that somebody is (decisions 10).
  if (isAct(call)) await extendIdle(services.db, actor.session.id)
}
