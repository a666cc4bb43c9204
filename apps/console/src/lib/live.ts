import { useEffect, useRef } from 'react'
import { config } from './config.ts'
import { noteAway } from './connection.ts'
import { readEvents, type LiveEvent } from './event-stream.ts'
import { createStore, useStore } from './store.ts'
import { resetSession, session } from './session.ts'

/**
 * `live`: events arrive. `connecting`: on the way. `off`: nobody is signed in, or this server has no
 * stream.
 */
export type LiveState = 'off' | 'connecting' | 'live'

type Message = { kind: 'event'; event: LiveEvent } | { kind: 'state'; state: LiveState } | { kind: 'hello' }

/** Topic of the event that stands for "something may have been missed": every subscriber hears it. */
export const missedTopic = '*'

const liveState = createStore<LiveState>('off')
const listeners = new Map<string, Set<(event: LiveEvent) => void>>()
const backoffMaxMs = 30_000
const backoffAbsentMs = 300_000

function publish(event: LiveEvent): void {
  const topics = event.topic === missedTopic ? [...listeners.keys()] : [event.topic]
  for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener(event)
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * One connection from open to cut. Answers the wait before the next attempt, in milliseconds, or null for
 * the usual one.
 */
async function connect(
  token: string,
  signal: AbortSignal,
  tell: (message: Message) => void,
): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const answer = await fetch(`${config().bases.api}/api/v2/live`, { headers, signal, cache: 'no-store' })
  if (answer.status === 401) {
    if (session.get().token === token) resetSession()
    return null
  }
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!answer.ok || !isStream || answer.body === null) return answer.status === 404 ? backoffAbsentMs : null
  tell({ kind: 'state', state: 'live' })
  tell({ kind: 'event', event: { topic: missedTopic, id: '', version: 0 } })
  await readEvents(answer.body, (event) => tell({ kind: 'event', event }))
  return 1000
}

async function keepConnected(
  token: string,
  signal: AbortSignal,
  tell: (message: Message) => void,
): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    tell({ kind: 'state', state: 'connecting' })
    const asked = await connect(token, signal, tell).catch(() => {
      // A stream that breaks off is the first sign that the server went away; the banner's probe finds out.
      if (!signal.aborted) noteAway()
      return null
    })
    if (asked === 1000) attempt = 0
    if (asked === backoffAbsentMs) tell({ kind: 'state', state: 'off' })
    const usual = Math.min(backoffMaxMs, 1000 * 2 ** attempt)
    // Spread the tabs of a whole office, so that a restarted server is not met by all of them at once.
    await sleep((asked ?? usual) * (0.75 + Math.random() / 2), signal)
  }
}

/**
 * Opens the event stream for this browser: one tab holds it (Web Locks) and passes events on
 * (BroadcastChannel); when it closes, the next tab takes over. Answers the function that ends it. Source:
 * decisions 22.
 */
export function startLive(token: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const channel = new BroadcastChannel('khlang.live')
  const take = (message: Message): void => {
    if (message.kind === 'event') publish(message.event)
    if (message.kind === 'state') liveState.set(message.state)
  }
  let isHolder = false
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'hello') take(data)
    else if (isHolder) channel.postMessage({ kind: 'state', state: liveState.get() } satisfies Message)
  }
  const hold = async (): Promise<void> => {
    isHolder = true
    await keepConnected(token, signal, (message) => {
      take(message)
      if (!signal.aborted) channel.postMessage(message)
    })
  }
  liveState.set('connecting')
  channel.postMessage({ kind: 'hello' } satisfies Message)
  // Without a secure context there are no locks: then each tab has a stream of its own.
  if ('locks' in navigator) navigator.locks.request('khlang.live', { signal }, hold).catch(() => {})
  else void hold()
  return () => {
    ending.abort()
    channel.close()
    liveState.set('off')
  }
}

export const useLiveState = (): LiveState => useStore(liveState)

/**
 * Calls `onEvent` for each event of a topic, and once after every gap (then `topic` is `*`). `null`
 * listens to nothing.
 */
export function useLive(topic: string | null, onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => {
    if (topic === null) return
    const listener = (event: LiveEvent): void => latest.current(event)
    const topicListeners = listeners.get(topic) ?? new Set()
    topicListeners.add(listener)
    listeners.set(topic, topicListeners)
    return () => {
      topicListeners.delete(listener)
    }
  }, [topic])
}
