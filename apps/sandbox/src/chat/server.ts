import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { chatChannels } from '@khlang/contract/values/value-lists.ts'
import { close, listen, readBody, sendJson } from '../http.ts'
import type { ChatChannel } from './accounts.ts'
import type { Asked, ChatApi, Told } from './api.ts'
import { discord } from './discord.ts'
import { line } from './line.ts'
import type { ChatRooms } from './rooms.ts'
import { telegram } from './telegram.ts'
import { webhook } from './webhook.ts'

const apis: Readonly<Record<ChatChannel, ChatApi>> = { line, telegram, discord, webhook }
/** A webhook may carry many events. */
const bodyMax = 1024 * 1024

/** All pretend chat services on one port of loopback, told apart by their paths. */
export class ChatServer {
  readonly #rooms: ChatRooms
  readonly #now: () => number
  readonly #server: Server
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(rooms: ChatRooms, now: () => number = Date.now) {
    this.#rooms = rooms
    this.#now = now
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) =>
        sendJson(response, error instanceof RangeError ? 413 : 500, { error: 'notTaken' }),
      )
    })
  }

  async start(port: number): Promise<number> {
    await listen(this.#server, port)
    return this.port
  }

  /** 0 while it does not listen. */
  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await close(this.#server)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, bodyMax)
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const channel = chatChannels.find((each) => apis[each].owns(path))
    if (channel === undefined) return sendJson(response, 404, { error: 'notFound' })
    const { method = 'GET', headers } = request
    const isSlow = this.#rooms.mode(channel) === 'slow'
    const {
      status,
      body: said,
      headers: more,
    } = this.#judge(channel, {
      method,
      path,
      headers,
      body,
      nowMs: this.#now(),
    })
    if (status >= 400 && status !== 409) this.#rooms.noteRefusal(channel)
    const tell = (): void => sendJson(response, status, said, more)
    if (isSlow) this.#after(this.#rooms.slowMs, tell)
    else tell()
  }

  #judge(channel: ChatChannel, asked: Asked): Told {
    const api = apis[channel]
    const mode = this.#rooms.mode(channel)
    if (mode === 'down') return api.down
    if (mode === 'limitOnce') {
      this.#rooms.behave([channel], 'up')
      return api.limited
    }
    return api.answer(asked, this.#rooms)
  }

  #after(waitMs: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, waitMs)
    this.#timers.add(timer)
  }
}
