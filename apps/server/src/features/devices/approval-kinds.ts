import { devices } from '@khlang/contract/payments/devices.ts'
import { messageSources } from '@khlang/contract/values/value-lists.ts'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { fingerprintOf, keyOf, lastPairing } from './pairing.ts'
import { lockDevice, revokeKeys, trustKind } from './queries.ts'

/** What two people compare: the phone's key, and for which accounts it speaks, in words. */
const known = { fingerprint: z.string().nullable(), accounts: z.array(z.string()) }

/** Of another machine than before: what the last one said of itself is not about it. */
const nothingHeard = {
  last_seen_at: null,
  battery_bps: null,
  is_charging: null,
  pending_count: null,
  skew_ms: null,
}

/** A phone is heard, by this key, for these accounts and no others. */
export const deviceTrust = defineApproval({
  kind: trustKind,
  requires: devices.trust.requires,
  document: z.strictObject({
    deviceId: outsideIdSchema('device'),
    /** What the phone is called, as it was when this was asked for. */
    name: z.string(),
    model: z.string().nullable(),
    keyId: z.string(),
    senders: z.array(
      z.strictObject({
        accountId: outsideIdSchema('bankAccount'),
        source: z.enum(messageSources),
        sender: z.string(),
      }),
    ),
    ...known,
  }),
  before: z.strictObject(known),
  subject: ({ deviceId }) => ({ entity: 'device', id: deviceId }),
  differences: async (_db, { document: { name, model, fingerprint, accounts }, before }) => {
    const isSameKey = before.fingerprint === fingerprint
    return [
      { field: 'device', before: null, after: name },
      ...(model === null ? [] : [{ field: 'model', before: null, after: model }]),
      { field: 'fingerprint', before: isSameKey ? null : before.fingerprint, after: fingerprint },
      { field: 'accounts', before: before.accounts, after: accounts },
    ]
  },
  execute: async ({ tx, record, announce }, { document, before, ...request }) => {
    const { deviceId, keyId, senders, fingerprint, accounts } = document
    const device = await lockDevice(tx, uuidOf('device', deviceId))
    if (device.state === 'revoked') throw new ApiError('stateRefused', { details: { state: device.state } })
    const pairing = await lastPairing(tx, device.id)
    // Paired anew since it was asked for: nobody has seen that key.
    const isOther = pairing?.keyId !== null && pairing?.keyId !== undefined && pairing.keyId !== keyId
    const key = await keyOf(tx, device.id, keyId)
    if (isOther || key === null || fingerprintOf(key) !== fingerprint)
      throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
    const version = device.version + 1
    await tx
      .updateTable('devices')
      .set({
        key_id: keyId,
        senders: JSON.stringify(senders),
        trust_approval_id: request.id,
        state: device.state === 'unpaired' ? 'online' : device.state,
        ...(pairing?.keyId === keyId
          ? { platform: pairing.platform, model: pairing.model, app_version: pairing.appVersion }
          : {}),
        ...(device.keyId === keyId ? {} : nothingHeard),
        version,
      })
      .where('id', '=', device.id)
      .execute()
    await revokeKeys(tx, device.id, keyId)
    await record({
      entity: 'device',
      entityId: deviceId,
      action: 'deviceTrusted',
      reason: request.comment ?? request.reason,
      before,
      after: { fingerprint, accounts },
    })
    await announce('device', deviceId, version)
  },
})
