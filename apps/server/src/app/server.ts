import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { constants as zlib } from 'node:zlib'
import { calls } from '@khlang/contract/calls.ts'
import type { CallTable } from '@khlang/contract/kit/define.ts'
import fastifyCompress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiError } from '../platform/api-error.ts'
import type { Services } from '../platform/call/context.ts'
import type { WorkVitals } from '../platform/work/vitals.ts'
import { serveCalls, type HandlerTables } from './http/adapter.ts'
import { handlers as allHandlers } from './handlers.ts'
import { boundConnections } from './http/connections.ts'
import { commonHeaders, strictTransport } from './http/headers.ts'
import { Health, serveHealth } from './health.ts'
import { readJson } from './http/read-json.ts'
import { collectRaw, keepRaw } from './http/read-raw.ts'
import { asApiError, sendError } from './http/respond.ts'
import { serveConsole } from './http/serve-console.ts'
import { serveDocs } from './http/serve-docs.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent: what signatures cover. */
    rawText: string
    /**
     * What is wrong with a readable body: said after the guard, so that a stranger learns nothing from it.
     */
    bodyRefusal: ApiError | null
  }
}

export interface ServerSettings {
  readonly surfaces: readonly ('admin' | 'auto' | 'member')[]
  readonly hosts: readonly string[]
  readonly trustProxy: boolean
  readonly bases: { readonly api: string; readonly auto: string; readonly member: string }
  /** Null: the console is served elsewhere. */
  readonly consoleDir: string | null
  readonly handlers?: HandlerTables
  /** What is known of the works of this process; absent: it runs none. */
  readonly vitals?: () => readonly WorkVitals[]
  /** Whether background jobs are being done; absent, or null: that is not begun, or not for this process. */
  readonly areJobsRunning?: () => boolean | null
}

/**
 * A stranger may hold a connection open no longer than this: its head, the whole of its request, silence. A
 * live stream is never silent.
 */
const limits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  silenceMs: 120_000,
  /** How often Node looks for those that are over their time. */
  lookEveryMs: 5000,
}

/** How long a stop waits for what is under way; what is held open longer is cut. */
const drainMs = 4000

const bodyLimit = 256 * 1024

/** Routes have no schema of Fastify's own: the contract judges. So its two compilers need not be loaded. */
const noSchema = (): never => {
  throw new Error('A route has a schema for Fastify, which nothing here reads.')
}

/** Routes that are not calls: the page, its files, texts, settings, health, and the document of the calls. */
const otherRoutes = new Set([
  '/',
  '/*',
  '/health',
  '/config.json',
  '/locales/*',
  '/assets/*',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs.js',
  '/api/docs.css',
  '/favicon.svg',
  '/favicon.ico',
])

/** Builds the HTTP server. It refuses to start with a route that the contract lacks. */
export async function buildServer(services: Services, settings: ServerSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit,
    // Only the peer itself is believed about whom it forwards.
    trustProxy: settings.trustProxy ? (_address: string, hop: number) => hop < 1 : false,
    genReqId: () => `req_${randomUUID().replaceAll('-', '')}`,
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300 },
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.silenceMs,
    // We say it ourselves, in our own words: see `refuseWhileClosing`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.lookEveryMs,
    },
  })
  boundConnections(app.server, settings.trustProxy)
  refuseWhileClosing(app, services)
  watchRoutes(app)
  readBodies(app)
  setHeaders(app, services, settings)
  answerFailures(app, services)
  await compressAnswers(app)
  serveCalls(app, services, settings.handlers ?? allHandlers, settings.surfaces)
  serveHealth(app, services, new Health(services, settings))
  if (settings.surfaces.includes('admin')) {
    await serveConsole(app, services, settings)
    if (services.profile === 'sandbox') serveDocs(app, services.brand)
  }
  await app.ready()
  return app
}

/**
 * Answers of calls go compressed once they are longer than a packet. What people send is never unpacked: a
 * small body could become a huge one. No answer holds a secret beside what its reader chose (the token
 * travels in a header), so that its length tells nobody anything.
 */
async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } },
  })
}

/** A server that stops takes nothing new: whoever asks is told to ask again, at the next one. */
function refuseWhileClosing(app: FastifyInstance, services: Services): void {
  let isClosing = false
  // An open stream never ends by itself: to close would wait for the last console to be shut.
  app.addHook('preClose', () => {
    isClosing = true
    services.live.endStreams()
    return Promise.resolve()
  })
  app.addHook('onRequest', async (_, reply) => {
    if (!isClosing) return
    reply.header('connection', 'close')
    throw new ApiError('unavailable', { retryAfterS: 2 })
  })
}

