import { createPublicKey, verify, type KeyObject } from 'node:crypto'
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
  /** Set where a restore went on from this head: until when it was brought back, and what was signed then. */
  readonly restored?: { readonly to: string; readonly signed: number; readonly mark: string }
}

/** A restore that the file tells of, in the key's own hand. */
export interface Restore {
  readonly seq: number
  readonly at: string
  readonly to: string
  readonly signed: number
  /** Signed heads that the restored log does not have any more, and the newest of them. */
  readonly newer: number
  readonly fromSeq: number
  readonly fromHead: string
}

/**
 * The restores of the file, those alone that the key has signed: whoever holds the database alone cannot
 * excuse a cut by one.
 */
export function restoresOf(kept: readonly Point[], key: KeyObject | null): Restore[] {
  return kept.flatMap(({ seq, head, at, restored }) => {
    if (restored === undefined || key === null) return []
    const { to, signed, mark } = restored
    const text = Buffer.from(`restored ${seq} ${head} ${at} ${to} ${signed}`)
    if (!verify(null, text, key, Buffer.from(mark, 'base64'))) return []
    const newer = kept.filter((point) => point.seq > signed && point.at < at)
    const last = newer.at(-1)
    const from = { fromSeq: last?.seq ?? seq, fromHead: last?.head ?? head }
    return [{ seq, at, to, signed, newer: newer.length, ...from }]
  })
}

/** Whether a head was signed before a restore that went back behind it. By signed times, not by place. */
export const isBehind = (point: Point, restores: readonly Restore[], by: 'seq' | 'signed'): boolean =>
  restores.some((restore) => point.at < restore.at && point.seq > restore[by])

/** A checkpoint is made every minute: what was sealed longer ago must be under one. */
export const unsignedMax = `interval '2 minutes'`

/**
 * Checkpoints that should be there and are not: a chain is cut unseen by who takes away what was signed. A
 * fresh installation has none yet.
 */
export async function missingPoints(
  client: pg.Client,
  say: Say,
  {
    stored,
    kept,
    restores,
  }: {
    readonly stored: readonly Point[]
    readonly kept: readonly Point[] | null
    readonly restores: readonly Restore[]
  },
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
    for (const point of kept ?? [])
      if (!known.has(point.seq) && !isBehind(point, restores, 'signed'))
        say('unsigned', point.seq, `the checkpoint of ${point.at} outside is not in the database`)
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
