import { createPublicKey, type KeyObject } from 'node:crypto'
import type pg from 'pg'

// The checkpoints as the verifier of the activity log reads them: in the database, and kept outside.

export type Kind =
  | 'altered'
  | 'missing'
  | 'inserted'
  | 'swapped'
  | 'tailCut'
  | 'restamped'
  | 'gap'
  | 'unsigned'
  | 'unreadable'

type Say = (kind: Kind, seq: number, text: string) => void

export interface Point {
  readonly seq: number
  readonly head: string
  readonly at: string
  readonly signature: string
}

/** A checkpoint is made every minute: what was sealed longer ago must be under one. */
export const unsignedMax = `interval '2 minutes'`

/**
 * Checkpoints that should be there and are not: a chain is cut unseen by who takes away what was signed. A
 * fresh installation has none yet.
 */
export async function missingPoints(
  client: pg.Client,
  say: Say,
  { stored, kept }: { readonly stored: readonly Point[]; readonly kept: readonly Point[] | null },
): Promise<void> {
  const { rows } = await client.query<{ seq: string }>(
    `select seq from activity_seals where sealed_at < now() - ${unsignedMax} order by seq limit 1`,
  )
  const first = rows[0] && Number(rows[0].seq)
  if (first !== undefined && kept?.length === 0)
    say('unsigned', first, 'the file of checkpoints is missing or holds none, and it must hold some')
  if (first !== undefined && stored.length === 0)
    say('unsigned', first, 'the database holds no checkpoint, and it must hold some')
  const known = new Set(stored.map(({ seq }) => seq))
  if (known.size > 0)
    for (const { seq, at } of kept ?? [])
      if (!known.has(seq)) say('unsigned', seq, `the checkpoint of ${at} outside is not in the database`)
}

function pointOf(line: string): Point | null {
  try {
    const point = JSON.parse(line) as Partial<Point> | null
    const isWhole =
      Number.isSafeInteger(point?.seq) &&
      [point?.head, point?.at, point?.signature].every((part) => typeof part === 'string')
    return isWhole ? (point as Point) : null
  } catch {
    return null
  }
}

/** The checkpoints of the file; a line that is none is a finding after the last one read. */
export function keptPoints(kept: string, say: Say): Point[] {
  const points: Point[] = []
  for (const [at, line] of kept.split('\n').entries()) {
    if (line.trim() === '') continue
    const point = pointOf(line)
    if (point) points.push(point)
    else {
      const after = (points.at(-1)?.seq ?? 0) + 1
      say('unreadable', after, `line ${at + 1} of the file of checkpoints is no checkpoint`)
    }
  }
  return points
}

/** @returns null for what is no key, which is a finding where there is something to check by it */
export function publicKeyOf(pem: string | null): KeyObject | null {
  try {
    return pem === null ? null : createPublicKey(pem)
  } catch {
    return null
  }
}

export async function storedPoints(client: pg.Client): Promise<Point[]> {
  const { rows } = await client.query<{ seq: string; head: Buffer; at: string; signature: Buffer }>(`
    select seq, head, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, signature
      from activity_checkpoints order by seq`)
  return rows.map((row) => ({
    seq: Number(row.seq),
    head: row.head.toString('hex'),
    at: row.at,
    signature: row.signature.toString('base64'),
  }))
}
