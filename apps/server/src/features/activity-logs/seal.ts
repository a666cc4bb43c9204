import { createHmac, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/db/db.ts'
import type { Secrets } from '../../platform/security/secrets.ts'

/** Rows that are sealed in one transaction, where nobody asks for fewer. */
export const rowsAtOnce = 2_000
const checkpointRows = 1_000
const checkpointMs = 60_000
/** The link before the first. */
const origin = Buffer.alloc(32)
/** Rows younger than this may still be overtaken by one with a lower number: they are looked for again. */
const overtaken = sql`interval '2 minutes'`

export interface Checkpoint {
  readonly seq: number
  /** The link of that number, in hex. */
  readonly head: string
  readonly at: string
  /** Ed25519 over `seq head at`, in base64. */
  readonly signature: string
}

/** The one place of the chain's rule: what a link is made of. Source: safety.md A3. */
export function linkOf(
  key: Buffer,
  before: Buffer,
  row: { readonly seq: number; readonly sealedAt: string; readonly text: string },
): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(row.seq))
  return createHmac('sha256', key)
    .update(before)
    .update(number)
    .update(`${row.sealedAt}\n${row.text}`)
    .digest()
}

// An Ed25519 key in PKCS #8 is this and its 32 bytes.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const signingKey = (secrets: Secrets): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8, secrets.key('activity-checkpoints')]),
    format: 'der',
    type: 'pkcs8',
  })

/** Ed25519 under the key of the checkpoints. */
export const signatureOver = (secrets: Secrets, text: string): Buffer =>
  sign(null, Buffer.from(text), signingKey(secrets))

/** The public key by which anybody checks the checkpoints, in PEM. */
export const checkpointKey = (secrets: Secrets): string =>
  createPublicKey(signingKey(secrets)).export({ format: 'pem', type: 'spki' })

interface Head {
  readonly seq: number
  readonly link: Buffer
}

async function headOf(tx: Tx): Promise<Head> {
  const row = await tx
    .selectFrom('activity_seals')
    .select(['seq', 'link'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { seq: 0, link: origin }
}

/**
 * Rows without a seal, the oldest first: those above the newest sealed one, and late ones below it. Measured
 * from the newest seal: after a standstill, or in a database of before, rows may have been late then.
 */
async function unsealed(tx: Tx, most: number) {
  const { rows } = await sql<{ id: number; text: string }>`
    with floor as (select coalesce((select s.activity_id from activity_seals s
        where s.at < least(now(), (select max(n.at) from activity_seals n)) - ${overtaken}
        order by s.at desc, s.seq desc limit 1), 0) as id)
    select l.id, activity_text(l) as text
      from floor cross join lateral (select * from activity_log n
        where n.id > floor.id and not exists (select from activity_seals s
          where s.activity_id = n.id and s.activity_id > floor.id)
        order by n.id limit ${sql.lit(most)}) x
      join activity_log l on l.id = x.id order by l.id`.execute(tx)
  return rows
}

/**
 * Seals rows that have come since the last time, the oldest first; by one process at a time.
 * @returns how many there were
 */
export async function sealActivity(
  db: Database,
  secrets: Secrets,
  nowMs: number,
  most = rowsAtOnce,
): Promise<number> {
  const key = secrets.key('activity-chain')
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('khlang.activity-chain'))`.execute(tx)
    const rows = await unsealed(tx, most)
    if (rows.length === 0) return 0
    let head = await headOf(tx)
    const sealedAt = new Date(nowMs).toISOString()
    const sealed = rows.map(({ id, text }) => {
      const seq = head.seq + 1
      head = { seq, link: linkOf(key, head.link, { seq, sealedAt, text }) }
      return { id, ...head }
    })
    const list = <T>(pick: (row: (typeof sealed)[number]) => T): T[] => sealed.map(pick)
    await sql`
      insert into activity_seals (seq, activity_id, link, sealed_at, at, actor_id, entity, entity_id, action,
        result, address, request_id)
      select x.seq, l.id, decode(x.link, 'hex'), ${sealedAt}::timestamptz, l.at, l.actor_id, l.entity,
             l.entity_id, l.action, l.result, l.address, l.request_id
        from unnest(${list(({ seq }) => seq)}::bigint[], ${list(({ id }) => id)}::bigint[],
                    ${list(({ link }) => link.toString('hex'))}::text[]) as x (seq, id, link)
        join activity_log l on l.id = x.id order by x.seq`.execute(tx)
    return rows.length
  })
}

/** What a checkpoint's signature is over. */
const signedText = ({ seq, head, at }: Omit<Checkpoint, 'signature'>): Buffer =>
  Buffer.from(`${seq} ${head} ${at}`)

/**
 * Signs the head of the chain when a minute or a thousand rows have passed.
 * @param writer whose file keeps it; null: nobody's
 * @returns null when not due
 */
export async function makeCheckpoint(
  db: Database,
  secrets: Secrets,
  nowMs: number,
  writer: string | null,
): Promise<Checkpoint | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('khlang.activity-chain'))`.execute(tx)
    const last = await tx
      .selectFrom('activity_checkpoints')
      .select(['seq', 'at'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { seq, link } = await headOf(tx)
    const passed = seq - (last?.seq ?? 0)
    const isDue = passed >= checkpointRows || nowMs - Date.parse(last?.at ?? '1970-01-01') >= checkpointMs
    if (passed === 0 || !isDue) return null
    const point = { seq, head: link.toString('hex'), at: new Date(nowMs).toISOString() }
    const signature = sign(null, signedText(point), signingKey(secrets))
    await tx
      .insertInto('activity_checkpoints')
      .values({ seq, head: link, at: point.at, signature, writer })
      .execute()
    return { ...point, signature: signature.toString('base64') }
  })
}
