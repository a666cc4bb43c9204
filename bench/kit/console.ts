import { Agent, request, type ClientRequest } from 'node:http'
import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import { requestOf } from '@khlang/contract/derived/client.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Meter } from './meter.ts'

/** An event of the stream; `row` where the event brings it. */
export interface Heard {
  readonly topic: string
  readonly id: string
  readonly row?: unknown
}

/** As `lib/call/refresh.ts`: no call is asked twice within so long because of an event. */
const againAfterMs = 1000
const lookAgainMs = 100
const spreadMs = 400
const missedTopic = '*'
/** Only silence and a busy server are asked again. */
const retriesMax = 3
const isBusy = (status: number): boolean => [0, 502, 503, 504].includes(status)
/** As many as a browser opens to one host; the stream is one of them. */
const connectionsMax = 6

interface Query {
  readonly name: CallName
  readonly input: Record<string, unknown>
  onAnswer: ((data: unknown) => void) | undefined
  hasAnswer: boolean
  underWay: Call | null
  askedAt: number
  /** It will be asked again as soon as it may. */
  isDue: boolean
}

interface Call {
  readonly sent: ClientRequest
  readonly begun: number
  isCut: boolean
}

const decoded = (body: Buffer, encoding: string | undefined): string =>
  (encoding === 'br'
    ? brotliDecompressSync(body)
    : encoding === 'gzip'
      ? gunzipSync(body)
      : body
  ).toString()

/**
 * One person's browser without its screen: a stream, a cache of queries that are on the screen, and calls. It
 * asks as the console does (`lib/call/refresh.ts`): what an event makes old is asked for again once it is
 * there, at most once a second.
 */
