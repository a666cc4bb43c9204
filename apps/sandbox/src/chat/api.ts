import type { IncomingHttpHeaders } from 'node:http'
import type { ChatRooms } from './rooms.ts'

/** A request to a chat service, its body read. */
export interface Asked {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly nowMs: number
}

export interface Told {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

/** One service's HTTP API, as far as a text to a room needs it, in its documented words. */
export interface ChatApi {
  /** Whether a path is this service's. */
  readonly owns: (path: string) => boolean
  readonly down: Told
  readonly limited: Told
  readonly answer: (asked: Asked, rooms: ChatRooms) => Told
}

export const answer = (status: number, body: object, headers?: Told['headers']): Told => ({
  status,
  body,
  ...(headers === undefined ? {} : { headers }),
})

/** The JSON object in a body; null for anything else. */
export function jsonIn(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
