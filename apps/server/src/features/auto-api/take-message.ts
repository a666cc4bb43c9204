import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { MachineActor } from '../../platform/people/actor.ts'
import { alarmRaised } from '../../platform/db/alarms.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/live/live.ts'
import { movedMeanwhile, tellScreens, writeInTurn, type Write } from '../../platform/db/write-together.ts'
import { receiveLine } from '../bank-lines/intake/receive-line.ts'
import { isTeachable, readByTaught } from '../bank-lines/intake/read-by-taught.ts'
import { receiptOf } from '../bank-lines/intake/receipt-of.ts'
import {
  insertMessage,
  placeOfMessage,
  type FirstAnswer,
  type MessagePlace,
  type MessageRow,
} from './message-queries.ts'
import { takeAnswer } from '../devices/asks.ts'
import { fitMask } from '@khlang/bank-messages/mask.ts'
import { parseBankMessage } from '@khlang/bank-messages/parse-message.ts'

export interface PhoneMessage {
  readonly externalId: string
  readonly source: 'sms' | 'push'
  readonly sender: string
  readonly text: string
  readonly sentAt: string
  readonly isTest?: true | undefined
}

export interface MessageAnswer {
  readonly id: string
  readonly state: FirstAnswer['state']
  readonly lineId: string | null
  readonly lineState: string | null
}

interface Taking {
  readonly tx: Tx
  readonly actor: MachineActor
  readonly services: Services
  readonly settings: BrandSettings
  readonly requestId: string
}

/**
 * Takes one message of a phone, once: stores it whatever it says, and what moves money becomes a line.
 * @throws forbidden for a phone that is paused or revoked; conflict when the external id came with another
 * text
 */
export async function takeMessage(taking: Taking, message: PhoneMessage): Promise<MessageAnswer> {
  const { tx, actor, services } = taking
  const place = await placeOfMessage(tx, { deviceId: actor.subjectId, keyId: actor.id, ...message })
  if (place.device?.state !== 'online') throw new ApiError('forbidden')
  if (place.first) {
    if (place.first.text !== message.text || place.first.sender !== message.sender) {
      const entityId = encodeId('message', place.first.id)
      const detail = { device: place.device.name, sender: message.sender, source: message.source }
      const alarm = { code: 'message.contradicts', entity: 'message', entityId, detail }
      throw new ApiError('conflict', { field: 'externalId', alarm })
    }
    const { id, state, lineId, lineState } = place.first
    return { id, state, lineId, lineState }
  }
  const nowMs = services.now()
  const row: MessageRow = {
    ...message,
    id: randomUUIDv7(),
    deviceId: actor.subjectId,
    receivedAt: new Date(nowMs).toISOString(),
  }
  const receivedAt = receiptOf(row)
  if (message.isTest === true) return keepTest(tx, row)
  const read = readMessage({ ...message, receivedAt }, place)
  if (read.kind !== 'line') return keepUnread(tx, row, place.device.name, read)
  const { parsed, account } = read
  const stored = { parsed, parseVersion: parsed.parseVersion, bankAccountId: account.id }
  const received = await receiveLine(
    {
      tx,
      settings: taking.settings,
      nowMs,
      account,
      actor: {
        kind: 'machine',
        id: actor.id,
        name: actor.name,
        address: actor.address,
        requestId: taking.requestId,
      },
    },
    {
      deviceId: actor.subjectId,
      externalId: message.externalId,
      source: message.source,
      receivedAt,
      parsed,
      store: (state, lineId) => insertMessage(row, { state, lineId, ...stored }),
    },
  )
  // Another request stored it between our first look and the lock; the repeat finds its answer.
  if (received === null) throw movedMeanwhile()
  return { id: row.id, ...received }
}

type Read =
  | {
      kind: 'line'
      account: MessagePlace['accounts'][number]
      parsed: Extract<ReturnType<typeof parseBankMessage>, { kind: 'line' }>
    }
  | { kind: 'notMoney'; parsed: unknown; accountId: string | null }
  | { kind: 'parseFailed'; failure: string; parsed: unknown; accountId: string | null }
  | { kind: 'senderUnknown'; failure: string }

