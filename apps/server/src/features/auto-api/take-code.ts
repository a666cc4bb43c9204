import type { autoApi } from '@khlang/contract/auto-api.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { isSignedBy, publicKeyOf } from '../../platform/call/signatures.ts'
import { lockPairing, takePairing } from '../devices/pairing.ts'

/**
 * A phone takes its code, once: the key that it leaves is heard when two people have agreed to it. The same
 * code with the same key is answered alike, for the phone may not have had the answer.
 * @throws badSignature for who does not hold the key; badCode for a code that is unknown, old or taken
 */
export async function takeCode({ input, tx, services, record, announce }: Context<typeof autoApi.pair>) {
  const { code, proof, platform, model, appVersion } = input
  const publicKey = Buffer.from(input.publicKey, 'hex')
  if (!isSignedBy(publicKeyOf(publicKey), `khlang-pair.${code}.${input.publicKey}`, proof))
    throw new ApiError('badSignature')
  const nowMs = services.now()
  const pairing = await lockPairing(tx, code, nowMs)
  if (!pairing || pairing.deviceState === 'revoked') throw new ApiError('badCode')
  const { deviceId, deviceName } = pairing
  const answer = (keyId: string) => ({
    deviceId,
    keyId,
    name: deviceName,
    serverAt: new Date(nowMs).toISOString(),
  })
  if (pairing.keyId !== null && pairing.publicKey?.equals(publicKey)) return answer(pairing.keyId)
  if (pairing.keyId !== null || pairing.isExpired) throw new ApiError('badCode')
  const taken = { deviceId, deviceName, publicKey, platform, model, appVersion, nowMs }
  const keyId = await takePairing(tx, pairing.id, taken)
  const entityId = encodeId('device', deviceId)
  await record({
    entity: 'device',
    entityId,
    action: 'devicePaired',
    after: { platform, model, appVersion },
  })
  await announce('device', entityId)
  return answer(keyId)
}
