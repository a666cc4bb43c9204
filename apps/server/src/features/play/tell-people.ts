import type { owedReasons } from '@khlang/contract/values/play-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { Told, Word } from './adapters/adapter.ts'

interface About {
  readonly id: string
  readonly code: string
}

/** What people must settle with a provider. */
interface Owed {
  /** The transaction, as whoever named it knows it. */
  readonly reference: string
  readonly why: (typeof owedReasons)[number]
}

/** So many are told beside the first. */
const othersMax = 500

/**
 * People are told: of one thing a provider said two, and the first stands; or something is open with it that
 * only a person can settle. While they have not ended it, what comes later stands beside the first.
 */
export async function tellPeople(
  db: Reader,
  code: 'provider.mismatch' | 'provider.owed',
  { id, code: label }: About,
  { reference, why }: Owed,
): Promise<void> {
  const item = JSON.stringify([{ reference, why }])
  const others = sql`coalesce(alarms.detail -> 'others', '[]')`
  await sql`
    insert into alarms (code, entity, entity_id, detail)
    values (${code}, 'gameProvider', ${encodeId('gameProvider', id)},
      ${JSON.stringify({ label, reference, why })}::jsonb)
    on conflict (code, entity_id) where cleared_at is null
      do update set detail = jsonb_set(alarms.detail, '{others}', ${others} || ${item}::jsonb)
      where alarms.detail ->> 'reference' <> ${reference} and not ${others} @> ${item}::jsonb
        and jsonb_array_length(${others}) < ${othersMax}`.execute(db)
}

type Refused = Pick<Told, 'outcome' | 'needsPerson' | 'isArchived'>

/** Why a word was not taken, as far as people must know. Pure. */
function whyOf({ kind }: Pick<Word, 'kind'>, { outcome, isArchived }: Refused): Owed['why'] {
  if (isArchived) return 'archived'
  if (outcome === 'otherMeaning') return 'otherMeaning'
  if (outcome === 'insufficientFunds') return 'spent'
  if (outcome === 'voided') return 'roundVoid'
  if (outcome === 'roundOver' && kind === 'void') return 'paidStake'
  return outcome === 'roundOver' && kind === 'adjust' ? 'beyondPaid' : 'notTaken'
}

/** The same, where a word was not taken and only people can settle it with the provider. */
export async function tellOfWord(
  db: Reader,
  provider: About,
  word: Pick<Word, 'kind' | 'transactionRef'>,
  told: Refused,
): Promise<void> {
  const { outcome, needsPerson } = told
  const owed = { reference: word.transactionRef, why: whyOf(word, told) }
  if (outcome === 'otherMeaning') await tellPeople(db, 'provider.mismatch', provider, owed)
  else if (needsPerson && outcome !== 'done') await tellPeople(db, 'provider.owed', provider, owed)
}
