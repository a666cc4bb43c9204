import { fingerprintOf, newKeyPair, signText, type KeyPair } from './keys.ts'
import { post, type Identity } from './phone-api.ts'

const pairPath = '/auto/v1/device/pair'
/** The address of the call, then the one-time code, which no browser would send along. */
const picture = /^(https?:\/\/[^\s#?@]+\/auto\/v1\/device\/pair)#([A-Z2-7]{32})$/

export interface PairingText {
  /** Where the code is taken. */
  readonly address: string
  readonly code: string
}

/** What the picture says that the back office shows; null for any other text. */
export function readPairing(text: string): PairingText | null {
  const [, address, code] = picture.exec(text.trim()) ?? []
  return address === undefined || code === undefined || !URL.canParse(address) ? null : { address, code }
}

/** What the back office shows of the phone beside its name. */
export interface AboutPhone {
  readonly platform: string
  readonly model: string
  readonly appVersion: string
}

/**
 * Takes the code of a picture, once, and leaves the public half of the phone's key there. The phone is heard
 * when two people have agreed to it; until then its messages are refused with 403 and it keeps them.
 * @param keys those of a try that had no answer: the same code with the same key is answered alike
 * @throws RangeError for a text that is no pairing; Refused `badCode` for a code that is unknown, older than
 * ten minutes, or taken by another phone; any other error where no answer came
 */
export async function pairPhone(
  text: string,
  { platform, model, appVersion }: AboutPhone,
  keys: KeyPair = newKeyPair(),
): Promise<Identity> {
  const pairing = readPairing(text)
  if (pairing === null) throw new RangeError('no pairing text')
  const { address, code } = pairing
  const { publicKey, privateKey } = keys
  const proof = signText(privateKey, `khlang-pair.${code}.${publicKey}`)
  const { deviceId, keyId, name } = await post<{ deviceId: string; keyId: string; name: string }>(
    address,
    JSON.stringify({ code, publicKey, proof, platform, model, appVersion }),
  )
  const base = address.slice(0, -pairPath.length)
  return { base, deviceId, keyId, name, privateKey, fingerprint: fingerprintOf(publicKey) }
}
