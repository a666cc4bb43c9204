import { useEffect, useRef } from 'react'
import { config } from '../config.ts'
import { connection, isAway, noteAway } from './connection.ts'
import { forgetEarly } from './early.ts'
import { readEvents, type LiveEvent } from './event-stream.ts'
import { createStore, useStore } from '../store.ts'
import { resetSession, session } from './session.ts'

/**
 * `live`: events arrive. `connecting`: on the way. `offline`: it broke, and is tried again. `off`: nobody is
 * signed in, or this server has no stream.
 */
export type LiveState = 'off' | 'connecting' | 'live' | 'offline'

type Message =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'state'; state: LiveState }
  /** The stream said something, if only its heartbeat. */
  | { kind: 'beat' }
  /** A tab has opened and wants to hear what it may have missed since it began to read. */
  | { kind: 'hello'; tab: string; sinceMs: number }
  | { kind: 'again'; tab: string; events: readonly LiveEvent[] }

/**
 * Topic of the event that stands for "something may have been missed": every subscriber hears it. The
 * server tells it to those whom it cannot tell any more what happened since they last heard.
 */
export const missedTopic = '*'

const liveState = createStore<LiveState>('off')
const listeners = new Map<string, Set<(event: LiveEvent) => void>>()
const backoffMaxMs = 30_000
const backoffAbsentMs = 300_000
const dayMs = 86_400_000
/** What is told late: a commit is heard of a moment after it. */
const slackMs = 1000
const keptMs = 30_000
const keptMax = 500
/** Until when this tab has heard of everything: what it shows was read since then. */
let heardUntil = 0
/** Nobody was signed in when the page opened, or somebody has been since. */
let hasStarted = session.get().token === null
const sinceMs = (): number => Math.min(dayMs, Math.ceil(performance.now() - heardUntil) + slackMs)
/** The server's heartbeat comes every 4 s; silence of so long is a stream that died without a word. */
const silenceMaxMs = 10_000
/** Other tabs are told no more often that the stream lives. */
const beatMs = 1000

function publish(event: LiveEvent): void {
  forgetEarly()
  const topics = event.topic === missedTopic ? [...listeners.keys()] : [event.topic]
  for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener(event)
}

/** Waits; less long when the server that was away answers again, for then the stream is due at once. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let wasAway = isAway()
    const end = (): void => {
      clearTimeout(timer)
      unwatch()
      resolve()
    }
    const unwatch = connection.subscribe(() => {
      if (wasAway && !isAway()) end()
      wasAway = isAway()
    })
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })

/** Calls `onSilence` once nothing was heard for `silenceMaxMs` after the last `heard()`. */
function watchSilence(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0
  // One timer that looks again, not a new one for each of many events a second.
  const look = (): void => {
    const restMs = heardAt + silenceMaxMs - performance.now()
    timer = restMs > 0 ? setTimeout(look, restMs) : undefined
    if (restMs <= 0) onSilence()
  }
  return {
    stop: (): void => {
      clearTimeout(timer)
      timer = undefined
    },
    heard: (): void => {
      heardAt = performance.now()
      timer ??= setTimeout(look, silenceMaxMs)
    },
  }
}

/**
 * One connection from open to cut. Answers the wait before the next attempt, in milliseconds, or null for
 * the usual one. Throws when it breaks off or falls silent.
 */
async function connect(
  token: string,
  ending: AbortSignal,
  tell: (message: Message) => void,
): Promise<number | null> {
  const silent = new AbortController()
  const silence = watchSilence(() => silent.abort())
  const signal = AbortSignal.any([ending, silent.signal])
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  silence.heard()
  try {
    const address = `${config().bases.api}/api/v2/live?sinceMs=${sinceMs()}`
    const answer = await fetch(address, { headers, signal, cache: 'no-store' })
    if (answer.status === 401) {
      if (session.get().token === token) resetSession('ended')
      return null
    }
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!answer.ok || !isStream || answer.body === null)
      return answer.status === 404 ? backoffAbsentMs : null
    tell({ kind: 'state', state: 'live' })
    let toldAt = Number.NEGATIVE_INFINITY
    const hear = (): void => {
      silence.heard()
      // Every event that comes tells it as well.
      if (performance.now() - toldAt < beatMs) return
      toldAt = performance.now()
      tell({ kind: 'beat' })
    }
    await readEvents(answer.body, (event) => tell({ kind: 'event', event }), hear)
    return 1000
  } finally {
    silence.stop()
  }
}

