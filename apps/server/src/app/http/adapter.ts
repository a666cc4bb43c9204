import { setTimeout as sleep } from 'node:timers/promises'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { calls } from '@khlang/contract/calls.ts'
import type { Call, CallTable } from '@khlang/contract/kit/define.ts'
import { idempotencyKeyPattern } from '@khlang/contract/values/values.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordActivity, type Activity } from '../../platform/people/activity.ts'
import type { Actor } from '../../platform/people/actor.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  runsInTransaction,
  type AnyHandler,
  type SentFile,
  type Services,
} from '../../platform/call/context.ts'
import { sqlState, type Tx } from '../../platform/db/db.ts'
import { keepAnswer, requestHash, takeKey } from '../../platform/call/idempotency.ts'
import { askerOf } from '../../platform/approvals/ask-approval.ts'
import { announce } from '../../platform/live/live.ts'
import { RateLimits } from '../../platform/security/rate-limits.ts'
import { settleRates, sharedCounts } from '../../platform/security/shared-rates.ts'
import { takeNonce } from '../../platform/call/signatures.ts'
import { languageOf } from '../../platform/texts.ts'
import { isSubject, seesSubject } from '../../platform/people/visibility.ts'
import { Turns } from '../../platform/live/turns.ts'
import { declaredDetails } from './declared-details.ts'
import { admit, identify } from './guard.ts'
import { dataHeaders } from './headers.ts'
import { readInput, readPathParams } from './read-input.ts'
import { rawOf } from './read-raw.ts'
import { readUpload, uploadedOf, type Upload } from './read-upload.ts'
import { RefusalLog } from './refusals.ts'
import { asApiError, sendError, sendFile } from './respond.ts'

interface Answer {
  readonly status: number
  readonly body: string
  readonly isReplayed: boolean
  /** Sent in place of the body. */
  readonly file?: SentFile | undefined
}

/** What a caller gave: the input, and the picture where the call takes one. */
interface Given {
  readonly input: object
  readonly upload: Upload | null
}
/** What makes two requests the same. */
const hashedOf = ({ input, upload }: Given): unknown => (upload ? [input, upload.sentHash] : input)

const triesMax = 5
const repeatable = new Set(['40001', '40P01'])

/** Every handler by area and call, as the contract lays them out. */
export type HandlerTables = {
  readonly [A in keyof typeof calls]: Readonly<Record<keyof (typeof calls)[A], AnyHandler>>
}

/** Serves the calls of the given surfaces; the only place where a route is made. */
export function serveCalls(
  app: FastifyInstance,
  services: Services,
  handlers: HandlerTables,
  surfaces: readonly string[],
): void {
  const shared = {
    services,
    limits: new RateLimits(),
    refusals: new RefusalLog(services),
    turns: new Turns(),
  }
  const endSettling = settleRates(shared.limits, sharedCounts(services.pool))
  app.addHook('onClose', async () => endSettling())
  for (const [area, table] of Object.entries(calls) as [keyof typeof calls, CallTable][]) {
    for (const [name, call] of Object.entries(table)) {
      const surface = call.path.split('/')[1] === 'api' ? 'admin' : (call.path.split('/')[1] ?? '')
      if (!surfaces.includes(surface)) continue
      const handler = (handlers[area] as Readonly<Record<string, AnyHandler>>)[name]
      if (!handler) throw new Error(`The call ${area}.${name} has no handler.`)
      const serve = new CallServer(shared, `${area}.${name}`, call, handler)
      app.route({
        method: call.method,
        url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // Machines are answered in a few words, thousands of times a second.
        ...(call.raw === true && { compress: false as const }),
        config: { isUpload: call.upload !== undefined, isRaw: call.raw === true },
        handler: (request, reply) => serve.answer(request, reply),
      })
    }
  }
}

interface Shared {
  readonly services: Services
  readonly limits: RateLimits
  readonly refusals: RefusalLog
  readonly turns: Turns
}

