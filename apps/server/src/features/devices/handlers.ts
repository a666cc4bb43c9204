import { publicSendersOf } from '@khlang/bank-messages/senders.ts'
import type { devices } from '@khlang/contract/payments/devices.ts'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import type { Context, Handlers } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { maskOwnAccountNo } from '../../platform/people/masks.ts'
import { isOlder } from './app-version.ts'
import { askForTrust } from './ask-trust.ts'
import { askForMessages, askForMore, asksOf } from './asks.ts'
import { listMessages, todayOf } from './messages.ts'
import { fingerprintOf, lastPairing, newPairing } from './pairing.ts'
import * as queries from './queries.ts'
import { strangersOf } from './strangers.ts'

type Acting =
  | Context<typeof devices.pause>
  | Context<typeof devices.resume>
  | Context<typeof devices.revoke>

/** The phone that somebody acts on, as they read it. @throws notFound, stale, stateRefused */
async function lockIn(
  tx: Tx,
  { id, version }: { readonly id: string; readonly version: number },
  states: readonly queries.LockedDevice['state'][],
) {
  const device = await queries.lockDevice(tx, id)
  if (device.version !== version) throw new ApiError('stale', { details: { version: device.version } })
  if (!states.includes(device.state))
    throw new ApiError('stateRefused', { details: { state: device.state } })
  return device
}

const actions = { online: 'deviceResumed', paused: 'devicePaused', revoked: 'deviceRevoked' } as const

/** What one person may do alone: silence a phone for a while or for ever, and end a mere pause. */
async function changeAlone(
  { tx, input, record, announce }: Acting,
  device: queries.LockedDevice,
  state: keyof typeof actions,
) {
  const entityId = encodeId('device', device.id)
  const version = await queries.changeDevice(tx, device, { state })
  const [before, after] = [{ state: device.state }, { state }]
  await record({ entity: 'device', entityId, action: actions[state], reason: input.reason, before, after })
  await announce('device', entityId, version)
  return { version }
}

/** How the last code of a phone stands; null where whoever took it is the one that is heard. */
async function pairingOf({ db }: Context<typeof devices.get>, id: string, publicKey: Buffer | null) {
  const last = await lastPairing(db, id)
  if (!last) return null
  const { publicKey: taken, takenAt } = last
  const isHeard = taken !== null && publicKey !== null && taken.equals(publicKey)
  if (isHeard || (takenAt !== null && !last.isActive)) return null
  return {
    state:
      takenAt !== null ? ('taken' as const) : last.isExpired ? ('expired' as const) : ('open' as const),
    expiresAt: last.expiresAt,
    by: last.by,
    takenAt,
    model: last.model,
    fingerprint: taken === null ? null : fingerprintOf(taken),
  }
}

/** What a row says beside what is stored of it: how it went today, and whether its app is too old. */
async function beside({
  db,
  services,
  settings,
}: Context<typeof devices.list> | Context<typeof devices.get>) {
  const today = await todayOf(db, services.now())
  return <R extends { readonly id: string; readonly appVersion: string | null }>(row: R) => ({
    ...row,
    ...today(row.id),
    isAppOld: isOlder(row.appVersion, settings.phoneAppVersionMin),
  })
}

export const deviceHandlers: Handlers<typeof devices> = {
  list: async (context) => {
    const { db, input } = context
    const { records, totalRecords } = await queries.listDevices(db, input)
    return numberedPageOf(input, records.map(await beside(context)), totalRecords)
  },

  get: async (context) => {
    const { db, input } = context
    const row = await queries.findDevice(db, input.id)
    if (!row) throw new ApiError('notFound')
    const { note, createdAt, publicKey, requestId } = await queries.detailOf(db, row.id)
    const whole = await beside(context)
    return {
      ...whole(row),
      asks: await asksOf(db, row.id),
      note,
      createdAt,
      requestId,
      senders: await queries.sendersOf(db, row.id),
      strangers: await strangersOf(db, row.id),
      fingerprint: publicKey === null ? null : fingerprintOf(publicKey),
      pairing: await pairingOf(context, row.id, publicKey),
    }
  },

  messages: listMessages,

  accounts: async ({ db }) => {
    const rows = await queries.accountsToBind(db)
    return {
      records: rows.map(({ accountNo, ...row }) => ({
        ...row,
        accountNoMasked: maskOwnAccountNo(accountNo),
        known: [...publicSendersOf(row.bank as BankCode)],
      })),
    }
  },

  create: async ({ tx, input, record, announce }) => {
    const id = randomUUIDv7()
    await tx
      .insertInto('devices')
      .values({ id, ...input, state: 'unpaired' })
      .execute()
    const entityId = encodeId('device', id)
    await record({ entity: 'device', entityId, action: 'deviceAdded', after: input })
    await announce('device', entityId, 1)
    return { id }
  },

  update: async ({ tx, input, record, announce }) => {
    const { name, place, note } = input
    const device = await lockIn(tx, input, ['unpaired', 'online', 'paused'])
    const entityId = encodeId('device', device.id)
    const version = await queries.changeDevice(tx, device, { name, place, note })
    const before = { name: device.name, place: device.place ?? '', note: device.note ?? '' }
    await record({
      entity: 'device',
      entityId,
      action: 'deviceChanged',
      before,
      after: { name, place, note },
    })
    await announce('device', entityId, version)
    return { version }
  },

  pair: async ({ tx, actor, input, services, record, announce }) => {
    const device = await queries.lockDevice(tx, input.id)
    if (device.state === 'revoked') throw new ApiError('stateRefused', { details: { state: device.state } })
    const asked = { deviceId: device.id, byId: actor.id, nowMs: services.now() }
    const pairing = await newPairing(tx, asked)
    const entityId = encodeId('device', device.id)
    await record({ entity: 'device', entityId, action: 'devicePairingBegun' })
    await announce('device', entityId, device.version)
    return pairing
  },

  trust: async (context) => {
    const device = await lockIn(context.tx, context.input, ['unpaired', 'online', 'paused'])
    return askForTrust(context, device)
  },

  pause: async (context) =>
    changeAlone(context, await lockIn(context.tx, context.input, ['online']), 'paused'),

  resume: async (context) =>
    changeAlone(context, await lockIn(context.tx, context.input, ['paused']), 'online'),

  sweep: askForMessages,

  ask: askForMore,

  revoke: async (context) => {
    const device = await lockIn(context.tx, context.input, ['unpaired', 'online', 'paused'])
    await queries.revokeKeys(context.tx, device.id, null)
    return changeAlone(context, device, 'revoked')
  },
}
