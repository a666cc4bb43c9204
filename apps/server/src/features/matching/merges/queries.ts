import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { LineHandling } from '@khlang/contract/pre-transactions/line-handling.ts'
import { weightOfSign } from '@khlang/contract/pre-transactions/merge-words.ts'
import type { mergeRefusals, MergeSign } from '@khlang/contract/pre-transactions/merge-words.ts'
import type { preTransactionMerges } from '@khlang/contract/pre-transactions/merges.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { linesWhere, messagesOfLines } from '../../bank-lines/line-queries.ts'
import { withoutBalances } from '../message-text.ts'

type Handling = z.output<typeof LineHandling>
type Candidates = HandlerOutput<typeof preTransactionMerges.mergeCandidates>
type Side = Candidates['double']
type MergeRefusal = (typeof mergeRefusals)[number]

/** More lines of one amount within three days than anybody compares. */
const candidatesMax = 20

/** What a line ended in as a double; the newest where there were several. */
export async function mergeOf(db: Reader, lineId: string): Promise<Handling['merge']> {
  const { rows } = await sql<NonNullable<Handling['merge']>>`
    select g.into_id as "intoId", g.signs, m.display_name as maker, c.display_name as checker, g.reason,
           g.merged_at as "mergedAt", g.reversed_at as "reversedAt"
      from line_merges g join employees m on m.id = g.maker_id join approvals a on a.id = g.approval_id
      left join employees c on c.id = a.checker_id
     where g.line_id = ${lineId} order by g.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The lines that ended in a line. */
export async function doublesOf(db: Reader, lineId: string): Promise<Handling['doubles']> {
  const { rows } = await sql<Handling['doubles'][number]>`
    select l.id, l.received_at as "receivedAt" from line_merges g join statement_lines l on l.id = g.line_id
     where g.into_id = ${lineId} and g.reversed_at is null order by g.id limit 20`.execute(db)
  return rows
}

/** What a line stands merged into, held. */
export async function standingMerge(tx: Tx, lineId: string): Promise<{ intoId: string } | undefined> {
  const { rows } = await sql<{ intoId: string }>`
    select into_id as "intoId" from line_merges where line_id = ${lineId} and reversed_at is null
       for update`.execute(tx)
  return rows[0]
}

interface Judged {
  readonly signs: MergeSign[]
  readonly refusal: MergeRefusal | null
}

const judged = sql`merge_signs(l, i) as signs, merge_refusal(l, i) as refusal`

/** What speaks for and against two lines being one, and whether the one may end in the other. */
export async function judgeMerge(db: Reader, lineId: string, intoId: string): Promise<Judged | undefined> {
  const { rows } = await sql<Judged>`
    select ${judged} from statement_lines l, statement_lines i
     where l.id = ${lineId} and i.id = ${intoId}`.execute(db)
  return rows[0]
}

/** Likeliest first: what excludes counts most, then what speaks against, then what speaks for. Pure. */
function likeliness({ signs, refusal }: Judged): number {
  const times = (of: ReturnType<typeof weightOfSign>) => signs.filter((sign) => weightOfSign(sign) === of)
  const open = refusal === null ? 0 : -1000
  return open - 100 * times('excludes').length - 10 * times('against').length + times('for').length
}

/** Lines as they are laid beside each other, by their ids. */
async function sidesOf(db: Reader, ids: readonly string[], maySee: boolean): Promise<Map<string, Side>> {
  const lines = await linesWhere(db, sql`l.id = any(${[...ids]}::uuid[])`, ids.length, maySee)
  const { rows } = await sql<{ id: string; ref: string | null; source: string }>`
    select id, ref, source from statement_lines where id = any(${[...ids]}::uuid[])`.execute(db)
  const all = await messagesOfLines(db, ids)
  const sides = new Map<string, Side>()
  for (const line of lines) {
    const { ref = null, source = '' } = rows.find(({ id }) => id === line.id) ?? {}
    const messages = all
      .filter(({ lineId }) => lineId === line.id)
      .map(({ id, source: by, sender, text, receivedAt }) => ({
        id,
        source: by,
        sender,
        text: maySee ? text : withoutBalances(text, line.amountMinor),
        receivedAt,
      }))
    sides.set(line.id, { line, ref, source, messages })
  }
  return sides
}

/** Lines that a line may be the same movement as, the likeliest first. */
export async function candidatesOf(
  db: Reader,
  lineId: string,
  maySee: boolean,
): Promise<Candidates | undefined> {
  const { rows } = await sql<Judged & { id: string }>`
    select i.id, ${judged} from statement_lines l join statement_lines i
        on i.bank_account_id = l.bank_account_id and i.value_on between l.value_on - 1 and l.value_on + 1
       and i.direction = l.direction and i.amount_minor = l.amount_minor and i.id <> l.id
     where l.id = ${lineId} and i.state not in ('duplicate', 'rejected')
     order by abs(extract(epoch from line_moment(i) - line_moment(l))), i.id
     limit ${sql.lit(candidatesMax)}`.execute(db)
  const sides = await sidesOf(db, [lineId, ...rows.map(({ id }) => id)], maySee)
  const double = sides.get(lineId)
  if (!double) return undefined
  const records = rows
    .toSorted((a, b) => likeliness(b) - likeliness(a))
    .flatMap(({ id, signs, refusal }) => {
      const side = sides.get(id)
      return side ? [{ ...side, signs, refusal }] : []
    })
  return { double, records }
}
