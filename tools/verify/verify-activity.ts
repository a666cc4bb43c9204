import { createDecipheriv, createHmac, hkdfSync, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import pg from 'pg'
import {
  isBehind,
  keptPoints,
  missingPoints,
  publicKeyOf,
  restoresOf,
  storedPoints,
  unsignedMax,
  type Kind,
  type Point,
  type Restore,
} from './verify-checkpoints.ts'

// Verifies the activity log of a database against its chain and the checkpoints kept outside. It shares no
// code with the server: what it knows is docs/activity-log.md. Reads only.

interface Finding {
  readonly kind: Kind
  readonly seq: number
  readonly text: string
}

interface Row {
  readonly seq: string
  readonly activity_id: string
  readonly link: Buffer
  readonly sealed: string
  readonly text: string | null
  readonly copy_fits: boolean
}

const rowsAtOnce = 20_000
/** Of each kind: many of one must not hide a lower number of another. */
const findingsMax = 20
/**
 * A role's own search path or a temporary table must not put others before the tables of the log. The
 * temporary schema is searched first unless it is named.
 */
const ownPath = 'set search_path = pg_catalog, public, pg_temp'

const page = `
  select s.seq, s.activity_id, s.link,
         to_char(s.sealed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sealed,
         (s.at, s.actor_id, s.entity, s.entity_id, s.action, s.result, s.address, s.request_id)
           is not distinct from
         (l.at, l.actor_id, l.entity, l.entity_id, l.action, l.result, l.address, l.request_id) as copy_fits,
         case when l.id is null then null else json_build_array(l.id,
           to_char(l.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.actor_kind, l.actor_id,
           l.actor_name, l.role_name, l.role_version, l.session_id, l.address, l.device, l.entity,
           l.entity_id, l.action, l.result, l.reason, l.before, l.after, l.detail, l.approval_id,
           l.request_id)::text end as text
    from activity_seals s left join activity_log l on l.id = s.activity_id
   where s.seq > $1 order by s.seq limit ${rowsAtOnce}`

function linkOf(key: Buffer, before: Buffer, row: Row, text: string): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(row.seq))
  return createHmac('sha256', key).update(before).update(number).update(`${row.sealed}\n${text}`).digest()
}

/** Walks the chain from its first number and compares every link, row and signed head. */
class Verifier {
  readonly findings: Finding[] = []
  /** Links by number, for the heads that were signed. */
  readonly heads = new Map<number, string>()
  /** The numbers of these heads. */
  readonly wanted = new Set<number>()
  count = 0
  #before: Buffer = Buffer.alloc(32)
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  readonly say = (kind: Kind, seq: number, text: string): void => {
    const same = this.findings.filter((finding) => finding.kind === kind)
    if (same.length < findingsMax) this.findings.push({ kind, seq, text })
  }

