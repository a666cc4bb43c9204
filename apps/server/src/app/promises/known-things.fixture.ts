import { randomUUIDv7 } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { startFakeProvider } from '../../testing/fakes/fake-provider.ts'
import { plantDistributor } from '../../testing/world/distributors.ts'
import type { TestServer } from '../../testing/server.ts'
import type { MoneyFactory } from '../../testing/world/money-factory.ts'

interface Around {
  readonly server: TestServer
  readonly make: MoneyFactory
  readonly deviceId: string
  readonly makerId: string
  readonly accountId: string
}

/** A distributor, its contract, an invoice of it, and a report whose bytes are nowhere. */
async function distributorThings({
  server,
  makerId,
  known,
}: Pick<Around, 'server' | 'makerId'> & { readonly known: Map<string, string> }) {
  const { id, contractId, providerId } = await plantDistributor(server)
  const [invoice, report, difference, file] = [1, 2, 3, 4].map(() => randomUUIDv7())
  await server.database.plant(`insert into provider_invoices (id, distributor_id, month, lines, ggr_minor,
      fee_minor) values ('${invoice}', '${decodeId('distributor', id)}', '2026-10-01', '[]', 0, 100);
    insert into private_files (id, kind, purpose, sha256, bytes, uploaded_by, created_at)
      values ('${file}', 'statement', 'statementFile', decode(repeat('00', 32), 'hex'), 1, '${makerId}',
        now() - interval '2 days');
    insert into provider_reports (id, provider_id, private_file_id, sha256, uploaded_by)
      values ('${report}', '${decodeId('gameProvider', providerId)}', '${file}', 'x', '${makerId}');
    insert into provider_report_differences (id, report_id, round_ref, kind, player)
      values ('${difference}', '${report}', 'x', 'notOurs', 'x');
    update private_files set removed_at = now() where id = '${file}'`)
  known.set('dtb', id)
  known.set('dtc', contractId)
  known.set('pin', encodeId('providerInvoice', invoice ?? ''))
  known.set('prp', encodeId('providerReport', report ?? ''))
  known.set('prd', encodeId('reportDifference', difference ?? ''))
}

/** A provider with a game and a bet that runs. */
async function playThings({ server, make }: Pick<Around, 'server' | 'make'>, known: Map<string, string>) {
  const { id: provider } = await startFakeProvider(server)
  const bet = randomUUIDv7()
  const [game] = await make.query<{ id: string }>(
    `select id from games where provider_id = $1 and code = 'tiger'`,
    [provider],
  )
  await server.database.plant(
    `insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor, placed_at,
       business_on, version)
     select $1, $2, 'x', $3, id, 'running', 100, 0, now(), current_date, 1 from members limit 1`,
    [bet, provider, game?.id],
  )
  known.set('gpr', encodeId('gameProvider', provider))
  known.set('gam', encodeId('game', game?.id ?? ''))
  known.set('bet', encodeId('bet', bet))
}

/** One of each thing that calls about money name, by the prefix of its id. */
export async function payable({ server, make, deviceId, makerId, accountId }: Around) {
  const { db } = server.services
  const known = new Map<string, string>()
  const entry = await db
    .insertInto('blacklist')
    .values({ kind: 'name', value: 'x x', source: 'own', reason: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  known.set('ble', encodeId('blacklistEntry', entry.id))
  const [rule, gateway, order, event] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  await playThings({ server, make }, known)
  // As if two had agreed to them.
  await server.database.plant(`set session_replication_role = replica;
    insert into booking_rules (id, name, direction, category, texts, max_minor, maker_id, approval_id)
      values ('${rule}', 'r', 'out', 'bankFee', '{fee}', 100, '${makerId}', '${randomUUIDv7()}');
    insert into payment_gateways (id, code, name, adapter, direction, methods, base_url, api_secret,
        api_secret_last4, webhook_secret, webhook_secret_last4, max_minor)
      values ('${gateway}', 'gateway', 'G', 'signedHttp', 'in', '{promptPay}', 'https://192.0.2.1',
        '\\x01', 'x', '\\x01', 'x', 1000);
    insert into gateway_health (gateway_id) values ('${gateway}');
    insert into gateway_orders (id, reference, gateway_id, member_id, request_key, method, amount_minor,
        fee_by, expires_at, business_on)
      select '${order}', 'G1', '${gateway}', id, 'k', 'promptPay', 100, 'house', now(), '2026-11-01'
        from members limit 1;
    insert into gateway_events (id, gateway_id, source, verdict, payload_hash, raw, state)
      values ('${event}', '${gateway}', 'webhook', 'signed', '\\x01', '{}', 'unknownOrder')`)
  known.set('bkr', encodeId('bookingRule', rule))
  known.set('gwy', encodeId('gateway', gateway))
  known.set('gwo', encodeId('gatewayOrder', order))
  known.set('gwe', encodeId('gatewayEvent', event))
  await distributorThings({ server, makerId, known })
  const stored = await db
    .insertInto('private_files')
    .values({
      kind: 'statement',
      purpose: 'statementFile',
      sha256: Buffer.alloc(32),
      bytes: 1,
      uploaded_by: makerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const statement = await db
    .insertInto('statement_files')
    .values({
      bank_account_id: accountId,
      private_file_id: stored.id,
      sha256: '00'.repeat(32),
      bytes: 1,
      encoding: 'utf8',
      uploaded_by: makerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Its bytes are nowhere: they were removed unused.
  await server.database.plant('update private_files set removed_at = now() where id = $1', [stored.id])
  known.set('stf', encodeId('statementFile', statement.id))
  const [slip] = await make.query<{ id: string }>(
    `with f as (insert into private_files (kind, purpose, sha256, bytes, width, height, uploaded_by)
       values ('picture', 'slip', decode(repeat('00', 32), 'hex'), 1, 1, 1, $1) returning id)
     insert into slips (id, member_id, private_file_id, qr_payload, sending_bank, trans_ref, uploaded_by)
     select uuidv7(), (select id from members limit 1), f.id, 'x', '014', 'x', $1 from f returning id`,
    [makerId],
  )
  known.set('slp', encodeId('slip', slip?.id ?? ''))
  const [format] = await make.query<{ id: string }>(
    `with m as (insert into bank_messages (device_id, external_id, source, sender, raw_text, sent_at, state)
       values ($1, 'x', 'sms', 'SCB', 'x', now(), 'parseFailed') returning id),
     f as (select uuidv7() as id)
     insert into taught_formats (id, family_id, number, name, bank, source, senders, shape, message_id,
       maker_id)
     select f.id, f.id, 1, 'x', 'SCB', 'sms', '{scb}', '{}', m.id, $2 from f, m returning id`,
    [deviceId, makerId],
  )
  known.set('tft', encodeId('taughtFormat', format?.id ?? ''))
  const [template] = await make.query<{ id: string }>(
    `insert into transfer_templates (name, from_account_id, to_account_id, amount_minor, purpose, reason,
       created_by) values ('x', $1, $2, 100, 'other', 'x', $3) returning id`,
    [accountId, (await make.account()).id, makerId],
  )
  known.set('ttp', encodeId('transferTemplate', template?.id ?? ''))
  return known
}
