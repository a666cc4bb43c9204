import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import { asHead, dataHeaders, pagePolicy } from './headers.ts'
import { asChosen } from './page-choices.ts'

interface ConsoleSettings {
  readonly consoleDir: string | null
  readonly bases: { readonly api: string; readonly auto: string; readonly member: string }
}

/**
 * The page, its files and texts. `/api`, `/auto`, `/member` and `/locales` never fall back to the page; a
 * new nonce is made for every answer.
 */
export async function serveConsole(
  app: FastifyInstance,
  services: Services,
  settings: ConsoleSettings,
): Promise<void> {
  const origins = Object.values(settings.bases)
    .filter(Boolean)
    .map((base) => new URL(base).origin)

  const config = { brand: services.brand, bases: settings.bases, profile: services.profile, toggles: {} }
  app.get('/config.json', asHead, async (_, reply) => reply.headers(dataHeaders).send(config))

  const { consoleDir } = settings
  if (consoleDir === null || !existsSync(join(consoleDir, 'index.html'))) return
  const html = readFileSync(join(consoleDir, 'index.html'), 'utf8')
  // In the page itself, so that the console need not ask before it can begin.
  const configured = html.replace('__CONFIG__', () => asAttribute(JSON.stringify(config)))
  // Texts change with each release under one name: asked for each time, answered in a few bytes if the same.
  await app.register(fastifyStatic, {
    root: join(consoleDir, 'locales'),
    prefix: '/locales/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    preCompressed: true,
    dotfiles: 'deny',
    allowedPath: (path) => /^\/(th|en)\/[a-z-]{1,40}\.json$/.test(path),
    setHeaders: (reply) => void reply.headers({ ...dataHeaders, 'cache-control': 'no-cache' }),
  })
  await app.register(fastifyStatic, {
    root: join(consoleDir, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    dotfiles: 'deny',
    allowedPath: (path) => !path.endsWith('.map'),
  })
  app.get('/favicon.svg', asHead, async (_, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .send(readFileSync(join(consoleDir, 'favicon.svg'))),
  )

  app.get('/*', asHead, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage =
      !/^\/(api|auto|member|locales|assets)\//i.test(`${path}/`) ||
      /^\/member\/[a-z-]+(\/[\w]+)?$/.test(path)
    if (!isPage || /[.%]|\/\//.test(path)) throw new ApiError('notFound')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'content-security-policy': pagePolicy(nonce, origins), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(asChosen(configured, request.headers.cookie).replaceAll('__CSP_NONCE__', nonce))
  })
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const asAttribute = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => entities[sign] ?? '')
