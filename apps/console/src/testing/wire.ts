import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, type CallName, type CallOf } from '@khlang/contract/calls.ts'
import { browserCalls, methodOf, onlyReads, pathOf } from '@khlang/contract/derived/call-path.ts'
import type { Call, InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { errorStatus, type ErrorCode } from '@khlang/contract/kit/errors.ts'
import type { LiveEvent } from '../lib/call/event-stream.ts'

// The wire of the console's tests: all that a page fetches is answered here, and nothing else of the console
// is replaced. What it sends and what it is told must both be as the contract has them.

/** An answer that refuses: `refuse('conflict', { kind: 'version' })`; of a field where one is named. */
class Refusal {
  readonly code: ErrorCode
  readonly details: unknown
  readonly field: string | undefined
  constructor(code: ErrorCode, details?: unknown, field?: string) {
    this.code = code
    this.details = details
    this.field = field
  }
}
export const refuse = (code: ErrorCode, details?: unknown, field?: string): Refusal =>
  new Refusal(code, details, field)

type Given<T> = T | Refusal | Promise<T | Refusal>
/** What the server knows, by the name of the call: an answer, or one that hangs on what was asked. */
export type Answers = {
  [N in CallName]?:
    | OutputOf<CallOf<N>>
    | Refusal
    | ((input: InputOf<CallOf<N>>) => Given<OutputOf<CallOf<N>>>)
}

let answers: Answers = {}
let asked: { name: CallName; input: unknown }[] = []
let faults: string[] = []
let stream: ReadableStreamDefaultController<Uint8Array> | null = null

const callOf = (name: CallName): Call => {
  const [area = '', act = ''] = name.split('.')
  return (calls as unknown as Record<string, Record<string, Call>>)[area]?.[act] as Call
}

// What is spelt out goes before what has an id in it: `/transfer/accounts` is no transfer.
const routes = browserCalls
  .map((name) => {
    const path = pathOf(name)
    const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
    return {
      name,
      method: methodOf(name),
      keys,
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    }
  })
  .toSorted((one, other) => one.keys.length - other.keys.length)

/** What stands in an address is text: numbers and yes or no are read from it, as the server does. */
const valueOf = (text: string): unknown =>
  /^(\d+|true|false)$/.test(text) ? (JSON.parse(text) as unknown) : text

function queryOf(url: URL): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [key, text] of url.searchParams) {
    const [, list] = /^(\w+)\[\d+\]$/.exec(key) ?? []
    if (list === undefined) query[key] = valueOf(text)
    else query[list] = [...((query[list] as unknown[] | undefined) ?? []), text]
  }
  return query
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const publicFile = (path: string): Response => {
  const file = join(import.meta.dirname, '../../public', path)
  return new Response(readFileSync(file, 'utf8'), { headers: { 'content-type': 'application/json' } })
}

function openStream(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function checkInput(name: CallName, input: Record<string, unknown>, headers: Headers): void {
  const call = callOf(name)
  const judged = call.input.safeParse(input)
  if (!judged.success) faults.push(`${name} asks ${judged.error.message}`)
  if (call.idempotent === true && !headers.has('idempotency-key')) faults.push(`${name} has no key`)
}

/** Answers a call as the server would, and notes what the contract would not have let pass. */
async function answerTo(name: CallName, input: Record<string, unknown>): Promise<Response> {
  const known = answers[name] as unknown
  if (known === undefined) {
    faults.push(`${name} has no answer`)
    return json(404, { error: { code: 'notFound', message: '' } })
  }
  const given: unknown = await (typeof known === 'function'
    ? (known as (of: unknown) => unknown)(input)
    : known)
  const call = callOf(name)
  if (given instanceof Refusal) {
    const { code, details, field } = given
    const schema = call.errors?.[code]
    if (details !== undefined && schema?.safeParse(details).success !== true)
      faults.push(`${name} never refuses ${code} with these details`)
    const named = { ...(details ? { details } : {}), ...(field === undefined ? {} : { field }) }
    return json(errorStatus[code], { error: { code, message: '', ...named } })
  }
  const judged = call.output.safeParse(given)
  if (!judged.success) faults.push(`${name} never answers so: ${judged.error.message}`)
  return json(200, { data: given })
}

async function fetchOfPage(to: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(String(to), 'http://khlang')
  const method = init.method ?? 'GET'
  if (url.pathname.startsWith('/locales/')) return publicFile(url.pathname)
  if (url.pathname === pathOf('live.events')) return openStream()
  const route = routes.find((each) => each.method === method && each.path.test(url.pathname))
  if (!route) throw new Error(`The page fetches ${method} ${url.pathname}.`)
  const parts = route.path.exec(url.pathname) ?? []
  const inPath = Object.fromEntries(
    route.keys.map((key, at) => [key, decodeURIComponent(parts[at + 1] ?? '')]),
  )
  const body = typeof init.body === 'string' ? (JSON.parse(init.body) as object) : queryOf(url)
  const input = { ...inPath, ...body }
  checkInput(route.name, input, new Headers(init.headers))
  asked.push({ name: route.name, input })
  const answer = await answerTo(route.name, input)
  init.signal?.throwIfAborted()
  return answer
}
globalThis.fetch = fetchOfPage as typeof fetch

/** A page begins: what the server knows from now on, and nothing asked yet. */
export function beginWire(known: Answers): void {
  answers = known
  asked = []
  faults = []
}

/** The server knows otherwise now. */
export const nowKnown = (changes: Answers): void => {
  answers = { ...answers, ...changes }
}

/** What was asked of a call, in order. */
export const askedOf = <N extends CallName>(name: N): InputOf<CallOf<N>>[] =>
  asked.filter((each) => each.name === name).map(({ input }) => input as InputOf<CallOf<N>>)

/** The acts that were sent, in order, each with exactly what was sent; to read or to be there is no act. */
export const actsSent = (): [CallName, unknown][] =>
  asked
    .filter(({ name }) => !onlyReads(name))
    .filter(({ name }) => name !== 'auth.touch')
    .map(({ name, input }) => [name, input])

const write = (text: string): void => stream?.enqueue(new TextEncoder().encode(text))
/** Tells the page of an event, as the server's stream does. */
export const tell = (event: LiveEvent): void => write(`data: ${JSON.stringify(event)}\n\n`)
export const beat = (): void => write(': beat\n\n')
export const isHeard = (): boolean => stream !== null

/** Ends it: what broke the contract is told. */
export function endWire(): readonly string[] {
  stream?.close()
  stream = null
  return faults.splice(0)
}
