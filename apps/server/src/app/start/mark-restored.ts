import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { checkpointKey, sealActivity, signatureOver } from '../../features/activity-logs/seal.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import { raiseAlarm, restoredAlarm } from '../../platform/db/alarms.ts'
import type { Database, Tx } from '../../platform/db/db.ts'
import type { Secrets } from '../../platform/security/secrets.ts'

export interface Restored {
  readonly restoredTo: string
  /** Name of the base copy, or `own` where the operator's own tools restored. */
  readonly source: string
}

export interface Marked {
  readonly id: string
  readonly sessions: number
  /** Withdrawals that were approved and not sent: people look at them again. */
  readonly sentBack: number
  /** Signed heads of the log that are newer than the database. */
  readonly newerHeads: number
}

/** A sign-in, a code or a factor in the making of before may have been ended since: all of them end. */
async function endSignIns(tx: Tx): Promise<number> {
  const { rows } =
    await sql`update sessions set ended_at = now(), ended_by = 'restored', step_up_until = null
    where ended_at is null returning 1`.execute(tx)
  await sql`update one_time_codes set used_at = now() where used_at is null`.execute(tx)
  await sql`update recovery_codes set used_at = now() where used_at is null`.execute(tx)
  await sql`update employees set otp_next_secret = null, otp_next_until = null, otp_pending_until = null
    where otp_next_secret is not null or otp_pending_until is not null`.execute(tx)
  return rows.length
}

/**
 * An approved withdrawal that was not sent yet at that moment may have been sent since, under a payout that
 * this database has never heard of: sent again by itself it would be paid twice.
 */
async function sendBackApproved(tx: Tx, restored: Restored): Promise<number> {
  const found = JSON.stringify([
    { code: 'restored', result: 'review', detail: { restoredTo: restored.restoredTo } },
  ])
  const { rows } = await sql<{ id: string }>`
    update withdrawals set state = 'review', decided_by = null, decided_at = null, decision_kind = null,
      first_approved_by = null, first_approved_at = null, is_sole_owner = false,
      band = case when band = 'auto' then 'onePerson' else band end,
      checks = checks || ${found}::jsonb, version = version + 1
     where state = 'approved' returning id`.execute(tx)
  for (const { id } of rows)
    await recordActivity(tx, 'system', null, {
      entity: 'withdrawal',
      entityId: encodeId('withdrawal', id),
      action: 'sendBack',
      before: { state: 'approved' },
      after: { state: 'review' },
      detail: { stop: 'restored' },
    })
  await sql`update withdrawals set checks = checks || ${found}::jsonb, version = version + 1,
      band = case when band = 'auto' then 'onePerson' else band end
     where state = 'review' and not checks @> '[{"code": "restored"}]'::jsonb`.execute(tx)
  return rows.length
}

/** Each payout whose end is open is asked about anew, whatever pause it had reached. */
const askPayoutsAnew = (tx: Tx) =>
  sql`update payouts set next_check_at = now()
    where state in ('sending', 'accepted', 'unknown')`.execute(tx)

/** What waited to be told may have been told since; what was told once is not told again. */
const dropMessages = (tx: Tx) =>
  sql`update chat_deliveries set state = 'dropped', done_at = now(), error = 'restored'
    where state = 'pending'`.execute(tx)

