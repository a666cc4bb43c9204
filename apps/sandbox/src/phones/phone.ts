import {
  phoneApi,
  type Answer,
  type Ask,
  type Health,
  type Identity,
} from '@khlang/phone-client/phone-api.ts'
import { signedClient, type Key } from '../signed-client.ts'
import type { KeptPhone, PhoneCondition } from '../state-file.ts'

/** One of before phones had keys of their own: it signs with a secret that the server holds, too. */
export interface SeededPhone {
  readonly name: string
  readonly key: Key
  readonly isOn: boolean
}

interface Beat {
  readonly state: string
  readonly asks?: readonly Ask[]
}

interface Speech {
  readonly message: ReturnType<typeof phoneApi>['message']
  readonly heartbeat: (health: Health) => Promise<Beat>
  readonly answer: (answer: Answer) => Promise<{ state: 'taken' | 'known' }>
}

/** One phone: how it fares, and how it speaks to the server. */
export interface Phone {
  readonly name: string
  /** Of its pairing; null for a seeded one. */
  readonly identity: Identity | null
  condition: PhoneCondition
  /** Somebody said by hand how it fares: that outlives a restart. */
  isSet: boolean
  /** After a call that failed it sends no message until then. */
  restsUntilMs: number
  /** When it says next that it lives. */
  beatsAtMs: number
  readonly speech: Speech
  /** What it did, oldest first, without any message's text. */
  readonly log: string[]
}

export const appVersion = '1.0'
const conditionAtFirst: PhoneCondition = {
  isOn: true,
  batteryPercent: 87,
  isCharging: true,
  skewMs: 0,
}

/** A phone whose requests bear the time of its own clock, right or wrong. */
function phoneWith(
  facts: Pick<Phone, 'name' | 'identity' | 'condition' | 'isSet'>,
  speechBy: (now: () => number) => Speech,
): Phone {
  const speech = speechBy(() => Date.now() + phone.condition.skewMs)
  const phone: Phone = { ...facts, restsUntilMs: 0, beatsAtMs: 0, speech, log: [] }
  return phone
}

/** @param kept how it fared before a restart, if somebody had said so by hand */
export const seededPhone = (base: string, { name, key, isOn }: SeededPhone, kept?: KeptPhone): Phone =>
  phoneWith(
    {
      name,
      identity: null,
      condition: kept?.condition ?? { ...conditionAtFirst, isOn },
      isSet: kept !== undefined,
    },
    (now) => {
      const client = signedClient(base, now)
      return {
        message: (message) => client.post(key, '/auto/v1/message/create', message),
        heartbeat: (health) =>
          client.post<Beat>(key, '/auto/v1/device/heartbeat', {
            ...health,
            at: new Date(now()).toISOString(),
          }),
        answer: (answer) => client.post(key, '/auto/v1/device/answer', answer),
      }
    },
  )

/** A phone with a key of its own, as a real one is. */
export const pairedPhone = (
  name: string,
  identity: Identity,
  condition: PhoneCondition = conditionAtFirst,
): Phone => phoneWith({ name, identity, condition, isSet: true }, (now) => phoneApi(identity, now))
