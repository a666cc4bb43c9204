import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import { alarmCleared, raiseAlarm } from '../../platform/db/alarms.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import { tellScreens } from '../../platform/db/write-together.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { receiptOf } from '../bank-lines/intake/receipt-of.ts'
import { receiveLine } from '../bank-lines/intake/receive-line.ts'
import { ofStranger } from '../devices/strangers.ts'
import { placeOfMessage } from './message-queries.ts'
import { readMessage, type PhoneMessage } from './take-message.ts'

// Two people agree to the name of a bank after it has written: what it wrote is read then, as if late.

const batchSize = 200

interface Kept extends PhoneMessage {
  readonly id: string
  readonly deviceId: string
  readonly device: string
  readonly keyId: string
  readonly receivedAt: string
}

/**
 * Messages of a name that a phone may report by since at most a day, each of after its accounts came into
 * the books: what is older is in their opening balance.
 */
const allowedNow = (rest: RawBuilder<unknown>) => sql<Kept>`
  select m.id, m.device_id as "deviceId", d.name as device, d.key_id as "keyId",
         m.external_id as "externalId", m.source, m.sender, m.raw_text as text, m.sent_at as "sentAt",
         m.received_at as "receivedAt"
    from devices d
    join approvals a on a.id = d.trust_approval_id and a.settled_at > now() - interval '1 day'
    join bank_messages m on m.device_id = d.id
   where d.state = 'online' and ${ofStranger} and (
     select bool_and(b.anchor_at <= m.received_at) from device_senders s
       join bank_accounts b on b.id = s.bank_account_id
      where s.device_id = m.device_id and s.source = m.source and lower(s.sender) = lower(m.sender))
   ${rest}`

/** What became of a kept message. */
const storeAgain = (
  id: string,
  of: {
    readonly state: string
    readonly failure?: string | null
    readonly parsed?: unknown
    readonly accountId?: string | null
    readonly lineId?: string
  },
): RawBuilder<unknown> => {
  const parsed = of.parsed === undefined ? null : JSON.stringify(of.parsed)
  return sql`
    update bank_messages set state = ${of.state}, failure = ${of.failure ?? null}, parsed = ${parsed}::jsonb,
           parse_version = (${parsed}::jsonb ->> 'parseVersion')::int,
           bank_account_id = ${of.accountId ?? null}, statement_line_id = ${of.lineId ?? null}
     where id = ${id} and state = 'senderUnknown' returning id`
}

/** Reads one of them: it becomes a line by all rules of the chain, and credits nobody by itself. */
async function rereadOne(tx: Tx, { settings, now }: Services, id: string): Promise<void> {
  const { rows } = await allowedNow(sql`and m.id = ${id} for update of m`).execute(tx)
  const [kept] = rows
  if (!kept) return
  const place = await placeOfMessage(tx, kept)
  const receivedAt = receiptOf(kept)
  const read = readMessage({ ...kept, receivedAt }, place)
  const messageId = encodeId('message', id)
  await alarmCleared('message.senderUnknown', messageId).execute(tx)
  if (read.kind === 'line') {
    const { account, parsed: plain } = read
    const parsed = { ...plain, flags: [...plain.flags, 'readLate' as const] }
    await receiveLine(
      {
        tx,
        settings: await settings.get(),
        nowMs: now(),
        mayCredit: false,
        account,
        actor: { kind: 'machine', id: 'system', name: 'system', address: '', requestId: '' },
      },
      {
        deviceId: kept.deviceId,
        externalId: kept.externalId,
        source: kept.source,
        receivedAt,
        parsed,
        isReread: true,
        store: (state, lineId) => storeAgain(id, { state, parsed, accountId: account.id, lineId }),
      },
    )
  } else {
    const failure = 'failure' in read ? read.failure : null
    await storeAgain(id, {
      state: read.kind,
      failure,
      ...('parsed' in read ? { parsed: read.parsed } : {}),
      accountId: 'accountId' in read ? read.accountId : null,
    }).execute(tx)
    if (failure !== null)
      await raiseAlarm(tx, {
        code: `message.${read.kind}`,
        entity: 'message',
        entityId: messageId,
        detail: { failure, device: kept.device, sender: kept.sender, source: kept.source },
      })
  }
  await tellScreens([{ topic: 'message', id: messageId }]).execute(tx)
}

const idsOf = async (db: Reader): Promise<string[]> =>
  (await allowedNow(sql`order by m.id limit ${sql.lit(batchSize)}`).execute(db)).rows.map(({ id }) => id)

/**
 * Reads what was kept of names that were agreed to since, each message in a transaction of its own. One that
 * fails keeps no other waiting; it is tried again.
 */
export async function rereadAllowed(services: Services): Promise<void> {
  const { db } = services
  if ((await heldRestore(db)) !== null) return
  const failed: unknown[] = []
  for (const id of await idsOf(db))
    await db
      .transaction()
      .execute((tx) => rereadOne(tx, services, id))
      .catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, 'messages that were kept could not be read again')
}

export const rereadAllowedWork: PeriodicWork = {
  name: 'rereadMessages',
  everyMs: 3000,
  run: rereadAllowed,
}
