import type { OfficeSize, Part } from '../office-seed.ts'

// What a year of cash operations leaves behind beside lines, deposits and withdrawals.

const share = (deposits: number, of: number): number => Math.max(100, Math.floor(deposits / of))
const days = 365
const over = (n: string, count: number) => `now() - interval '${days} days' * (1 - ${n}::float8 / ${count})`
const onOf = (at: string) => `((${at}) at time zone 'Asia/Bangkok')::date`
const clerk = (n: string) => `('019b0000-0000-7000-8000-' || lpad(to_hex(1 + (${n}) % 80), 12, '0'))::uuid`
const member = (n: string, { members }: OfficeSize) =>
  `('019a0000-0000-7000-8000-' || lpad(to_hex(1 + (${n}::bigint * 6997) % ${members}), 12, '0'))::uuid`
const later = (at: string, n: string) => `uuidv7((${at}) - now() + ${n} * interval '1 microsecond')`
/** Numbered rows spread over the year. */
const rows = (count: number) =>
  `(select n, ${over('n', count)} as at from generate_series(1, ${count}) n) x`
const accountOf = (role: string) =>
  `(select id from bank_accounts where role = '${role}' order by label limit 1)`

/** A tenth as many orders as deposits, through two gateways, each told of twice; one settlement a day. */
const gateways: Part = (size) => `
  insert into payment_gateways (code, name, adapter, direction, methods, base_url, api_secret,
      api_secret_last4, webhook_secret, webhook_secret_last4, max_minor, fee_bps, state)
    select 'year-' || n, 'Year ' || n, 'signedHttp', 'both', '{promptPay}', 'https://gateway.example',
           '\\x00', '0000', '\\x00', '0000', 10000000, 150, 'active' from generate_series(1, 2) n;
  insert into gateway_health (gateway_id, last_ok_at) select id, now() from payment_gateways;
  create unlogged table bench_orders as
    select n, at, ${later('at', 'n')} as id, ${later('at', 'n')} as event_id, g.id as gateway_id,
           case when n % 20 = 3 then 'expired' when n % 40 = 5 then 'failed' when n % 200 = 7 then 'unknown'
             when n % 400 = 9 then 'refunded' else 'paid' end as state,
           10000 + (n::bigint * 7901) % 490000 as amount
      from ${rows(share(size.deposits, 10))}
      join (select id, row_number() over (order by code) - 1 as k from payment_gateways) g on g.k = n % 2;
  insert into gateway_orders (id, reference, gateway_id, member_id, request_key, method, amount_minor, state,
      paid_at, failed_at, expired_at, refunded_at, paid_event_id, payment_ref, fee_minor, credited_minor,
      fee_by, settles_on, gateway_ref, qr_payload, expires_at, business_on, created_at, credited_on)
    select id, 'QO' || n, gateway_id, ${member('n', size)}, 'year-' || n, 'promptPay', amount, state,
           case when state in ('paid', 'refunded') then at end, case when state = 'failed' then at end,
           case when state = 'expired' then at end, case when state = 'refunded' then at end,
           case when state in ('paid', 'refunded') then event_id end, 'pay' || n, amount * 15 / 1000,
           case when state in ('paid', 'refunded') then amount end, 'house', ${onOf('at')} + 1, 'ref' || n,
           repeat('0', 120), at + interval '15 minutes', ${onOf('at')}, at,
           case when state in ('paid', 'refunded') then ${onOf('at')} end
      from bench_orders;
  insert into gateway_events (id, gateway_id, source, verdict, event_id, payload_hash, raw, state, kind,
      order_ref, amount_minor, happened_at, order_id, received_at)
    select case when k = 1 then event_id else uuidv7(at - now()) end, gateway_id, 'webhook',
           case when k = 2 and n % 50 = 1 then 'forged' else 'signed' end, 'year-' || n || '-' || k,
           sha256(n::text::bytea), repeat('x', 200),
           case when k = 1 then 'applied' when n % 50 = 1 then 'refused' when n % 1000 = 2 then 'differs'
             else 'noEffect' end, 'paid', 'QO' || n, amount, at, id, at
      from bench_orders, generate_series(1, 2) k;
  insert into gateway_settlements (line_id, gateway_id, amount_minor, due_minor, maker_id, approval_id,
      reason, value_on, business_on, settled_at)
    select l.id, g.id, 1000000 + n, 1000000 + n, ${clerk('n')}, gen_random_uuid(), 'bench', ${onOf('at')},
           ${onOf('at')}, at
      from ${rows(days)}
     cross join (select id, row_number() over (order by code) - 1 as k from payment_gateways) g
      join (select id, row_number() over (order by id) as k from statement_lines where direction = 'in'
             order by id limit ${3 * days}) l on l.k = 2 * n + g.k;
  drop table bench_orders`

