import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'

export type Notice = OutputOf<CallOf<'notifications.unread'>>['notifications'][number]
export type NewNotice = InputOf<CallOf<'notifications.create'>>
export type EventCode = OutputOf<CallOf<'notifications.mutes'>>['inbox'][number]
