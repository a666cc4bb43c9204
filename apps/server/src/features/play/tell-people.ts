import { encodeId } from '@khlang/contract/values/values.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { Told } from './adapters/adapter.ts'

interface About {
  readonly id: string
  readonly code: string
}

/**
 * People are told: of one thing a provider said two, and the first stands; or something is open with it that
 * only a person can settle.
 * @param reference the transaction, as whoever named it knows it
 */
export const tellPeople = (
  db: Reader,
  code: 'provider.mismatch' | 'provider.owed',
  { id, code: label }: About,
  reference: string,
): Promise<void> => {
  const entityId = encodeId('gameProvider', id)
  return raiseAlarm(db, { code, entity: 'gameProvider', entityId, detail: { label, reference } })
}

/** The same, where a word was not taken and only people can settle it with the provider. */
export async function tellOfWord(
  db: Reader,
  provider: About,
  reference: string,
  { outcome, needsPerson }: Pick<Told, 'outcome' | 'needsPerson'>,
): Promise<void> {
  if (outcome === 'otherMeaning') await tellPeople(db, 'provider.mismatch', provider, reference)
  else if (needsPerson && outcome !== 'done') await tellPeople(db, 'provider.owed', provider, reference)
}
