import type { devices } from '@khlang/contract/payments/devices.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { deviceTrust } from './approval-kinds.ts'
import { fingerprintOf, lastPairing } from './pairing.ts'
import { accountsToBind, detailOf, sendersOf, type LockedDevice } from './queries.ts'

interface Said {
  readonly source: 'sms' | 'push'
  readonly sender: string
}
/** One account and the name its bank writes under, as people read it. */
const inWords = (label: string, { source, sender }: Said): string =>
  `${label} · ${source === 'sms' ? 'SMS' : 'app'} ${sender}`

/**
 * Asks whether a phone may speak for accounts: by the key of whoever took its last code, or by the one that
 * it is heard by.
 * @throws devicePairFirst where no phone has taken a code yet; notFound for an account that there is not
 */
export async function askForTrust(context: Context<typeof devices.trust>, device: LockedDevice) {
  const { tx, input, ask } = context
  const [row, pairing, before] = [
    await detailOf(tx, device.id),
    await lastPairing(tx, device.id),
    await sendersOf(tx, device.id),
  ]
  const isTaken = pairing !== undefined && pairing.keyId !== null && pairing.isActive
  const keyId = isTaken ? pairing.keyId : device.keyId
  const key = isTaken ? pairing.publicKey : row.publicKey
  if (keyId === null || key === null) throw new ApiError('devicePairFirst')

  const labels = new Map((await accountsToBind(tx)).map(({ id, label }) => [id, label]))
  const asked = new Map(
    input.senders.map((each) => [`${each.accountId} ${each.source} ${each.sender.toLowerCase()}`, each]),
  )
  const known = [...asked.values()]
  if (!known.every(({ accountId }) => labels.has(accountId)))
    throw new ApiError('notFound', { field: 'senders' })
  const senders = known.map(({ accountId, source, sender }) => ({
    accountId: encodeId('bankAccount', accountId),
    source,
    sender,
  }))
  return ask(
    deviceTrust,
    {
      deviceId: encodeId('device', device.id),
      name: device.name,
      model: isTaken ? pairing.model : device.model,
      keyId,
      senders,
      fingerprint: fingerprintOf(key),
      accounts: known.map((each) => inWords(labels.get(each.accountId) ?? '', each)),
    },
    {
      reason: input.reason,
      before: {
        fingerprint: row.publicKey === null ? null : fingerprintOf(row.publicKey),
        accounts: before.map(({ account, ...said }) => inWords(account.label, said)),
      },
    },
  )
}