/** Closes the server: what is under way ends, yet whoever holds a connection open holds up nobody. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}

/** Set before any route: a route keeps the error handler it was made under. */
function answerFailures(app: FastifyInstance, services: Services): void {
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, missing(app, request, reply), services),
  )
  app.setErrorHandler((error, request, reply) => {
    const isPageRoute = request.routeOptions.url === '/*'
    void sendError(
      request,
      reply,
      isPageRoute && error instanceof ApiError && error.code === 'notFound'
        ? missing(app, request, reply)
        : asApiError(error),
      { log: services.log, isBareText: request.url === '/api/v1/authorization/login' },
    )
  })
}

const callPaths = (Object.values(calls) as CallTable[])
  .flatMap((table) => Object.values(table))
  .map((call) => ({
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    path: new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))

/** Why nothing answers here: no such path, or a path of the contract that takes other methods. */
function missing(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): ApiError {
  const path = request.url.split('?')[0] ?? ''
  const methods = callPaths
    .filter((call) => call.path.test(path) && app.hasRoute({ method: call.method, url: call.url }))
    .map((call) => call.method)
  if (methods.length === 0) return new ApiError('notFound')
  reply.header('allow', methods.join(', '))
  return new ApiError('methodNotAllowed')
}

/** Refuses, from now on, every route that is neither a call of the contract nor one of the few others. */
export function watchRoutes(app: FastifyInstance): void {
  const known = new Set<string>()
  for (const table of Object.values(calls) as CallTable[]) {
    for (const call of Object.values(table))
      known.add(`${call.method} ${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  }
  app.addHook('onRoute', (route) => {
    const method = String(route.method)
    if (method === 'HEAD' || otherRoutes.has(route.url)) return
    if (!known.has(`${method} ${route.url}`))
      throw new Error(`The route ${method} ${route.url} is not in the contract.`)
  })
}

/**
 * Only JSON is read, by our own reader; the raw text is kept for signatures. A call without input needs no
 * body.
 */
function readBodies(app: FastifyInstance): void {
  app.decorateRequest('rawText', '')
  app.decorateRequest('rawBytes')
  app.decorateRequest('bodyRefusal', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.isRaw) return keepRaw(request, body, done)
    try {
      const charset = /charset=([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase()
      if (charset !== undefined && charset !== 'utf-8') throw new ApiError('unsupportedMediaType')
      // A mark of byte order is kept, so that what was signed and what is read are the same; it is no JSON.
      request.rawText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
      done(null, request.rawText.trim() === '' ? undefined : readJson(request.rawText))
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError('malformedRequest')
      if (refusal.status === 422) request.bodyRefusal = refusal
      done(refusal.status === 422 ? null : refusal, undefined)
    }
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.isUpload) return done(null, payload)
    if (request.routeOptions.config.isRaw) return collectRaw(request, payload, done)
    payload.once('data', () => done(new ApiError('unsupportedMediaType'), undefined))
    payload.once('end', () => done(null, undefined))
    payload.once('error', () => done(new ApiError('malformedRequest'), undefined))
  })
}

/** How often a request says for which host it is; our own reading would take the first one. */
const hostsGiven = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length

function setHeaders(app: FastifyInstance, services: Services, settings: ServerSettings): void {
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', hostname(), ...settings.hosts])
  const origins = new Set(
    Object.values(settings.bases)
      .filter(Boolean)
      .map((base) => new URL(base).origin),
  )
  const isOpen = services.profile === 'production' && settings.hosts.length === 0
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...commonHeaders, 'x-request-id': request.id, vary: 'Origin' })
    if (services.profile === 'production') reply.header('strict-transport-security', strictTransport)
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    // A whole address in place of a path would name a host of its own.
    if (!request.url.startsWith('/')) throw new ApiError('misdirected')
    if (hostsGiven(request) > 1) throw new ApiError('misdirected')
    if (!isOpen && !hosts.has(host)) throw new ApiError('misdirected')
    if (services.profile === 'production' && settings.trustProxy && request.protocol !== 'https') {
      throw new ApiError('misdirected')
    }
    const { origin } = request.headers
    if (origin === undefined || request.method === 'GET' || request.method === 'HEAD') return
    const isOwn = origin !== 'null' && URL.canParse(origin) && new URL(origin).host === request.headers.host
    if (!isOwn && !origins.has(origin)) throw new ApiError('originRefused')
  })
}
