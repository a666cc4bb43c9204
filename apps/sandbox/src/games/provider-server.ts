import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { close, listen, readBody, sendJson } from '../http.ts'
import type { Random } from '../random.ts'
import { isListAsked, listOf } from './game-list.ts'
import type { GameKey } from './provider-words.ts'
import { answerRecords } from './records/records-api.ts'
import type { RoundRecords } from './records/round-records.ts'
import { answerWallet } from './wallet/wallet-api.ts'
import type { WalletBook } from './wallet/wallet-book.ts'

interface Parts {
  /** Every provider tells its games. */
  readonly keys: readonly GameKey[]
  readonly records: RoundRecords
  /** The one that keeps wallets; null: there is none. */
  readonly wallet: { readonly key: GameKey; readonly book: WalletBook; readonly isMoody: boolean } | null
  readonly random: Random
}

/** What the back office asks the pretend providers: `/<provider>/games`, `/<provider>/api` and below it. */
export class ProviderServer {
  readonly #parts: Parts
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy())
  })
  #port = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(port: number): Promise<number> {
    this.#port = await listen(this.#server, port)
    return this.#port
  }

  async stop(): Promise<void> {
    if (this.#port !== 0) await close(this.#server)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, providerId, place, below] = (request.url ?? '').split('/')
    const { keys, wallet, random, records } = this.#parts
    const key = keys.find((each) => each.providerId === providerId)
    if (key && place === 'games' && request.method === 'GET') {
      const url = `http://127.0.0.1:${this.#port}${request.url}`
      const isAsked = isListAsked(key, url, request.headers)
      return sendJson(response, isAsked ? 200 : 401, isAsked ? listOf(key) : {})
    }
    if (key && key === wallet?.key && place === 'api' && request.method === 'POST') {
      const { book, isMoody } = wallet
      const body = await readBody(request)
      const said = answerWallet({ book, secret: key.secret, random, isMoody }, body, Date.now())
      if (said === null) return void response.destroy()
      if (said.afterMs !== undefined) await new Promise((done) => setTimeout(done, said.afterMs).unref())
      return sendJson(response, said.status, said.body)
    }
    if (key && place === 'api' && below !== undefined) {
      const url = new URL(`http://127.0.0.1:${this.#port}${request.url}`)
      const asked = { method: request.method ?? '', url, body: await readBody(request) }
      const said = answerRecords(records, key, asked, Date.now())
      if (said !== null)
        return void response.writeHead(said.status, { 'content-type': said.type }).end(said.text)
    }
    return sendJson(response, 404, {})
  }
}
