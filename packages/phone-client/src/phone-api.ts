import { randomBytes } from 'node:crypto'
import { signText } from './keys.ts'

/** Who a phone is from its pairing on: what it must keep over a restart. */
export interface Identity {
  /** What stands before `/auto` in every address. */
  readonly base: string
  readonly deviceId: string
  readonly keyId: string
  /** What the back office calls it. */
  readonly name: string
  readonly privateKey: string
  readonly fingerprint: string
}

/** The server said no, with the code and text of its answer. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Whether the same message may be taken later. A phone that waits for its approval or is paused (403) keeps
 * its messages, and so does one whose clock is wrong: money stands behind each. Final is what will be
 * answered alike for ever: a key that does not count, a message that cannot be read, an id that came with
 * another text. What is no answer of the server, such as that of a hotel's Wi-Fi, says nothing about it.
 */
export function isWorthRetry(error: unknown): boolean {
  if (!(error instanceof Refused)) return true
  const { status, code } = error
  if (status === 409) return code !== 'conflict'
  return status >= 500 || [403, 408, 429].includes(status) || code === 'staleTimestamp'
}

/** What a phone signs of a request, and the server computes again from the bytes that it got. */
export const textToSign = (request: {
  readonly timestamp: string
  readonly nonce: string
  readonly method: string
  /** The path from `/auto` on. */
  readonly target: string
  readonly body: string
}): string => `${request.timestamp}.${request.nonce}.${request.method}.${request.target}.${request.body}`

const patienceMs = 10_000

/**
 * Sends JSON and gives the answer's `data`.
 * @throws Refused for what the server refuses; any other error where it gave no answer of its own
 */
export async function post<T>(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = await fetch(address, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const { status } = response
  const answer = readAnswer(await response.text())
  if (response.ok && answer.data !== undefined) return answer.data as T
  const { code, message } = answer.error ?? {}
  if (response.ok || code === undefined) throw new Error(`no answer of the server (${status})`)
  throw new Refused(status, code, message ?? code)
}

function readAnswer(text: string): { data?: unknown; error?: { code?: string; message?: string } } {
  try {
    return (JSON.parse(text) as ReturnType<typeof readAnswer> | null) ?? {}
  } catch {
    return {}
  }
}

/** A bank's message as the phone got it. */
export interface BankMessage {
  /** The phone's own name for it: the same one with every try, another one for every other message. */
  readonly externalId: string
  readonly source: 'sms' | 'push'
  readonly sender: string
  readonly text: string
  /** When it came, such as `2026-11-27T03:04:05.000Z`. */
  readonly sentAt: string
  /** The test entry that the phone was asked for. */
  readonly isTest?: true
}

/** What the server asks of a phone in the answer to its heartbeat, until it is answered. */
export interface Ask {
  readonly kind: 'sweep' | 'test' | 'log'
  readonly askedAt: string
  /** Of a sweep: every message from then on. */
  readonly since: string | null
}

/** What a phone says to what it was asked for. */
export interface Answer {
  readonly kind: 'sweep' | 'log'
  readonly askedAt: string
  readonly found?: number
  readonly lines?: readonly string[]
}

/** How the phone fares; what it cannot tell it leaves out. */
export interface Health {
  /** 10,000 is full. */
  readonly batteryBps?: number
  readonly isCharging?: boolean
  /** Messages that wait on it. */
  readonly pendingCount?: number
  readonly appVersion?: string
}

/** What a paired phone says to the server: each request with a time and a nonce of its own. */
export function phoneApi(identity: Identity, now: () => number = Date.now) {
  const send = <T>(target: string, input: object): Promise<T> => {
    const body = JSON.stringify(input)
    const timestamp = String(Math.floor(now() / 1000))
    const nonce = randomBytes(16).toString('hex')
    const text = textToSign({ timestamp, nonce, method: 'POST', target, body })
    return post<T>(`${identity.base}${target}`, body, {
      'x-khlang-key': identity.keyId,
      'x-khlang-timestamp': timestamp,
      'x-khlang-nonce': nonce,
      'x-khlang-signature': signText(identity.privateKey, text),
    })
  }
  return {
    message: (message: BankMessage) =>
      send<{ id: string; state: string; lineId: string | null; lineState: string | null }>(
        '/auto/v1/message/create',
        message,
      ),
    heartbeat: (health: Health) =>
      send<{ serverAt: string; state: 'online' | 'waiting'; asks: readonly Ask[] }>(
        '/auto/v1/device/heartbeat',
        { ...health, at: new Date(now()).toISOString() },
      ),
    answer: (answer: Answer) => send<{ state: 'taken' | 'known' }>('/auto/v1/device/answer', answer),
  }
}
