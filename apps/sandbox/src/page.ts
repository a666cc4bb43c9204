import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Refused } from '@khlang/phone-client/phone-api.ts'
import { dayOf, statementCsv, statementXlsx } from './banks/statement.ts'
import { renderRooms, roomsEveryS } from './chat/page-part.ts'
import { controls, stateOf, type Outside } from './control.ts'
import { answerGame, isOfGame } from './games/game-page.ts'
import { close, listen, readBody, sendJson, sendPage } from './http.ts'
import { renderPage, styles, type LastResult } from './page-html.ts'
import { isWord, sayer, type Say } from './page-words.ts'
import { slipLooks, slipPicture } from './slips/picture.ts'
import { slipsOf } from './slips/slips.ts'
import { BadWish } from './wish.ts'
import { BankRefusal } from './world.ts'

/** In baht, and the field of the wish that takes the satang. */
const amountFields: ReadonlyMap<string, string> = new Map([
  ['amount', 'amountMinor'],
  ['balance', 'balanceMinor'],
])
const flagFields = new Set(['hasRequest', 'isWrongAmount', 'isPromptPay', 'isRefused'])
/** Chosen from yes and no; a tick is only ever yes. */
const eitherFields = new Set(['isOn', 'isCharging', 'losesQueue'])
const numberFields = new Set(['count', 'batteryPercent', 'skewMs', 'seed'])

/** The page to send any single event by hand, and the same as JSON under `/control/…`. Loopback only. */
export class Page {
  readonly #outside: Outside
  readonly #server: Server
  #port = 0
  #last: LastResult | null = null
  readonly #console: string

