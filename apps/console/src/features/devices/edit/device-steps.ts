import type { DeviceDetail } from '../device-shapes.ts'

type Known = Pick<DeviceDetail, 'fingerprint' | 'pairing' | 'isTrustAsked'>

/** `taken`: a phone has the code, and nobody has agreed to it yet. `done`: it is heard by its own key. */
export type PairStep = 'todo' | 'open' | 'expired' | 'taken' | 'done'
export type TrustStep = 'pairFirst' | 'ask' | 'waiting' | 'done'

/** How far the pairing of a phone is. An open code goes before the key of now: it will replace it. Pure. */
export function pairStepOf({ pairing, fingerprint }: Known): PairStep {
  if (pairing?.state === 'taken' || pairing?.state === 'open') return pairing.state
  if (fingerprint !== null) return 'done'
  return pairing === null ? 'todo' : 'expired'
}

/** Whether there is a key that a second person could agree to. Pure. */
const hasKey = ({ pairing, fingerprint }: Known): boolean =>
  pairing?.state === 'taken' || fingerprint !== null

/** Where the question to a second person stands; `isSame`: the accounts are those agreed to. Pure. */
export function trustStepOf(device: Known, isSame: boolean): TrustStep {
  if (device.isTrustAsked) return 'waiting'
  if (!hasKey(device)) return 'pairFirst'
  return isSame && device.fingerprint !== null && device.pairing?.state !== 'taken' ? 'done' : 'ask'
}
