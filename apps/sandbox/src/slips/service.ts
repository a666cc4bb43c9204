import { readSlipQr } from '@khlang/contract/values/slips/qr.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { close, listen, readBody, sendJson } from '../http.ts'
import type { Party } from '../banks/wording.ts'
import type { World } from '../world.ts'
import { hidden, slipsOf } from './slips.ts'

/** What the server asks with. */
export interface SlipKey {
  readonly apiKey: string
}

/** Banks that tell a slip service of a transfer only after so long. Source: domain 2.4. */
const delayMs: Readonly<Record<string, number>> = { BBL: 2 * 60_000, SCB: 60_000 }

/** The branch that every house has here. */
const branch = '1'

const sideOf = ({ accountNo, name }: Party) => ({
  displayName: name,
  name: '',
  proxy: { type: null, value: null },
  account: { type: 'BANKAC', value: hidden(accountNo) },
})

/**
 * A slip service in the shape of SlipOK: it knows the transfers of this world's banks, some of them late.
 */
export class SlipService {
  readonly #server: Server
  readonly #world: World
  readonly #key: SlipKey

  constructor(world: World, key: SlipKey) {
    this.#world = world
    this.#key = key
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => sendJson(response, 500, { code: 1000 }))
    })
  }

  async start(port: number): Promise<number> {
    return listen(this.#server, port)
  }

  async stop(): Promise<void> {
    await close(this.#server)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const refuse = (code: number, more: object = {}) => sendJson(response, 400, { code, ...more })
    if (request.headers['x-authorization'] !== this.#key.apiKey) return refuse(1002)
    if (request.method !== 'POST' || request.url !== `/${branch}`) return refuse(1003)
    const named = readSlipQr(payloadIn(body))
    if (named === null) return refuse(1008)
    const slip = slipsOf(this.#world).find(
      ({ transRef, sendingBank }) => transRef === named.transRef && sendingBank === named.sendingBank,
    )
    if (slip === undefined) return refuse(1011)
    const leftMs = slip.atMs + (delayMs[slip.from.bank] ?? 0) - Date.now()
    if (leftMs > 0) return refuse(1010, { data: { delay: Math.ceil(leftMs / 60_000) } })
    const { transRef, sendingBank, receivingBank, amountMinor, atMs, from, to } = slip
    const data = {
      success: true,
      transRef,
      transTimestamp: new Date(atMs).toISOString(),
      sendingBank,
      receivingBank,
      sender: sideOf(from),
      receiver: sideOf(to),
      amount: amountMinor / 100,
    }
    return sendJson(response, 200, { success: true, data })
  }
}

function payloadIn(body: string): string {
  try {
    const { data } = JSON.parse(body) as { data?: unknown }
    return typeof data === 'string' ? data : ''
  } catch {
    return ''
  }
}