/** References given since are on slips and in chats: none of them is given a second time. */
const skipReferences = (tx: Tx) =>
  sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + 100000)
    from pg_sequences where schemaname = 'public' and sequencename like '%\\_reference'`.execute(tx)

async function holdAll(db: Database, restored: Restored): Promise<Omit<Marked, 'newerHeads'>> {
  return db.transaction().execute(async (tx) => {
    const { restoredTo, source } = restored
    const { rows } = await sql<{ id: string }>`
      insert into restores (restored_to, source) values (${restoredTo}::timestamptz, ${source})
      returning id`.execute(tx)
    const id = rows[0]?.id ?? ''
    const sessions = await endSignIns(tx)
    const sentBack = await sendBackApproved(tx, restored)
    await skipReferences(tx)
    await dropMessages(tx)
    await askPayoutsAnew(tx)
    const alarm = { code: restoredAlarm, entity: 'brand', entityId: 'brand' }
    await raiseAlarm(tx, { ...alarm, detail: { restoredTo } })
    await recordActivity(tx, 'system', null, {
      entity: 'brand',
      entityId: 'brand',
      action: 'restored',
      detail: { restoreId: id, restoredTo, source, sessions, sentBack },
    })
    return { id, sessions, sentBack }
  })
}

/**
 * Rows that had no seal yet at that moment get theirs by the time of then: sealed by the time of now they
 * would look as if somebody had put them in.
 */
async function sealWhatWaits(db: Database, secrets: Secrets): Promise<void> {
  const { rows } = await sql<{ at: string | null }>`
    select greatest((select max(at) from activity_log),
      (select max(sealed_at) from activity_seals)) as at`.execute(db)
  const at = rows[0]?.at ?? null
  if (at !== null) while ((await sealActivity(db, secrets, Date.parse(at))) > 0);
}

const seqOf = (line: string): number => {
  try {
    return Number((JSON.parse(line) as { seq?: unknown }).seq)
  } catch {
    return Number.NaN
  }
}

/**
 * Signs from which head the log goes on and since when. The heads that are newer stay in the file: they
 * prove what the log was before. Whoever verifies takes their word no more only because of this line.
 */
async function keepHead(
  db: Database,
  given: { readonly secrets: Secrets; readonly evidenceDir: string; readonly restored: Restored },
): Promise<number> {
  const { secrets, evidenceDir, restored } = given
  const { rows } = await sql<{ seq: number; head: string; signed: number }>`
    select s.seq, encode(s.link, 'hex') as head,
           coalesce((select max(c.seq) from activity_checkpoints c), 0) as signed
      from activity_seals s order by s.seq desc limit 1`.execute(db)
  const [top] = rows
  if (top === undefined) return 0
  const { seq, head, signed } = top
  const at = new Date().toISOString()
  const signature = signatureOver(secrets, `${seq} ${head} ${at}`)
  await sql`insert into activity_checkpoints (seq, head, at, signature)
    values (${seq}, decode(${head}, 'hex'), ${at}::timestamptz, ${signature})
    on conflict (seq) do nothing`.execute(db)
  const to = new Date(restored.restoredTo).toISOString()
  const mark = signatureOver(secrets, `restored ${seq} ${head} ${at} ${to} ${signed}`).toString('base64')
  const line = { seq, head, at, signature: signature.toString('base64'), restored: { to, signed, mark } }
  mkdirSync(evidenceDir, { recursive: true })
  const pem = join(evidenceDir, 'activity-checkpoints.pem')
  if (!existsSync(pem)) writeFileSync(pem, checkpointKey(secrets))
  const file = join(evidenceDir, 'activity-checkpoints.jsonl')
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const begin = kept === '' || kept.endsWith('\n') ? '' : '\n'
  appendFileSync(file, `${begin}${JSON.stringify(line)}\n`, { flush: true })
  chmodSync(file, 0o600)
  return kept.split('\n').filter((each) => each !== '' && seqOf(each) > signed).length
}

/**
 * Tells a database that it was brought back: until two people release it, it pays, credits and sends nothing
 * by itself, and nobody is signed in. Needs the owner's rights; the server has no way to undo it.
 */
export async function markRestored(
  db: Database,
  given: { readonly secrets: Secrets; readonly evidenceDir: string; readonly restored: Restored },
): Promise<Marked> {
  await sealWhatWaits(db, given.secrets)
  const newerHeads = await keepHead(db, given)
  return { ...(await holdAll(db, given.restored)), newerHeads }
}
