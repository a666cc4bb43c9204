import type { CallName } from '@khlang/contract/calls.ts'
import { requestOf } from '@khlang/contract/derived/client.ts'
import type { EarlyAsked } from './early-plan.ts'
import { config } from '../config.ts'
import { language } from '../words/i18n.ts'
import { session } from './session.ts'

interface Answer {
  readonly data: unknown
}

const keyOf = (method: string, url: string, body: string | undefined): string =>
  `${method} ${url} ${body ?? ''}`

/** Whatever nobody has taken by then is of no use any more. */
const keptMs = 8000

let asked: EarlyAsked | null = globalThis.khlangEarly ?? null
globalThis.khlangEarly = undefined
const answers = new Map<string, Answer>()

/**
 * After an event, too: whoever asks for the first time then must not be told how it was before. Screens that
 * show an early answer already hear of the event themselves.
 */
export function forgetEarly(): void {
  asked = null
  answers.clear()
}

/** The answers belong to one token: whoever signs in next never meets them. */
function current(): EarlyAsked | null {
  if (asked && asked.token !== session.get().token) forgetEarly()
  return asked && asked.language === language() ? asked : null
}

/** Keeps the good answers as they arrive, so that a screen has them when it is first drawn. */
async function keep(key: string, answer: Promise<Response>): Promise<void> {
  try {
    const response = await answer
    if (!response.ok) return
    const { data } = (await response.clone().json()) as { data: unknown }
    if (asked) answers.set(key, { data })
  } catch {
    // Told to whoever asks for it.
  }
}

/** Reads what the page asked for before this program ran. Called once, at the start. */
export function startEarly(): void {
  if (!asked) return
  const watched = new Set<string>()
  const look = (): void => {
    for (const [key, answer] of asked?.answers ?? []) {
      if (watched.has(key)) continue
      watched.add(key)
      // The first answer makes the page ask for more.
      void keep(key, answer).then(look)
    }
  }
  look()
  session.subscribe(() => void current())
  setTimeout(forgetEarly, keptMs)
}

/**
 * The answer to a call that the page asked for itself, where it has arrived. It counts as handed out: whoever
 * then asks the server hears what is so now.
 */
export function earlyAnswer(name: CallName, input: Readonly<Record<string, unknown>>): Answer | undefined {
  const early = answers.size === 0 ? null : current()
  if (!early) return undefined
  const { method, path, body } = requestOf(name, input)
  const key = keyOf(method, `${config().bases.api}${path}`, body)
  const answer = answers.get(key)
  if (answer) early.answers.delete(key)
  return answer
}

/** As `fetch`; a call that the page has asked for itself is not asked again, once. */
export const earlyFetch: typeof fetch = async (input, init) => {
  const early = current()
  const key = keyOf(init?.method ?? 'GET', String(input), init?.body as string | undefined)
  const answer = early?.answers.get(key)
  if (!early || !answer) return await fetch(input, init)
  early.answers.delete(key)
  return (await answer).clone()
}