export class Console {
  readonly #port: number
  readonly #token: string
  readonly #meter: Meter
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connectionsMax - 1 })
  readonly #queries = new Map<string, Query>()
  readonly #listeners = new Map<string, Set<(event: Heard) => void>>()
  readonly #timers: NodeJS.Timeout[] = []
  #stream: ClientRequest | null = null
  #isClosed = false
  heard = 0

  constructor(port: number, token: string, meter: Meter) {
    this.#port = port
    this.#token = token
    this.#meter = meter
  }

  /** Puts a query on the screen; one that is there already is shared. */
  show<N extends CallName>(name: N, input: InputOf<CallOf<N>>, onAnswer?: (data: unknown) => void): void {
    const key = `${name} ${JSON.stringify(input)}`
    const known = this.#queries.get(key)
    if (known) return
    const query: Query = {
      name,
      input: input as Record<string, unknown>,
      onAnswer,
      hasAnswer: false,
      underWay: null,
      askedAt: 0,
      isDue: false,
    }
    this.#queries.set(key, query)
    this.#fetch(query)
  }

  /** Takes it off the screen. */
  hide<N extends CallName>(name: N, input: InputOf<CallOf<N>>): void {
    const key = `${name} ${JSON.stringify(input)}`
    const known = this.#queries.get(key)
    this.#queries.delete(key)
    if (known) this.#cut(known)
  }

  /** Makes old what begins with this name (`dashboard`, `members.totals`) and holds at least this input. */
  invalidate(prefix: string, input: Record<string, unknown> = {}): void {
    for (const query of this.#queries.values()) {
      if (query.name !== prefix && !query.name.startsWith(`${prefix}.`)) continue
      if (!Object.entries(input).every(([key, value]) => query.input[key] === value)) continue
      this.#refresh(query)
    }
  }

  #refresh(query: Query): void {
    if (query.isDue) return
    const again = (): void => {
      if (query.underWay !== null) return void setTimeout(again, lookAgainMs).unref()
      query.isDue = false
      if ([...this.#queries.values()].includes(query)) this.#fetch(query)
    }
    const restMs = query.askedAt + againAfterMs - performance.now()
    query.isDue = true
    setTimeout(again, Math.max(restMs, 0) + Math.random() * spreadMs).unref()
  }

  on(topic: string, listener: (event: Heard) => void): void {
    const known = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, known.add(listener))
  }

  every(ms: number, run: () => void): void {
    // Nobody opened their console at the same moment as another.
    const first = setTimeout(() => {
      run()
      this.#timers.push(setInterval(run, ms))
    }, ms * Math.random())
    this.#timers.push(first)
  }

  /** Calls once, outside of the cache. */
  call<N extends CallName>(name: N, input: InputOf<CallOf<N>>): Promise<unknown> {
    return new Promise((done) => void this.#send(name, input as Record<string, unknown>, done))
  }

  /** Holds the stream open; it begins with what was told since the screen began to read. */
  listen(): void {
    const headers = { authorization: `Bearer ${this.#token}`, accept: 'text/event-stream' }
    const sent = request(
      { host: '127.0.0.1', port: this.#port, path: '/api/v2/live?sinceMs=1000', headers },
      (answer) => {
        if (answer.statusCode !== 200) this.#meter.failed('live.events')
        let rest = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          const blocks = `${rest}${part}`.split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks)
            if (block.startsWith('data:')) this.#tell(JSON.parse(block.slice(5)) as Heard)
        })
        answer.on('close', () => {
          if (this.#isClosed) return
          this.#meter.failed('live.events')
          setTimeout(() => this.listen(), 1000)
        })
      },
    )
    sent.on('error', () => undefined)
    sent.end()
    this.#stream = sent
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    this.#stream?.destroy()
    for (const query of this.#queries.values()) this.#cut(query)
    this.#queries.clear()
    this.#listeners.clear()
    this.#agent.destroy()
  }

  #tell(event: Heard): void {
    this.heard += 1
    const topics = event.topic === missedTopic ? [...this.#listeners.keys()] : [event.topic]
    for (const topic of topics) for (const listener of this.#listeners.get(topic) ?? []) listener(event)
  }

  #cut(query: Query): void {
    if (query.underWay === null) return
    this.#meter.cut(query.name, performance.now() - query.underWay.begun)
    query.underWay.isCut = true
    query.underWay.sent.destroy()
    query.underWay = null
  }

  #fetch(query: Query, retries = 0): void {
    query.askedAt = performance.now()
    const call = this.#send(
      query.name,
      query.input,
      (data, status) => {
        if (query.underWay !== call) return
        query.underWay = null
        if (status === 200) {
          query.hasAnswer = true
          query.onAnswer?.(data)
        } else if (isBusy(status) && retries < retriesMax) this.#tryAgain(query, retries)
      },
      query.onAnswer !== undefined,
    )
    query.underWay = call
  }

  #tryAgain(query: Query, retries: number): void {
    setTimeout(
      () => {
        if (query.underWay === null && [...this.#queries.values()].includes(query))
          this.#fetch(query, retries + 1)
      },
      500 * 2 ** retries,
    ).unref()
  }

  #send(
    name: CallName,
    input: Record<string, unknown>,
    done: (data: unknown, status: number) => void,
    reads = true,
  ): Call | null {
    if (this.#isClosed) {
      done(undefined, 0)
      return null
    }
    const { method, path, body } = requestOf(name, input)
    this.#meter.asked(input, { name, token: this.#token, method, path, body })
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'accept-language': 'th',
      'accept-encoding': 'gzip, deflate, br',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const begun = performance.now()
    const options = { host: '127.0.0.1', port: this.#port, method, path, agent: this.#agent, headers }
    const fail = (status: number): void => {
      if (!call.isCut && !this.#isClosed) this.#meter.failed(name)
      done(undefined, status)
    }
    const sent = request(options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', () => undefined)
      answer.on('end', () => {
        if (answer.statusCode !== 200) {
          if (process.env['KHLANG_BENCH_LOUD'])
            process.stderr.write(`${name} ${answer.statusCode} ${String(Buffer.concat(parts))}\n`)
          return fail(answer.statusCode ?? 0)
        }
        this.#meter.took(name, performance.now() - begun)
        if (!reads) return done(null, 200)
        const text = decoded(Buffer.concat(parts), answer.headers['content-encoding'])
        done((JSON.parse(text) as { data: unknown }).data, 200)
      })
    })
    const call: Call = { sent, begun, isCut: false }
    sent.once('error', () => fail(0))
    sent.end(body)
    return call
  }
}