async function keepConnected(
  token: string,
  signal: AbortSignal,
  tell: (message: Message) => void,
): Promise<void> {
  tell({ kind: 'state', state: 'connecting' })
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const wasLive = (): boolean => liveState.get() === 'live'
    const asked = await connect(token, signal, tell).catch(() => {
      if (signal.aborted) return null
      // A stream that breaks off is the first sign that the server went away; the banner's probe finds out.
      if (wasLive()) attempt = 0
      tell({ kind: 'state', state: 'offline' })
      return null
    })
    if (asked === 1000) attempt = 0
    if (asked === backoffAbsentMs) tell({ kind: 'state', state: 'off' })
    // Said before the wait, not after it: a stream that has ended is not live.
    else if (wasLive()) tell({ kind: 'state', state: 'connecting' })
    const usual = Math.min(backoffMaxMs, 1000 * 2 ** attempt)
    // Spread the tabs of a whole office, so that a restarted server is not met by all of them at once.
    await sleep((asked ?? usual) * (0.75 + Math.random() / 2), signal)
  }
}

/** What this tab heard of late, for a tab that opens. */
let heard: { at: number; event: LiveEvent }[] = []

function noteHeard(event: LiveEvent): void {
  const now = performance.now()
  heard = [...heard.filter(({ at }) => at > now - keptMs), { at: now, event }].slice(-keptMax)
}

function heardSince(ms: number): readonly LiveEvent[] {
  const missed = { topic: missedTopic, id: '', version: 0 }
  if (ms > keptMs || heard.length === keptMax) return [missed]
  return heard.filter(({ at }) => at >= performance.now() - ms).map(({ event }) => event)
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
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')
  let isHolder = false
  // A tab that only listens cannot see the stream break: silence of the tab that holds it says so.
  const silence = watchSilence(() => {
    if (isHolder || liveState.get() !== 'live') return
    liveState.set('offline')
    noteAway()
  })
  const take = (message: Message): void => {
    silence.heard()
    if (message.kind !== 'state') heardUntil = performance.now()
    if (message.kind === 'event') {
      noteHeard(message.event)
      publish(message.event)
    }
    if (message.kind === 'state') {
      liveState.set(message.state)
      // In every tab: each asks for itself whether the server is there.
      if (message.state === 'offline') noteAway()
    }
    // The tab that holds the stream is heard again: it was its own silence, not the server's.
    else if (liveState.get() === 'offline') liveState.set('live')
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'hello') welcome(data)
    else if (data.kind !== 'again') take(data)
    else if (data.tab === tab) for (const event of data.events) publish(event)
  }
  const welcome = (one: { tab: string; sinceMs: number }): void => {
    if (!isHolder) return
    channel.postMessage({ kind: 'state', state: liveState.get() } satisfies Message)
    channel.postMessage({ kind: 'again', tab: one.tab, events: heardSince(one.sinceMs) } satisfies Message)
  }
  const hold = async (): Promise<void> => {
    isHolder = true
    await keepConnected(token, signal, (message) => {
      take(message)
      if (!signal.aborted) channel.postMessage(message)
    })
  }
  liveState.set('connecting')
  // Whoever signs in on this page later has read nothing before.
  heardUntil = hasStarted ? performance.now() : heardUntil
  hasStarted = true
  channel.postMessage({ kind: 'hello', tab, sinceMs: sinceMs() } satisfies Message)
  // Without a secure context there are no locks: then each tab has a stream of its own.
  if ('locks' in navigator) navigator.locks.request('khlang.live', { signal }, hold).catch(() => {})
  else void hold()
  return () => {
    ending.abort()
    silence.stop()
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
