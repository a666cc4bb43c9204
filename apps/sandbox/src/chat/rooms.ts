import { chatChannels } from '@khlang/contract/values/value-lists.ts'
import type { KeptRoom } from '../state-file.ts'
import { chatAccounts, type ChatChannel, type ChatPlace } from './accounts.ts'

/** `limitOnce` refuses the next message with 429 and is up again; `slow` takes it and answers late. */
export const chatModes = ['up', 'down', 'slow', 'limitOnce'] as const
export type ChatMode = (typeof chatModes)[number]

export interface ChatMessage {
  readonly id: string
  /** What the sender calls it, so that a repeat is known: retry key, nonce, webhook id. */
  readonly key: string | null
  readonly atMs: number
  readonly text: string
  /** How often it came again and was not shown again. */
  repeats: number
}

export interface ChatRoom extends ChatPlace {
  readonly channel: ChatChannel
  /** Oldest first. */
  readonly messages: ChatMessage[]
}

const messagesMax = 100
const shownMax = 20
/** Longer than the server waits. */
const slowDefaultMs = 12_000
/** 2015-01-01, from which Discord counts. */
const snowflakeEpochMs = 1_420_070_400_000

/** The rooms of all channels, what they received, and how each channel behaves now. */
export class ChatRooms {
  readonly #rooms: ChatRoom[]
  readonly #changed: () => void
  readonly #modes = new Map<ChatChannel, ChatMode>()
  readonly #counts = new Map<ChatChannel, { taken: number; repeats: number; refused: number }>()
  #slowMs = slowDefaultMs
  #drawn = 0

  constructor(kept: readonly KeptRoom[], changed: () => void) {
    this.#changed = changed
    this.#rooms = chatChannels.flatMap((channel) =>
      chatAccounts[channel].rooms.map((place) => {
        const known = kept.find((each) => each.channel === channel && each.id === place.id)
        return { ...place, channel, messages: [...(known?.messages ?? [])] }
      }),
    )
  }

  /** What outlives a restart. */
  get kept(): KeptRoom[] {
    return this.#rooms
      .filter(({ messages }) => messages.length > 0)
      .map(({ channel, id, messages }) => ({ channel, id, messages }))
  }

  get slowMs(): number {
    return this.#slowMs
  }

  /** By channel: how it behaves, what it counted since the start, and its rooms' newest messages first. */
  get state() {
    return chatChannels.map((channel) => ({
      channel,
      mode: this.mode(channel),
      ...this.#countsOf(channel),
      rooms: this.#rooms
        .filter((room) => room.channel === channel && room.isClosed !== true)
        .map(({ id, name, messages }) => ({ id, name, messages: messages.slice(-shownMax).toReversed() })),
    }))
  }

  mode(channel: ChatChannel): ChatMode {
    return this.#modes.get(channel) ?? 'up'
  }

  behave(channels: readonly ChatChannel[], mode: ChatMode, slowMs: number = slowDefaultMs): void {
    for (const channel of channels) this.#modes.set(channel, mode)
    this.#slowMs = slowMs
  }

  find(channel: ChatChannel, id: string): ChatRoom | undefined {
    return this.#rooms.find((room) => room.channel === channel && room.id === id)
  }

  /** Puts a message into a room; under a key that the channel knows it stays the one it was. */
  take(
    room: ChatRoom,
    { key, text, atMs }: Pick<ChatMessage, 'key' | 'text' | 'atMs'>,
  ): { message: ChatMessage; isRepeat: boolean } {
    const known = key === null ? undefined : this.#known(room.channel, key)
    const counts = this.#countsOf(room.channel)
    if (known !== undefined) {
      known.repeats += 1
      counts.repeats += 1
      this.#changed()
      return { message: known, isRepeat: true }
    }
    const message = { id: this.#nextId(room, atMs), key, atMs, text, repeats: 0 }
    room.messages.push(message)
    if (room.messages.length > messagesMax) room.messages.shift()
    counts.taken += 1
    this.#changed()
    return { message, isRepeat: false }
  }

  noteRefusal(channel: ChatChannel): void {
    this.#countsOf(channel).refused += 1
  }

  #known(channel: ChatChannel, key: string): ChatMessage | undefined {
    return this.#rooms
      .filter((room) => room.channel === channel)
      .flatMap(({ messages }) => messages)
      .find((message) => message.key === key)
  }

  #countsOf(channel: ChatChannel) {
    const counts = this.#counts.get(channel) ?? { taken: 0, repeats: 0, refused: 0 }
    this.#counts.set(channel, counts)
    return counts
  }

  /** Telegram numbers the messages of a chat; the others give ids that contain the moment. */
  #nextId(room: ChatRoom, atMs: number): string {
    if (room.channel === 'telegram') return String(Number(room.messages.at(-1)?.id ?? 0) + 1)
    this.#drawn = (this.#drawn + 1) % 4_194_304
    return String((BigInt(atMs - snowflakeEpochMs) << 22n) + BigInt(this.#drawn))
  }
}
