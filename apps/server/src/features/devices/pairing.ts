import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'

/** How long a code may be taken. Source: domain 4.22. */
const codeMs = 10 * 60_000
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits as 32 letters: nobody guesses it in ten minutes. */
const newCode = (): string => [...randomBytes(32)].map((byte) => letters[byte % 32] ?? '').join('')
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** What people compare by eye: the first 64 bits of the key's hash, in fours. */
export const fingerprintOf = (publicKey: Buffer): string =>
  createHash('sha256')
    .update(publicKey)
    .digest('hex')
    .slice(0, 16)
    .replaceAll(/.{4}(?=.)/g, '$&-')

/** A new code of a phone, in place of one that nobody took. */
export async function newPairing(
  tx: Tx,
  { deviceId, byId, nowMs }: { deviceId: string; byId: string; nowMs: number },
): Promise<{ code: string; expiresAt: string }> {
  const code = newCode()
  const expiresAt = new Date(nowMs + codeMs).toISOString()
  await sql`update device_pairings set expires_at = ${new Date(nowMs).toISOString()}::timestamptz
    where device_id = ${deviceId} and used_at is null
      and expires_at > ${new Date(nowMs).toISOString()}::timestamptz`.execute(tx)
  await tx
    .insertInto('device_pairings')
    .values({ device_id: deviceId, code_hash: hashOf(code), made_by: byId, expires_at: expiresAt })
    .execute()
  return { code, expiresAt }
}

interface Pairing {
  readonly id: string
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceState: string
  readonly isExpired: boolean
  readonly keyId: string | null
  readonly publicKey: Buffer | null
}

/** The pairing of a code, held with its phone; undefined for a code that there never was. */
export async function lockPairing(tx: Tx, code: string, nowMs: number): Promise<Pairing | undefined> {
  // The phone first, as whoever makes a code holds them.
  await sql`select from devices d where d.id = (
    select p.device_id from device_pairings p where p.code_hash = ${hashOf(code)}) for update`.execute(tx)
  const { rows } = await sql<Pairing>`
    select p.id, p.device_id as "deviceId", d.name as "deviceName", d.state as "deviceState",
           p.expires_at <= ${new Date(nowMs).toISOString()}::timestamptz as "isExpired",
           p.key_id as "keyId", k.public_key as "publicKey"
      from device_pairings p join devices d on d.id = p.device_id
      left join machine_keys k on k.id = p.key_id
     where p.code_hash = ${hashOf(code)} for update of p`.execute(tx)
  return rows[0]
}

interface Taken {
  readonly deviceId: string
  readonly deviceName: string
  readonly publicKey: Buffer
  readonly platform: string
  readonly model: string
  readonly appVersion: string
  readonly nowMs: number
}

/** The phone's key, known from now on; it is heard when two have agreed to it. @returns its id */
export async function takePairing(tx: Tx, pairingId: string, taken: Taken): Promise<string> {
  const keyId = `phone_${randomBytes(9).toString('hex')}`
  await tx
    .insertInto('machine_keys')
    .values({
      id: keyId,
      kind: 'device',
      subject_id: taken.deviceId,
      name: taken.deviceName,
      public_key: taken.publicKey,
    })
    .execute()
  await tx
    .updateTable('device_pairings')
    .set({
      key_id: keyId,
      used_at: new Date(taken.nowMs),
      platform: taken.platform,
      model: taken.model,
      app_version: taken.appVersion,
    })
    .where('id', '=', pairingId)
    .execute()
  return keyId
}

/** The key of a phone that counts, as bytes; null where there is none of this id. */
export async function keyOf(db: Reader, deviceId: string, keyId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('machine_keys')
    .select('public_key')
    .where('id', '=', keyId)
    .where('kind', '=', 'device')
    .where('subject_id', '=', deviceId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.public_key ?? null
}

interface LastPairing {
  readonly expiresAt: string
  readonly isExpired: boolean
  readonly by: string
  readonly takenAt: string | null
  readonly platform: string | null
  readonly model: string | null
  readonly appVersion: string | null
  readonly keyId: string | null
  readonly isActive: boolean
  readonly publicKey: Buffer | null
}

/** The newest code of a phone, and the phone that took it; undefined where there never was one. */
export async function lastPairing(db: Reader, deviceId: string): Promise<LastPairing | undefined> {
  const { rows } = await sql<LastPairing>`
    select p.expires_at as "expiresAt", p.expires_at <= now() as "isExpired", e.display_name as by,
           p.used_at as "takenAt", p.platform, p.model, p.app_version as "appVersion", p.key_id as "keyId",
           coalesce(k.state = 'active', false) as "isActive", k.public_key as "publicKey"
      from device_pairings p join employees e on e.id = p.made_by
      left join machine_keys k on k.id = p.key_id
     where p.device_id = ${deviceId} order by p.created_at desc, p.id desc limit 1`.execute(db)
  return rows[0]
}
