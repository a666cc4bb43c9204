import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { calls } from '@khlang/contract/calls.ts'
import type { CallTable } from '@khlang/contract/define.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiError } from '../platform/api-error.ts'
import type { Services } from '../platform/context.ts'
import { serveCalls, type HandlerTables } from './adapter.ts'
import { handlers as allHandlers } from './handlers.ts'
import { asHead, commonHeaders, dataHeaders, strictTransport } from './headers.ts'
import { readJson } from './read-json.ts'
import { asApiError, sendError } from './respond.ts'
import { serveConsole } from './serve-console.ts'
import { serveDocs } from './serve-docs.ts'

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
  readonly consoleDir: string
  readonly handlers?: HandlerTables
}

const bodyLimit = 256 * 1024
/** Routes that are not calls: the page, its files, texts, settings, health, and the document of the calls. */
const otherRoutes = new Set([
  '/',
  '/*',
  '/health',
  '/config.json',
  '/locales/:language/:file',
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
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    http: { maxHeaderSize: 16_384 },
  })
  // An open stream never ends by itself: to close would wait for the last console to be shut.
  app.addHook('preClose', () => {
    services.live.endStreams()
    return Promise.resolve()
  })
  watchRoutes(app)
  readBodies(app)
  setHeaders(app, services, settings)
  answerFailures(app, services)
  serveCalls(app, services, settings.handlers ?? allHandlers, settings.surfaces)
  app.get('/health', asHead, async (_, reply) => reply.headers(dataHeaders).send({ data: { isUp: true } }))
  if (settings.surfaces.includes('admin')) {
    await serveConsole(app, services, settings)
    if (services.profile === 'sandbox') serveDocs(app, services.brand)
  }
  await app.ready()
  return app
}

/** Set before any route: a route keeps the error handler it was made under. */
function answerFailures(app: FastifyInstance, services: Services): void {
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, missing(app, request, reply), services.log),
  )
  app.setErrorHandler((error, request, reply) => {
    const isPageRoute = request.routeOptions.url === '/*'
    void sendError(
      request,
      reply,
      isPageRoute && error instanceof ApiError && error.code === 'notFound'
        ? missing(app, request, reply)
        : asApiError(error),
      services.log,
      request.url === '/api/v1/authorization/login',
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
  app.decorateRequest('bodyRefusal', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const charset = /charset=([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase()
      if (charset !== undefined && charset !== 'utf-8') throw new ApiError('unsupportedMediaType')
      request.rawText = new TextDecoder('utf-8', { fatal: true }).decode(body)
      done(null, request.rawText.trim() === '' ? undefined : readJson(request.rawText))
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError('malformedRequest')
      if (refusal.status === 422) request.bodyRefusal = refusal
      done(refusal.status === 422 ? null : refusal, undefined)
    }
  })
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.once('data', () => done(new ApiError('unsupportedMediaType'), undefined))
    payload.once('end', () => done(null, undefined))
    payload.once('error', () => done(new ApiError('malformedRequest'), undefined))
  })
}

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