/** The account and what the message says of it. A text alone never decides whose account it is. Pure. */
export function readMessage(
  message: PhoneMessage & { readonly receivedAt: string },
  { accounts, formats }: Pick<MessagePlace, 'accounts' | 'formats'>,
): Read {
  const [first, ...more] = accounts
  if (first === undefined) return { kind: 'senderUnknown', failure: 'senderNotAllowed' }
  const accountId = more.length === 0 ? first.id : null
  const reads = [...new Set(accounts.map((account) => account.bank))].map((bank) => ({
    bank,
    parsed: parseBankMessage({
      bank,
      source: message.source,
      sender: message.sender,
      text: message.text,
      receivedAt: message.receivedAt,
    }),
  }))
  const fitting = accounts.flatMap((account) => {
    const parsed = reads.find((read) => read.bank === account.bank)?.parsed
    if (parsed?.kind !== 'line') return []
    const isOwn = parsed.ownMask === null || fitMask(parsed.ownMask, account.accountNo).fits
    return isOwn ? [{ account, parsed }] : []
  })
  const [one, ...others] = fitting
  if (one !== undefined && others.length === 0) return { kind: 'line', ...one }
  if (reads.some((read) => read.parsed.kind === 'line'))
    return { kind: 'senderUnknown', failure: fitting.length === 0 ? 'noAccountFits' : 'severalAccountsFit' }
  const unread = reads.filter(({ parsed }) => isTeachable(parsed)).map(({ bank }) => bank)
  const taught = readByTaught(
    message,
    accounts,
    formats.filter(({ bank }) => unread.includes(bank)),
  )
  if (taught !== null) return { kind: 'line', ...taught }
  const failure = reads.find((read) => read.parsed.kind === 'failure')?.parsed
  if (failure?.kind === 'failure')
    return { kind: 'parseFailed', failure: failure.reason, parsed: failure, accountId }
  return { kind: 'notMoney', parsed: reads[0]?.parsed, accountId }
}

/**
 * The test entry that a person asked this phone for: it is kept as what it is, whatever stands in it.
 * @throws conflict where nobody asked for one
 */
async function keepTest(tx: Tx, row: MessageRow): Promise<MessageAnswer> {
  if (!(await takeAnswer(tx, row.deviceId, { kind: 'test' }))) throw new ApiError('conflict')
  const id = encodeId('message', row.id)
  await writeInTurn(tx, [
    { part: insertMessage(row, { state: 'test' }), rows: 1 },
    { part: tellScreens([{ topic: 'message', id }]) },
  ])
  await announce(tx, 'device', encodeId('device', row.deviceId))
  return { id: row.id, state: 'test', lineId: null, lineState: null }
}

/** A message that becomes no line is kept whole; what should have been one raises an alarm. */
async function keepUnread(
  tx: Tx,
  row: MessageRow,
  device: string,
  read: Exclude<Read, { kind: 'line' }>,
): Promise<MessageAnswer> {
  const part = insertMessage(row, {
    state: read.kind,
    failure: 'failure' in read ? read.failure : null,
    ...('parsed' in read ? { parsed: read.parsed } : {}),
    bankAccountId: 'accountId' in read ? read.accountId : null,
  })
  const writes: Write[] = [{ part, rows: 1 }]
  if (read.kind !== 'notMoney') {
    const id = encodeId('message', row.id)
    const detail = { failure: read.failure, device, sender: row.sender, source: row.source }
    writes.push(
      { part: alarmRaised({ code: `message.${read.kind}`, entity: 'message', entityId: id, detail }) },
      { part: tellScreens([{ topic: 'message', id }]) },
    )
  }
  await writeInTurn(tx, writes)
  return { id: row.id, state: read.kind, lineId: null, lineState: null }
}
