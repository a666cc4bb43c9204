import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { commonHeaders, pagePolicy } from '../apps/server/src/app/http/headers.ts'

// `npm run dev`: the server, begun anew when one of its files changes, and beside it the console's files as
// they are, which replace each other in the open page. Who works on the product looks at the second address.

const root = fileURLToPath(new URL('../', import.meta.url))
const serverPort = Number(process.env['PORT'] || 7100)
const consolePort = serverPort + 10

/** What the server and its sandbox run from, their tests apart. */
const sources = ['apps/server/src', 'apps/sandbox/src', 'packages', 'database'].map((each) => root + each)
const isSource = (path: string): boolean =>
  sources.some((each) => path.startsWith(`${each}/`)) &&
  /\.(ts|sql|json|html|css|js)$/.test(path) &&
  !/\.(test|fixture)\.ts$|\/testing\//.test(path)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function spawnServer(onReady: () => void): ChildProcess {
  const server = spawn(process.execPath, ['apps/server/src/app/main.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(serverPort), KHLANG_CONSOLE: 'apart' },
  })
  server.stdout.on('data', (part: Buffer) => {
    process.stdout.write(part)
    if (part.includes('Khlang is ready')) onReady()
  })
  return server
}

/**
 * The server, which ends as it does for Ctrl-C and begins anew. Node's own `--watch` loses a file that an
 * editor saved by putting another in its place, so Vite's watcher tells of changes instead.
 */
class Server {
  #process: ChildProcess | null = null
  #isWanted = true
  #soon: NodeJS.Timeout | undefined
  readonly #onReady: () => void
  readonly #onEnd: () => void

  constructor(onReady: () => void, onEnd: () => void) {
    this.#onReady = onReady
    this.#onEnd = onEnd
  }

  start(): void {
    this.#process = spawnServer(this.#onReady)
    this.#process.once('exit', () => {
      this.#process = null
      if (!this.#isWanted) this.#onEnd()
    })
  }

  /** An editor that saves many files at once is one change. */
  renew(): void {
    clearTimeout(this.#soon)
    this.#soon = setTimeout(() => {
      if (!this.#isWanted) return
      if (this.#process === null) return this.start()
      say('The server begins anew')
      this.#process.once('exit', () => void (this.#isWanted && this.#process === null && this.start()))
      this.#process.kill('SIGTERM')
    }, 100)
  }

  end(): void {
    this.#isWanted = false
    // A terminal's Ctrl-C reaches it, too; one that is stopping takes no harm from another.
    if (this.#process === null) this.#onEnd()
    else this.#process.kill('SIGTERM')
  }
}

/** Texts are no modules: a page shows a changed one when it is loaded anew. */
const reloadTexts: Plugin = {
  name: 'khlang:reload-texts',
  configureServer: ({ watcher, ws }) => {
    watcher.on('change', (file) => {
      if (/[\\/]public[\\/]locales[\\/]/.test(file)) ws.send({ type: 'full-reload' })
    })
  },
}

/**
 * The page is held to the policy of the built one, so that what breaks it is seen here first. One nonce lasts
 * as long as this process, and the scripts that Vite writes into the page have it.
 */
function makeConsole(): Promise<ViteDevServer> {
  const nonce = randomBytes(16).toString('base64')
  const policy = pagePolicy(nonce, []).replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
  const writeNonce: Plugin = {
    name: 'khlang:write-nonce',
    transformIndexHtml: (html) => html.replace('__CSP_NONCE__', nonce),
  }
  process.env['KHLANG_SERVER'] = `http://127.0.0.1:${serverPort}`
  return createServer({
    configFile: `${root}apps/console/vite.config.ts`,
    clearScreen: false,
    logLevel: 'warn',
    html: { cspNonce: nonce },
    plugins: [writeNonce, reloadTexts],
    server: {
      port: consolePort,
      host: '127.0.0.1',
      headers: { ...commonHeaders, 'content-security-policy': policy },
    },
  })
}

const page = await makeConsole()
await page.listen()
const address = `http://localhost:${new URL(page.resolvedUrls?.local[0] ?? '').port}`
const server = new Server(
  () => say(`Console at ${address}: it follows its files, and the server its own. Ctrl-C ends both.`),
  () => void page.close().finally(() => process.exit(0)),
)
server.start()
page.watcher.add(sources)
page.watcher.on('all', (_, path) => {
  if (isSource(path)) server.renew()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.end())
