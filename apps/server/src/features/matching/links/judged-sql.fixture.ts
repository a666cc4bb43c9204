import pg from 'pg'
import type { TestServer } from '../../../testing/server.ts'

export type Sql = readonly [string, ...unknown[]]

/** Values side by side. */
export const those = (...values: unknown[]): unknown[] => values

/** Statements before the judges of the database; whatever they do, nothing of it stays. */
export interface Judged {
  /** What is so before, past every judge; then an act as the program's own role. A refusal is its code. */
  readonly within: <T>(plants: readonly Sql[], act: (db: pg.Client) => Promise<T>) => Promise<T | string>
  /** `done`, or the code of the refusal; what looks at the end of a transaction has looked. */
  readonly said: (plants: readonly Sql[], ...acts: readonly Sql[]) => Promise<string>
  /** The column `value` of the first row. */
  readonly valueOf: (plants: readonly Sql[], text: string, ...values: unknown[]) => Promise<unknown>
  readonly stop: () => Promise<void>
}

export async function judgedBy({ database }: Pick<TestServer, 'database'>): Promise<Judged> {
  const db = new pg.Client({ connectionString: database.adminUrl })
  await db.connect()
  const within: Judged['within'] = async (plants, act) => {
    await db.query('begin')
    try {
      await db.query('set local session_replication_role = replica')
      for (const [text, ...values] of plants) await db.query(text, values)
      await db.query('set local session_replication_role = origin')
      await db.query('set local role khlang_app')
      return await act(db)
    } catch (error) {
      return (error as { code?: string }).code ?? String(error)
    } finally {
      await db.query('rollback')
    }
  }
  return {
    within,
    said: (plants, ...acts) =>
      within(plants, async () => {
        for (const [text, ...values] of acts) await db.query(text, values)
        await db.query('set constraints all immediate')
        return 'done'
      }),
    valueOf: (plants, text, ...values) =>
      within(plants, async () => (await db.query<{ value: unknown }>(text, values)).rows[0]?.value),
    stop: () => db.end(),
  }
}

/** A setting of the brand, past its form. */
export const setting = (name: string, value: unknown): Sql => [
  `update brand_settings set value = value || jsonb_build_object($1::text, $2::jsonb)`,
  name,
  JSON.stringify(value),
]

/** An open line, its amount, and a member whom it may be linked to. */
export interface OfLine {
  readonly line: string
  readonly memberId: string
  readonly amountMinor: number
  readonly requestId: string
}

/** What may be planted beside a line, one aspect at a time. */
export function aspectsOf({ line, memberId, amountMinor, requestId }: OfLine) {
  const setLine = (set: string, of: string = line): Sql => [
    `update statement_lines set ${set} where id = $1`,
    of,
  ]
  const doubt = (kind: string, of: string = line): Sql => [
    'insert into line_doubts (statement_line_id, doubt) values ($1, $2)',
    of,
    kind,
  ]
  /** A request that the member made a minute before the line; `set` makes it another. */
  const request = (set: object = {}, id: string = requestId): Sql => {
    const row = {
      of: memberId,
      amount: amountMinor,
      state: 'created',
      by: 'member',
      who: null,
      ms: -60_000,
      ...set,
    }
    return [
      `insert into deposits (id, reference, member_id, state, method, amount_requested_minor, by_kind, by_id,
         created_at, business_on, slip_ref)
       select $1, $2, $3, $4, 'bank', $5, $6, $7, l.created_at + make_interval(secs => $8::float / 1000),
              current_date, $9 from statement_lines l where l.id = $10`,
      ...those(
        id,
        id,
        row.of,
        row.state,
        row.amount,
        row.by,
        row.who,
        row.ms,
        'slip' in row ? row.slip : null,
        line,
      ),
    ]
  }
  /** A payer as the line tells of them, learnt for a member; `key`: another payer. */
  const alias = (hits: number, of: string = memberId, key: string | null = null): Sql => [
    `insert into payer_aliases (member_id, payer_key, hits)
     select $1, coalesce($3, coalesce(payer_bank, '') || '|' || ltrim(payer_mask, '?') || '|anna boon'), $2
       from statement_lines where id = $4`,
    of,
    hits,
    key,
    line,
  ]
  const digits = (mask: string | null, bank: string | null = null): Sql => [
    'update statement_lines set payer_mask = $2, payer_bank = $3 where id = $1',
    line,
    mask,
    bank,
  ]
  const setAccount = (set: string): Sql => [
    `update member_bank_accounts set ${set} where member_id = $1`,
    memberId,
  ]
  return { setLine, doubt, request, alias, digits, setAccount }
}