/** One call being served: guard, input, transaction, output, in the order the contract fixes. */
class CallServer {
  readonly #services: Services
  readonly #limits: RateLimits
  readonly #refusals: RefusalLog
  readonly #turns: Turns
  readonly #name: string
  readonly #call: Call
  readonly #handler: AnyHandler
  constructor(shared: Shared, name: string, call: Call, handler: AnyHandler) {
    this.#services = shared.services
    this.#limits = shared.limits
    this.#refusals = shared.refusals
    this.#turns = shared.turns
    this.#name = name
    this.#call = call
    this.#handler = handler
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> {
    let actor: Actor | null = null
    // Streams asked for by the hundred would keep everybody waiting until the last is answered.
    if (this.#call.stream) await this.#turns.next()
    try {
      actor = await identify(this.#services, this.#limits, this.#call, request, request.rawText)
      await admit(this.#services, this.#call, actor)
      await this.#assertSubject(actor, request)
      if (this.#call.stream && actor.kind === 'employee') return await this.#stream(actor, request, reply)
      const input = readInput(this.#call, request)
      // The signature of an upload is judged before its body is read, and covers the hash in the path.
      const signedHash = this.#call.requires === 'signature' ? (input['sha256'] ?? '') : undefined
      const { upload: kind, uploadMegabytes: megabytes, pictureSide: side } = this.#call
      const upload = kind ? await readUpload(request, { kind, megabytes, side }, signedHash) : null
      const answer = await this.#runWithRetries(actor, { input, upload }, request, reply)
      if (answer.file) return await sendFile(reply, answer.file)
      if (answer.isReplayed) reply.header('idempotent-replayed', 'true')
      return reply
        .code(answer.status)
        .headers(dataHeaders)
        .type('application/json; charset=utf-8')
        .send(answer.body)
    } catch (thrown) {
      const error = asApiError(thrown)
      await this.#keepRefusal(actor, request, error)
      const { log } = this.#services
      const refused = { name: this.#name, call: this.#call, requestId: request.id }
      const isBareText = this.#name === 'auth.login' && error.status !== 400
      const details = declaredDetails(refused, error, log)
      return sendError(request, reply, error, { log, details, isBareText })
    }
  }

  async #assertSubject(actor: Actor, request: FastifyRequest): Promise<void> {
    const params = readPathParams(this.#call, request)
    const { subject } = this.#call
    if (subject === undefined || typeof params['id'] !== 'string') return
    if (!isSubject(subject) || !(await seesSubject(this.#services.db, actor, subject, params['id'])))
      throw new ApiError('notFound')
  }

  async #runWithRetries(
    actor: Actor,
    given: Given,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#run(actor, given, request, reply)
      } catch (error) {
        if (tries >= triesMax || !repeatable.has(sqlState(error) ?? '')) throw error
        await sleep(Math.random() * 20 * tries)
      }
    }
  }

  async #run(actor: Actor, given: Given, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    const { input, upload } = given
    const call = this.#call
    let file: SentFile | undefined
    let status = 200
    const base = {
      input,
      actor,
      services: this.#services,
      settings: await this.#services.settings.get(),
      language: languageOf(request.headers['accept-language']),
      requestId: request.id,
      idempotencyKey: null,
      setHeader: (name: string, value: string) => void reply.header(name, value),
      cookie: (name: string) => cookieOf(request, name),
      sendFile: (sent: SentFile) => void (file = sent),
      ...uploadedOf(upload),
      raw: rawOf(call, request),
      answerAs: (accepted: 202) => void (status = accepted),
    }
    if (!runsInTransaction(call)) {
      // Reads of a machine are taken once too: one that was taken down would give fresh data again.
      if (actor.kind === 'machine') await takeNonce(this.#services.machineDb, actor.id, nonceOf(request))
      const value = await this.#handler({ ...base, db: this.#services.db } as never)
      if (call.ownTransaction) this.#services.live.nudge()
      return { status, body: this.#encode(value), isReplayed: false, file }
    }
    const mayHaveKey = call.idempotent === 'whenGiven' && 'idempotency-key' in request.headers
    const key = call.idempotent === true || mayHaveKey ? keyOf(request) : null
    const { db, machineDb } = this.#services
    const made = await this.#handler.prepare?.(base as never)
    const answer = await (actor.kind === 'machine' ? machineDb : db)
      .transaction()
      .execute((tx) =>
        this.#inTransaction(tx, { ...base, made }, { key, hashed: hashedOf(given) }, request),
      )
    this.#services.live.nudge()
    return { ...answer, file }
  }

  async #inTransaction(
    tx: Tx,
    base: { input: object; actor: Actor; settings: BrandSettings; requestId: string; made: unknown },
    { key, hashed }: { readonly key: string | null; readonly hashed: unknown },
    request: FastifyRequest,
  ): Promise<Answer> {
    const { actor, requestId } = base
    // First of all: a key that was revoked, or a request that was taken down, gets no stored answer either.
    if (actor.kind === 'machine') await takeNonce(tx, actor.id, nonceOf(request))
    const actorId = actor.kind === 'stranger' ? 'stranger' : actor.id
    const scope = key === null ? null : { actor: actorId, call: this.#name, key }
    if (scope) {
      const stored = await takeKey(tx, this.#services.secrets, scope, requestHash(hashed))
      if (stored) return { status: stored.status, body: stored.answer, isReplayed: true }
    }
    const acting = {
      tx,
      record: (activity: Activity) => recordActivity(tx, actor, requestId, activity),
      announce: (topic: string, id: string, version = 0) => announce(tx, topic, id, version),
    }
    const services = this.#services
    const ask = actor.kind === 'employee' ? askerOf({ ...base, ...acting, services, actor }) : undefined
    const value = await this.#handler({ ...base, ...acting, idempotencyKey: key, ask } as never)
    const body = this.#encode(value)
    if (scope) await keepAnswer(tx, this.#services.secrets, scope, { status: 200, answer: body })
    return { status: 200, body, isReplayed: false }
  }

  /** Nothing leaves except through the declared shape. */
  #encode(value: unknown): string {
    const result = this.#call.output.safeEncode(value as never)
    if (!result.success)
      throw new ApiError('internal', { cause: new Error(`${this.#name}: ${result.error.message}`) })
    return JSON.stringify(this.#call.bare ? result.data : { data: result.data })
  }

  async #stream(
    actor: Extract<Actor, { kind: 'employee' }>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { sinceMs } = readInput(this.#call, request) as { sinceMs?: number }
    reply.hijack()
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...dataHeaders })) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      // A stream that ended leaves no connection behind.
      connection: 'close',
      'x-accel-buffering': 'no',
    })
    await this.#services.live.subscribe(actor, reply.raw, sinceMs)
  }

  /** What must outlive the transaction that was rolled back: the refusal's row and its alarm. */
  async #keepRefusal(actor: Actor | null, request: FastifyRequest, error: ApiError): Promise<void> {
    const { db, log } = this.#services
    if (actor) await this.#refusals.note(this.#name, this.#call, actor, request, error)
    if (!error.alarm) return
    await raiseAlarm(db, error.alarm).catch((cause: unknown) => {
      log.error({ requestId: request.id, cause: String(cause) }, 'alarm not raised')
    })
  }
}

const nonceOf = (request: FastifyRequest): string => String(request.headers['x-khlang-nonce'])

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') throw new ApiError('idempotencyKeyMissing')
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key))
    throw new ApiError('idempotencyKeyInvalid')
  return key
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pair = (request.headers.cookie ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}
