import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './db.ts'

/**
 * A write that is one part of a statement; `rows`: how many it must return, or the transaction is repeated.
 */
export interface Write {
  readonly part: RawBuilder<unknown>
  readonly rows?: number
}

/** Somebody else moved a row between our reading and our writing: the adapter repeats the transaction. */
export const movedMeanwhile = (): Error =>
  Object.assign(new Error('A row moved meanwhile.'), { code: '40001' })

/** A write that stands alone; it must return one row, or the transaction is repeated. */
export async function writeRow(tx: Tx, part: RawBuilder<unknown>): Promise<void> {
  const { rows } = await part.execute(tx)
  if (rows.length !== 1) throw movedMeanwhile()
}

/** Runs writes one after the other, a statement each. */
export async function writeInTurn(tx: Tx, writes: readonly Write[]): Promise<void> {
  for (const { part, rows: due } of writes) {
    const { rows } = await part.execute(tx)
    if (due !== undefined && rows.length !== due) throw movedMeanwhile()
  }
}

/**
 * Runs writes as one statement and one round trip: each part is a data-changing query of rows of its own.
 * For a line that is placed, above all its credit, which a member waits for; all else writes in turn.
 */
export async function writeTogether(tx: Tx, writes: readonly Write[]): Promise<void> {
  const name = (position: number) => sql.ref(`w${position}`)
  const named = writes.map((write, position) => sql`${name(position)} as (${write.part})`)
  const counts = writes.flatMap((write, position) =>
    write.rows === undefined ? [] : [sql`(select count(*) from ${name(position)}) = ${write.rows}`],
  )
  const isWhole = counts.length === 0 ? sql`true` : sql.join(counts, sql` and `)
  const { rows } = await sql<{
    whole: boolean
  }>`with ${sql.join(named)} select ${isWhole} as whole`.execute(tx)
  if (rows[0]?.whole !== true) throw movedMeanwhile()
}

export interface LiveNews {
  readonly topic: string
  /** An outside id. */
  readonly id: string
}

/**
 * The part that tells open screens, once the transaction has committed; as `announce`, for several at once.
 */
export const tellScreens = (news: readonly LiveNews[]): RawBuilder<unknown> => sql`
  insert into outbox (topic, entity_id) select * from unnest(${news.map((one) => one.topic)}::text[],
    ${news.map((one) => one.id)}::text[])`
