import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signatureOf, signedText } from '../apps/server/src/platform/call/signatures.ts'

/** What a client wants done once, whatever happens to the server meanwhile. */
export interface Act {
  /** Name of the call, as the contract has it. */
  readonly call: string
  readonly path: string
  readonly body: object
  /** Idempotency key, or the external id of a message. */
  readonly key: string
  readonly signs?: { readonly id: string; readonly secret: Buffer }
  readonly token?: () => string
  /** Where the client is, if not where the server is: guesses are counted by address. */
  readonly address?: string | undefined
}

/** The final answer of an act, and how it was come by. */
export interface Final {
  readonly act: Act
  readonly status: number
  readonly text: string
  readonly tries: number
  /** Attempts whose request was written whole and never answered. */
  readonly unanswered: number
}

/** One request of an act. */
export interface Attempt {
  readonly act: Act
  isWritten: boolean
  isAnswered: boolean
}

interface Answer {
  readonly status: number
  readonly text: string
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfterS?: number
}

/**
 * Held off for minutes: a password that was being compared when the server died counts as a wrong one, and
 * too many of them hold their address or their person off. Nothing was done.
 */
const isHeldOff = ({ status, retryAfterS = 0 }: Answer): boolean => status === 429 && retryAfterS > 60

/** Not yet an answer to the act: try again with the same key. */
const isPassing = (answer: Answer): boolean =>
  answer.status >= 500 ||
  (answer.status === 429 && !isHeldOff(answer)) ||
  (answer.status === 409 && answer.text.includes('"idempotencyInProgress"'))

/** Sends acts until each has its final answer, and knows at any moment which are on their way. */
export class Caller {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 200 })
  readonly #open = new Set<Attempt>()
  readonly finals: Final[] = []
  /** Answers of 500 and more, by status and code: none of them may be final. */
  readonly passing = new Map<string, number>()
  readonly #limitMs: number

  constructor(url: string, limitMs: number) {
    this.#url = url
    this.#limitMs = limitMs
  }

  /** Requests that have left this process whole and that have no answer yet. */
  get waiting(): Attempt[] {
    return [...this.#open].filter(({ isWritten, isAnswered }) => isWritten && !isAnswered)
  }

  /**
   * The act's final answer: 2xx or a refusal.
   * @throws when there is none within the limit
   */
  async untilFinal(act: Act): Promise<Final> {
    const deadline = performance.now() + this.#limitMs
    let unanswered = 0
    for (let tries = 1; ; tries += 1) {
      const attempt: Attempt = { act, isWritten: false, isAnswered: false }
      this.#open.add(attempt)
      const answer = await this.#send(attempt).catch(() => null)
      this.#open.delete(attempt)
      if (answer === null && attempt.isWritten) unanswered += 1
      if (answer !== null && !isPassing(answer)) {
        const { status, text } = answer
        const final = { act, status, text, tries, unanswered }
        this.finals.push(final)
        return final
      }
      if (answer !== null) this.#note(answer)
      if (performance.now() > deadline)
        throw new Error(`${act.call} ${act.key}: no final answer, last ${answer?.status ?? 'none'}`)
      await sleep(20 + Math.random() * 60)
    }
  }

  /** One attempt, without any of the above. Rejects when no answer comes. */
  once(act: Act): Promise<Answer> {
    return this.#send({ act, isWritten: false, isAnswered: false })
  }

  stop(): void {
    this.#agent.destroy()
  }

  #note({ status, text }: Answer): void {
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
    const name = `${status} ${code}`
    this.passing.set(name, (this.passing.get(name) ?? 0) + 1)
  }

  #send(attempt: Attempt): Promise<Answer> {
    const { act } = attempt
    const body = JSON.stringify(act.body)
    return new Promise((done, fail) => {
      const sent = request(
        `${this.#url}${act.path}`,
        {
          method: 'POST',
          agent: this.#agent,
          localAddress: act.address,
          headers: headersOf(act, body),
          timeout: 15_000,
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => {
            text += part
          })
          response.on('end', () => {
            attempt.isAnswered = true
            const retryAfterS = Number(response.headers['retry-after'] ?? 0)
            done({ status: response.statusCode ?? 0, text, retryAfterS })
          })
          response.on('error', fail)
          response.on('aborted', () => fail(new Error('cut')))
        },
      )
      sent.on('error', fail)
      sent.on('timeout', () => sent.destroy(new Error('no answer')))
      sent.end(body, () => {
        attempt.isWritten = true
      })
    })
  }
}

/** Every attempt of a machine is signed anew: its time and nonce are its own, the key stays. */
function headersOf(act: Act, body: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'idempotency-key': act.key,
    'accept-language': 'en',
  }
  if (act.token) headers['authorization'] = `Bearer ${act.token()}`
  if (!act.signs) return headers
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(12).toString('hex')
  const signed = signedText({ method: 'POST', target: act.path, body, timestamp, nonce })
  return {
    ...headers,
    'x-khlang-key': act.signs.id,
    'x-khlang-timestamp': timestamp,
    'x-khlang-nonce': nonce,
    'x-khlang-signature': signatureOf(act.signs.secret, signed),
  }
}