  take(row: Row): void {
    const seq = Number(row.seq)
    if (seq !== this.count + 1) this.say('gap', this.count + 1, `number ${this.count + 1} is not there`)
    this.count = seq
    if (row.text === null) this.say('missing', seq, `row ${row.activity_id} is not in the log`)
    else if (!linkOf(this.#key, this.#before, row, row.text).equals(row.link))
      this.say('altered', seq, `row ${row.activity_id} or its seal is not as it was sealed`)
    else if (!row.copy_fits) this.say('altered', seq, `the list's copy of row ${row.activity_id} differs`)
    if (this.wanted.has(seq)) this.heads.set(seq, row.link.toString('hex'))
    // Goes on from the stored link, so that one altered row is one finding.
    this.#before = row.link
  }

  checkPoints(points: readonly Point[], key: KeyObject | null, source: string): void {
    for (const point of points) {
      if (key === null) {
        this.say('unsigned', point.seq, `a checkpoint ${source}, and no public key at hand to check it by`)
        continue
      }
      const signed = Buffer.from(`${point.seq} ${point.head} ${point.at}`)
      const isOurs = verify(null, signed, key, Buffer.from(point.signature, 'base64'))
      if (!isOurs) this.say('restamped', point.seq, `a checkpoint ${source} has a foreign signature`)
      else if (point.seq > this.count)
        this.say('tailCut', this.count + 1, `signed up to ${point.seq}, there are ${this.count}`)
      else if (this.heads.get(point.seq) !== point.head)
        this.say('restamped', point.seq, `the head signed ${source} at ${point.at} is another`)
    }
  }
}

/** Rows of the log that nobody sealed in time: put in behind the sealer's back, or it stands still. */
async function unsealedRows(client: pg.Client, verifier: Verifier): Promise<void> {
  // It stands before the first seal of a higher id or of a later time, whichever comes first.
  const { rows } = await client.query<{ id: string; at: string; seq: string | null }>(`
    select l.id, l.at::text, least(
        (select s.seq from activity_seals s where s.activity_id > l.id order by s.activity_id limit 1),
        (select s.seq from activity_seals s where s.at > l.at order by s.at, s.seq limit 1)) as seq
      from activity_log l
     where not exists (select from activity_seals s where s.activity_id = l.id)
       and (l.at < now() - interval '5 minutes' or l.at > now() + interval '1 minute'
         or l.id < (select max(activity_id) from activity_seals where sealed_at < now() - ${unsignedMax}))
     order by l.id limit ${findingsMax}`)
  for (const { id, at, seq } of rows)
    verifier.say('inserted', Number(seq ?? verifier.count + 1), `row ${id} of ${at} was never sealed`)
  const late = await client.query<{ seq: string; id: string; at: string }>(`
    select s.seq, s.activity_id as id, s.at::text from activity_seals s
     where s.sealed_at - s.at > interval '1 hour' and s.seq > 1
       and s.at < (select b.sealed_at from activity_seals b where b.seq = s.seq - 1) - interval '1 hour'
        or s.at - s.sealed_at > interval '1 hour'
     order by s.seq limit ${findingsMax}`)
  for (const row of late.rows)
    verifier.say('inserted', Number(row.seq), `row ${row.id} claims ${row.at}, far from when it was sealed`)
}

export interface Asked {
  readonly url: string
  /** 32 bytes: HKDF-SHA-256 of the brand key, salt `khlang`, info `activity-chain`. */
  readonly chainKey: Buffer
  /** The file of checkpoints kept outside the database; empty when it is missing; null: none is kept. */
  readonly kept: string | null
  /** The public key in PEM that the checkpoints were signed for; null when it is not there. */
  readonly publicKey: string | null
}

export interface Answer {
  readonly count: number
  readonly findings: Finding[]
  /** Restores that the file of checkpoints tells of: heads that are gone through them are no finding. */
  readonly restored: readonly Restore[]
}

/** @returns how many rows the chain has, and what is wrong, the first bad number first */
export async function verifyActivity(asked: Asked): Promise<Answer> {
  const client = new pg.Client({ connectionString: asked.url })
  await client.connect()
  try {
    await client.query(ownPath)
    await client.query('begin isolation level repeatable read read only')
    const publicKey = publicKeyOf(asked.publicKey)
    const stored = await storedPoints(client)
    const verifier = new Verifier(asked.chainKey)
    const kept = asked.kept === null ? null : keptPoints(asked.kept, verifier.say)
    for (const { seq } of [...stored, ...(kept ?? [])]) verifier.wanted.add(seq)
    for (let after = '0'; ;) {
      const { rows } = await client.query<Row>(page, [after])
      for (const row of rows) verifier.take(row)
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.seq
    }
    const restored = restoresOf(kept ?? [], publicKey)
    const standing = (kept ?? []).filter((point) => !isBehind(point, restored, 'seq'))
    verifier.checkPoints(standing, publicKey, 'outside')
    verifier.checkPoints(stored, publicKey, 'in the database')
    await unsealedRows(client, verifier)
    await missingPoints(client, verifier.say, { stored, kept, restores: restored })
    const findings = verifier.findings.toSorted((a, b) => a.seq - b.seq).slice(0, findingsMax)
    return { count: verifier.count, findings, restored }
  } finally {
    await client.end()
  }
}

const derived = (key: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'khlang', info, 32))

/** The brand key, which lies in the database wrapped by the master key; of a database of before, that one. */
async function brandKeyOf(url: string, masterKey: Buffer): Promise<Buffer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(ownPath)
    const table = await client.query<{ name: string | null }>(
      "select to_regclass('deployment')::text as name",
    )
    if (typeof table.rows[0]?.name !== 'string') return masterKey
    const { rows } = await client.query<{ wrapped_key: Buffer }>('select wrapped_key from deployment')
    const [row] = rows
    if (row === undefined) return masterKey
    const wrapped = row.wrapped_key
    const opener = createDecipheriv(
      'aes-256-gcm',
      derived(masterKey, 'brand-wrap'),
      wrapped.subarray(0, 12),
    )
    opener.setAAD(Buffer.from('deployment.wrapped_key')).setAuthTag(wrapped.subarray(44))
    return Buffer.concat([opener.update(wrapped.subarray(12, 44)), opener.final()])
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error
    throw new Error('The master key is not the one of this database.', { cause: error })
  } finally {
    await client.end()
  }
}

/** The address of the database in a data folder, as its own key and port say. */
function ownDatabase(data: string, masterKey: Buffer): string {
  const port = readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const secret = derived(masterKey, 'password:database-admin')
  return `postgres://khlang_admin:${secret.toString('base64url')}@127.0.0.1:${port}/khlang`
}

/** What a file holds; null when it cannot be read. */
function held(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Asked by a program: what it gives comes over the input as JSON, and so does the answer. */
async function answerProgram(): Promise<void> {
  const asked = (await json(process.stdin)) as Omit<Asked, 'chainKey'> & { chainKey: string }
  const answer = await verifyActivity({ ...asked, chainKey: Buffer.from(asked.chainKey, 'hex') })
  process.stdout.write(JSON.stringify(answer))
}

async function answerPerson(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: process.env['KHLANG_DATA'] ?? './data' },
      database: { type: 'string' },
      key: { type: 'string' },
      checkpoints: { type: 'string' },
      'public-key': { type: 'string' },
      asked: { type: 'boolean', default: false },
    },
  })
  if (values.asked) return answerProgram()
  const keyFile = values.key ?? join(values.data, 'master.key')
  const masterKey = Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'hex')
  const keptFile = values.checkpoints ?? join(values.data, 'evidence', 'activity-checkpoints.jsonl')
  const pem = values['public-key'] ?? join(values.data, 'evidence', 'activity-checkpoints.pem')
  const started = performance.now()
  const url = values.database ?? process.env['DATABASE_URL'] ?? ownDatabase(values.data, masterKey)
  const { count, findings, restored } = await verifyActivity({
    url,
    chainKey: derived(await brandKeyOf(url, masterKey), 'activity-chain'),
    kept: held(keptFile) ?? '',
    publicKey: held(pem),
  })
  for (const { at, to, seq, newer, fromSeq, fromHead } of restored)
    console.log(
      `restored at ${at} to ${to}: the log goes on after ${seq}; ${newer} newer head(s) up to ` +
        `${fromSeq} (${fromHead}) were signed before and are kept`,
    )
  for (const { kind, seq, text } of findings) console.log(`${kind} at ${seq}: ${text}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${count} rows in ${seconds} s: ${findings.length === 0 ? 'as they were sealed' : 'NOT whole'}`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}

if (import.meta.main) await answerPerson()
