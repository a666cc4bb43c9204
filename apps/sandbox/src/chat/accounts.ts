import type { chatChannels } from '@khlang/contract/values/value-lists.ts'

export type ChatChannel = (typeof chatChannels)[number]

export interface ChatPlace {
  /** The group's id at LINE, the chat's at Telegram, the channel's at Discord; of a webhook its name. */
  readonly id: string
  readonly name: string
  /** The bot was put out of it. */
  readonly isClosed?: boolean
}

export interface ChatAccount {
  /** What a caller must bear, or sign with. Known to everybody: it opens nothing but the sandbox. */
  readonly credential: string
  /** First the room that the seed fills, then one to try by hand. */
  readonly rooms: readonly [ChatPlace, ChatPlace, ...ChatPlace[]]
}

/** The bots of the pretend chat services and the rooms they are in. */
export const chatAccounts: Readonly<Record<ChatChannel, ChatAccount>> = {
  line: {
    credential: 'sandbox-line-channel-access-token',
    rooms: [
      { id: 'C2611000000000000000000000000000a', name: 'ห้องฝาก-ถอน' },
      { id: 'C2611000000000000000000000000000b', name: 'ห้องลองส่ง LINE' },
    ],
  },
  telegram: {
    credential: '2611000001:sandbox-telegram-bot-token',
    rooms: [
      { id: '-1002611000001', name: 'ห้องหัวหน้ากะ' },
      { id: '-1002611000002', name: 'ห้องลองส่ง Telegram' },
      { id: '-1002611000009', name: 'ห้องที่ถอดบอตออกแล้ว', isClosed: true },
    ],
  },
  discord: {
    credential: 'sandbox-discord-bot-token',
    rooms: [
      { id: '1261100000000000001', name: 'ห้องผู้บริหาร' },
      { id: '1261100000000000002', name: 'ห้องลองส่ง Discord' },
      { id: '1261100000000000009', name: 'ห้องที่ถอดบอตออกแล้ว', isClosed: true },
    ],
  },
  webhook: {
    credential: `whsec_${Buffer.from('the webhook secret of the sandbox').toString('base64')}`,
    rooms: [
      { id: 'accounting', name: 'ระบบบัญชีภายนอก' },
      { id: 'trial', name: 'ปลายทางลองส่ง webhook' },
    ],
  },
}

/** The path of a webhook's receiver, after the host. */
export const hookPath = (id: string): string => `/hooks/${id}`