  /** @param console where the back office is, as this process reaches it */
  constructor(outside: Outside, console: string) {
    this.#outside = outside
    this.#console = console
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        const { status, message } = failureOf(error)
        const field = error instanceof BadWish ? { field: error.field } : {}
        sendJson(response, status, { error: message, ...field })
      })
    })
  }

  async start(port: number): Promise<number> {
    this.#port = await listen(this.#server, port)
    return this.#port
  }

  async stop(): Promise<void> {
    await close(this.#server)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#isOwn(request)) return sendJson(response, 403, { error: 'originRefused' })
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page')
    if (isOfGame(pathname))
      return await answerGame(
        this.#outside.games,
        { path: pathname, search: searchParams, consoleAddress: this.#consoleFor(request) },
        request,
        response,
      )
    if (request.method === 'GET') return await this.#show(pathname, searchParams, request, response)
    const [, kind, name = ''] = pathname.split('/')
    const control = Object.hasOwn(controls, name) ? controls[name] : undefined
    if (request.method !== 'POST' || (kind !== 'control' && kind !== 'form'))
      return sendJson(response, 404, { error: 'notFound' })
    if (control === undefined) {
      const known = Object.keys(controls).join(', ')
      return sendJson(response, 404, { error: `no event "${name}"; there are ${known}` })
    }
    const body = await readBody(request)
    if (kind === 'control') {
      if (!(request.headers['content-type'] ?? '').startsWith('application/json'))
        return sendJson(response, 415, { error: 'jsonOnly' })
      return sendJson(response, 200, { data: await control.run(this.#outside, jsonOf(body)) })
    }
    const form = new URLSearchParams(body)
    try {
      const answer = await control.run(this.#outside, wishOf(form))
      const own = this.#ownPath(answer)
      if (own !== null) return void response.writeHead(303, { location: own }).end()
      this.#last = doneOf(name, answer)
    } catch (error) {
      this.#last = notDoneOf(name, error)
    }
    response.writeHead(303, { location: `/?lang=${form.get('lang') === 'en' ? 'en' : 'th'}` }).end()
  }

  async #show(
    path: string,
    searchParams: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const lang = searchParams.get('lang')
    if (path === '/page.css') {
      response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(styles)
    } else if (path === '/control/state') sendJson(response, 200, { data: stateOf(this.#outside) })
    else if (path === '/control/members') {
      if (this.#outside.site.members.length === 0) await this.#outside.site.load()
      sendJson(response, 200, { data: this.#outside.site.members })
    } else if (path === '/') {
      if (this.#outside.site.members.length === 0) await this.#outside.site.load().catch(() => undefined)
      const page = renderPage(stateOf(this.#outside), this.#outside.site.members, {
        lang: lang === 'en' ? 'en' : 'th',
        last: this.#last,
        consoleAddress: this.#consoleFor(request),
      })
      sendPage(response, page)
    } else if (path === '/chat') {
      const shown = lang === 'en' ? 'en' : 'th'
      const { chat } = stateOf(this.#outside)
      sendPage(response, renderRooms(chat, shown, sayer(shown)), { everyS: roomsEveryS })
    } else if (path.startsWith('/slip/')) await this.#giveSlip(path, searchParams.get('as'), response)
    else await this.#giveStatement(path, searchParams.get('on'), response)
  }

  /** `/slip/<reference>.png`: the picture that a member sends of a transfer. */
  async #giveSlip(path: string, as: string | null, response: ServerResponse): Promise<void> {
    const [, reference] = /^\/slip\/([0-9A-Z]{8,35})\.png$/.exec(path) ?? []
    const slip = slipsOf(this.#outside.world).find(({ transRef }) => transRef === reference)
    if (slip === undefined) return sendJson(response, 404, { error: 'notFound' })
    const look = slipLooks.find((each) => each === as) ?? 'real'
    const bytes = await slipPicture(slip, look)
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(bytes)
  }

  /** `/statement/<number>.csv` or `.xlsx`: what moved on an account on a day; today when none is said. */
  async #giveStatement(path: string, day: string | null, response: ServerResponse): Promise<void> {
    const [, accountNo = '', kind] = /^\/statement\/(\d{6,15})\.(csv|xlsx)$/.exec(path) ?? []
    const on = day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : dayOf(Date.now())
    const statement = this.#outside.world.statement(accountNo, on)
    if (statement === null) return sendJson(response, 404, { error: 'notFound' })
    const isCsv = kind === 'csv'
    const type = isCsv ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const bytes = isCsv ? statementCsv(statement) : await statementXlsx(statement)
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(bytes)
  }

  /** The back office under the name that the browser uses for this machine: a sign-in belongs to a name. */
  #consoleFor({ headers }: IncomingMessage): string {
    const address = new URL(this.#console)
    if (address.hostname === '127.0.0.1') address.hostname = (headers.host ?? '').split(':')[0] ?? ''
    return address.href
  }

  /** Where an act leads to a page of ours: its path, under whatever name the browser uses for us. */
  #ownPath(answer: object | null): string | null {
    const { address } = (answer ?? {}) as { readonly address?: unknown }
    if (typeof address !== 'string' || !URL.canParse(address)) return null
    const { origin, pathname, search } = new URL(address)
    return origin === `http://127.0.0.1:${this.#port}` ? pathname + search : null
  }

  /** Another site's page, or a name that was made to point here, gets nothing. */
  #isOwn(request: IncomingMessage): boolean {
    const hosts = [`127.0.0.1:${this.#port}`, `localhost:${this.#port}`]
    const { host, origin } = request.headers
    if (host === undefined || !hosts.includes(host)) return false
    return origin === undefined || hosts.some((own) => origin === `http://${own}`)
  }
}

/** A form's fields as a wish: baht become satang, ticks become true. Throws BadWish for a bad amount. */
function wishOf(form: URLSearchParams): Record<string, unknown> {
  const wish: Record<string, unknown> = {}
  for (const [name, value] of form) {
    if (name === 'lang' || value === '') continue
    const amount = amountFields.get(name)
    if (amount !== undefined) {
      if (!/^\d{1,8}(\.\d{1,2})?$/.test(value))
        throw new BadWish(name, 'wrong', 'baht, such as 500 or 500.25')
      const [baht = '0', satang = ''] = value.split('.')
      wish[amount] = Number(baht) * 100 + Number(satang.padEnd(2, '0'))
    } else if (numberFields.has(name)) wish[name] = Number(value)
    else if (eitherFields.has(name)) wish[name] = value === 'true'
    else wish[name] = flagFields.has(name) ? true : value
  }
  return wish
}

/** @throws BadWish for a body that is not JSON; an empty one is a wish without fields */
function jsonOf(body: string): unknown {
  if (body === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw new BadWish('body', 'wrong', 'JSON')
  }
}

function doneOf(name: string, answer: object | null): LastResult {
  if (answer !== null) {
    // What people compare with the back office stands where they look.
    const { fingerprint } = answer as { readonly fingerprint?: string }
    const told = (say: Say) => (fingerprint === undefined ? '' : `${say('fingerprint')}: ${fingerprint}`)
    return { isDone: true, name, say: told, detail: JSON.stringify(answer, null, 2) }
  }
  const word = name === 'duplicate' ? 'noMessage' : 'noMember'
  return { isDone: false, name, say: (say) => say(word), detail: '' }
}

function notDoneOf(name: string, error: unknown): LastResult {
  const { message } = failureOf(error)
  const told = (say: Say): string => {
    if (error instanceof BadWish && amountFields.has(error.field)) return say('wrongAmount')
    if (error instanceof BadWish && isWord(error.field))
      return `${say('wrongField')}: ${say(error.field)} (${error.message})`
    return isWord(message) ? say(message) : message
  }
  return { isDone: false, name, say: told, detail: '' }
}

function failureOf(error: unknown): { status: number; message: string } {
  if (error instanceof Refused) return { status: 409, message: `${error.code}: ${error.message}` }
  if (error instanceof BankRefusal || error instanceof BadWish)
    return { status: 422, message: error.message }
  return { status: 500, message: error instanceof Error ? error.message : String(error) }
}