/** A statement file a day for each of two accounts, of five hundred rows. */
const files: Part = () => `
  create unlogged table bench_files as
    select n, at, ${later('at', 'n')} as id, gen_random_uuid() as picture,
           case when n % 2 = 0 then ${accountOf('deposit')} else ${accountOf('withdrawal')} end as account
      from ${rows(2 * days)};
  insert into private_files (id, kind, purpose, sha256, bytes, uploaded_by, created_at)
    select picture, 'statement', 'statementFile', sha256(n::text::bytea), 90000, ${clerk('n')}, at
      from bench_files;
  insert into statement_files (id, bank_account_id, private_file_id, sha256, bytes, encoding, state, name,
      mapping, row_count, new_count, rows_sha256, in_minor, out_minor, from_on, to_on, uploaded_by,
      created_at, approval_id, asked_at, ended_at)
    select id, account, picture, encode(sha256(n::text::bytea), 'hex'), 90000, 'utf8', 'imported',
           'statement-' || n || '.csv', '{}', 500, 3, encode(sha256(n::text::bytea), 'hex'), 1, 1,
           ${onOf('at')}, ${onOf('at')}, ${clerk('n')}, at, gen_random_uuid(), at, at from bench_files;
  insert into statement_file_rows (file_id, no, place, direction, amount_minor, balance_after_minor, at,
      "precision", description)
    select id, k, k + 1, 'in', 100 + k, 100 * k, at, 'minute', 'โอนเงินเข้า ' || k
      from bench_files, generate_series(1, 500) k;
  drop table bench_files`

const slips: Part = (size) => `
  insert into private_files (id, kind, purpose, sha256, bytes, width, height, uploaded_by, created_at)
    select ('019c0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'picture', 'slip',
           sha256(('slip' || n)::bytea), 60000, 720, 1280, ${clerk('n')}, at
      from ${rows(share(size.deposits, 50))};
  insert into slips (id, member_id, private_file_id, qr_payload, sending_bank, trans_ref, state, reason,
      checks, checked_at, uploaded_by, created_at)
    select ${later('at', 'n')}, ${member('n', size)},
           ('019c0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, repeat('0', 80), '014',
           'ref' || n, case when n % 10 = 3 then 'failed' else 'unknown' end, 'unknownReference', 1, at,
           ${clerk('n')}, at
      from ${rows(share(size.deposits, 50))}`

const transfers: Part = () => `
  insert into own_transfers (reference, from_account_id, to_account_id, amount_minor, purpose, reason, state,
      maker_id, ended_at, business_on, created_at)
    select 'OT' || n, ${accountOf('deposit')}, ${accountOf('withdrawal')}, 20000000 + n, 'topUp', 'bench',
           case when n > 4 * ${days} - 5 then 'asked' when n % 3 = 0 then 'refused' else 'expired' end,
           ${clerk('n')}, case when n <= 4 * ${days} - 5 then at + interval '1 hour' end, ${onOf('at')}, at
      from ${rows(4 * days)}`

/** What people wrote down: entries of the blacklist, shifts, versions of the settings, doubles. */
const written: Part = (size) => `
  insert into blacklist (kind, value, source, reason, added_by, created_at, removed_at)
    select case when n % 2 = 0 then 'bankAccount' else 'phone' end, '09' || lpad(n::text, 8, '0'),
           (array['own', 'hr03', 'mule'])[1 + n % 3], 'bench', ${clerk('n')}, at,
           case when n % 9 = 0 then at + interval '1 day' end
      from ${rows(20 * days)};
  insert into shifts (employee_id, started_at, ended_at, business_on, figures, note)
    select ${clerk('n')}, at - interval '8 hours', at, ${onOf('at')}, jsonb_build_object(
             'linked', f.f, 'approved', f.f, 'rejected', f.f, 'paid', f.f, 'adjusted', f.f), 'bench'
      from ${rows(6 * days)}, (select '{"count": 10, "amountMinor": 1000}'::jsonb as f) f;
  insert into settings_versions (number, changes, value, state, asked_by, reason, effective_from, created_at,
      activated_at, ended_at)
    select 1000 + n, '{"autoCreditMaxMinor": 5000000}', v.value, 'past', ${clerk('n')}, 'bench', at, at, at,
           at + interval '1 day'
      from ${rows(days)}, (select value from settings_versions where state = 'active') v;
  insert into double_payments (kind, subject_id, other_id, bank_account_id, day_on, amount_minor, found_at)
    select 'sameMember', id, id, bank_account_id, business_on, amount_minor, paid_at
      from withdrawals where state = 'paid' order by id limit ${share(size.deposits, 1000)}`

export const cashParts: Readonly<Record<string, Part>> = { gateways, files, slips, transfers, written }
