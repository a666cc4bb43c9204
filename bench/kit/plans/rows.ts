import { acts, clerks } from '../activity-seed.ts'
import type { Part } from '../office-seed.ts'

// What else a house of years has beside its members, its book and its money in and out: rows that lists show
// or that jobs remove, all in numbers that follow from those of the deposits.

const share = (deposits: number, of: number): number => Math.max(100, Math.floor(deposits / of))
const someClerk = (n: string) =>
  `('019b0000-0000-7000-8000-' || lpad(to_hex(1 + (${n}) % 80), 12, '0'))::uuid`
const someMember = (n: string, members: number) =>
  `('019a0000-0000-7000-8000-' || lpad(to_hex(1 + (${n}::bigint * 6997) % ${members}), 12, '0'))::uuid`
/** Evenly over so many days until now. */
const over = (n: string, count: number, days: number) =>
  `now() - interval '${days} days' * (1 - ${n}::float8 / ${count})`
const onOf = (at: string) => `((${at}) at time zone 'Asia/Bangkok')::date`

/** Each credit in the book, after all that the members have there; their balances are left as they are. */
const book: Part = ({ deposits }) => `
  insert into accounts (code, kind, currency, mode, is_hold)
    select member_locked_code(id), 'liability', 'THB', 'guarded', true from members;
  create unlogged table bench_cash as select m.id as member_id, a.id, a.version
    from members m join accounts a on a.code = member_cash_code(m.id);
  insert into transfers (key, posting_id, leg_count, kind, source_id, from_id, to_id, amount_minor,
      currency, to_after, to_version, business_on, value_on, created_at)
    select 'deposit.credited:' || outside || ':1', d.id, 1, 'deposit.credited', outside, h.id, a.id, amount,
           'THB', sum(amount) over w, 1000 + row_number() over w, ${onOf('at')}, ${onOf('at')}, at
      from (select *, case when by_kind = 'employee' then outside_id('dep', id)
               else 'dep_' || lpad(n::text, 26, '0') end as outside from bench_deposits
             where state = 'credited' and n <= ${deposits}) d
      join bench_cash a on a.member_id = d.member_id
      join (select b.id as account, a.id from bank_accounts b join accounts a
             on a.code = 'unmatched:' || outside_id('oba', b.id)) h on h.account = d.account
    window w as (partition by d.member_id order by n) order by n;
  insert into wallet_days
    select business_on, kind, count(*), sum(amount_minor), 0 from transfers
     where id > (select settled_id from wallet_progress) group by 1, 2;
  insert into wallet_entries (kind, business_on, transfer_id, amount_minor)
    select kind, business_on, id, amount_minor from transfers
     where id > (select settled_id from wallet_progress) order by kind, business_on, id;
  update wallet_progress set settled_id = (select max(id) from transfers),
    candidate_id = (select max(id) from transfers);
  insert into day_closings (business_on, closed_at, transfer_count, digest)
    select ${onOf('now()')} - 1, now(), 0, '\\x00'
  on conflict do nothing;
  drop table bench_cash`

const messages: Part = ({ deposits }) => `
  insert into bank_messages (device_id, external_id, source, sender, raw_text, sent_at, received_at, state,
      bank_account_id, statement_line_id)
    select d.device_id, 'bench-' || l.id, 'sms', 'SCB',
           '24/11@10:11 1,234.00 จากKBNK/x012345เข้าx909000 ใช้ได้123,456.00บ', received_at, received_at,
           'read', l.bank_account_id, l.id
      from statement_lines l left join device_senders s using (bank_account_id),
           lateral (select coalesce(s.device_id, (select device_id from device_senders limit 1)))
             d (device_id)
     order by l.received_at;
  insert into bank_messages (device_id, external_id, source, sender, raw_text, sent_at, received_at, state,
      failure)
    select (select id from devices order by id limit 1), 'bench-n-' || n, 'sms', 'SCB',
           'รหัส OTP ของท่านคือ 123456', at, at,
           case when n % 50 = 1 then 'parseFailed' when n % 50 = 2 then 'senderUnknown' else 'notMoney' end,
           case when n % 50 in (1, 2) then 'unknownShape' end
      from (select n, ${over('n', share(deposits, 10), 90)} as at
              from generate_series(1, ${share(deposits, 10)}) n) m`

const typed: Part = ({ deposits, members }) => `
  insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff, maker_id,
      business_on, created_at)
    select 'BA' || n, ${someMember('n', members)}, case when n % 5 = 0 then 'correction' else 'goodwill' end,
           100 + n % 5000, 'compensation', 'bench', ${someClerk('n')}, ${onOf('at')}, at
      from (select n, ${over('n', share(deposits, 10), 90)} as at
              from generate_series(1, ${share(deposits, 10)}) n) x;
  insert into transfers (key, posting_id, leg_count, kind, source_id, from_id, to_id, amount_minor, currency,
      to_after, to_version, business_on, value_on)
    select 'credit.add:' || source || ':1', gen_random_uuid(), 1, 'credit.add', source,
           (select id from accounts where mode = 'house' and kind = 'expense' order by id limit 1), a.id,
           amount_minor, 'THB', amount_minor, 5000 + n, business_on, business_on
      from (select *, outside_id('adj', id) as source, row_number() over (order by id) as n
              from adjustments order by id desc limit 50) j
      join accounts a on a.code = member_cash_code(member_id);
  insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score, reasons,
      business_on, linked_at, undone_at)
    select id, statement_line_id, ${someClerk('row_number() over ()')}, member_id, amount_minor, 40,
           '{lowScore}', business_on, credited_at,
           case when amount_minor % 40 = 0 then credited_at + interval '1 minute' end
      from deposits where state = 'credited' and by_kind = 'employee'`

const asked: Part = ({ deposits, members }) => `
  insert into approvals (kind, requires, entity, entity_id, document, document_hash, amount_minor, state,
      reason, maker_id, checker_id, expires_at, created_at, settled_at, decided_no)
    select kind, requires, 'member', outside_id('mbr', ${someMember('n', members)}), '{}', '\\x00', 1000 + n,
           state, 'bench', ${someClerk('n')},
           case when state in ('approved', 'rejected') then ${someClerk('n + 1')} end,
           at + interval '1 day', at, case when state <> 'pending' then at + interval '5 minutes' end,
           case when state in ('approved', 'rejected') then n end
      from (select n, ${over('n', share(deposits, 5), 200)} as at,
              case when n > ${share(deposits, 5)} - 80 then 'pending' when n % 10 = 3 then 'rejected'
                when n % 10 = 4 then 'expired' when n % 50 = 5 then 'withdrawn' else 'approved' end as state
              from generate_series(1, ${share(deposits, 5)}) n) x
      join lateral (select (array['withdrawalApproval', 'manualCredit', 'lineLink',
        'memberAccountChange'])[1 + n % 4] as kind) k on true join approval_needs using (kind)`

/** Half of what is told in two months is over the time it is kept. */
const told: Part = ({ deposits }) => `
  insert into events (code, entity, entity_id, occurrence, detail, amount_minor, at)
    select 'withdrawalWaiting', 'withdrawal', 'wdr_' || lpad(n::text, 26, '0'), '', '{}', 1000 + n,
           ${over('n', share(deposits, 2), 120)}
      from generate_series(1, ${share(deposits, 2)}) n;
  update event_progress set group_event_id = (select max(id) from events), alarms_at = now();
  insert into notifications (event_id, code, severity, title, body, entity, entity_id, audience, role_ids,
      employee_ids, requires, created_at)
    select id, code, case when id % 20 = 0 then 'critical' when id % 5 = 0 then 'warn' else 'info' end,
           '{"th": "ถอนรอ", "en": "A withdrawal waits"}', '{"th": "รอ", "en": "It waits"}', entity, entity_id,
           case when id % 3 = 0 then 'roles' when id % 3 = 1 then 'employees' else 'all' end,
           case when id % 3 = 0 then array[(select id from roles order by id limit 1)] else '{}' end,
           case when id % 3 = 1 then array[${someClerk('id')}] else '{}' end, '{}', at
      from events where id % 2 = 0;
  insert into notification_reads (employee_id, notification_id, at)
    select ${someClerk('e')}, n.id, n.created_at + interval '5 minutes'
      from notifications n, generate_series(1, 3) e where n.created_at < now() - interval '2 hours';
  insert into chat_groups (name, channel, target, credential, events, owner_id, base_url)
    select 'group ' || n, 'webhook', 'x', '\\x00', '{withdrawalWaiting}', ${someClerk('n')},
           'http://127.0.0.1:1'
      from generate_series(1, 6) n;
  insert into chat_deliveries (group_id, event_ids, state, tries, next_at, created_at, done_at)
    select g.id, array[e.id], case when e.id > t.top - 200 then 'pending' when e.id % 100 = 7 then 'failed'
             else 'sent' end, case when e.id > t.top - 200 then 0 else 1 end, e.at, e.at,
           case when e.id <= t.top - 200 then e.at + interval '1 second' end
      from (select max(id) as top from events) t, events e
      join (select id, row_number() over (order by id) - 1 as k from chat_groups) g on g.k = e.id % 6`

const kept: Part = ({ deposits, members }) => `
  insert into machine_nonces (key_id, nonce, at)
    select (select id from machine_keys order by id limit 1), gen_random_uuid(),
           ${over('n', deposits, 20)} from generate_series(1, ${deposits}) n;
  insert into idempotency_keys (actor, call, key, request_hash, status, answer, created_at)
    select 'emp' || n % 80, 'matching.link', gen_random_uuid(), '\\x00', 200, '\\x7b7d',
           ${over('n', share(deposits, 2), 90)} from generate_series(1, ${share(deposits, 2)}) n;
  insert into sessions (token_hash, kind, employee_id, address, device, created_at, last_seen_at,
      idle_ends_at, expires_at, ended_at, ended_by)
    select sha256(('bench' || n)::bytea), 'full', ${someClerk('n')}, '10.0.0.1', 'bench', at, at, at, at,
           at + interval '8 hours', 'logout'
      from (select n, ${over('n', share(deposits, 10), 700)} as at
              from generate_series(1, ${share(deposits, 10)}) n) s;
  insert into login_failures (username_key, device_key, failures, window_started_at)
    select 'name' || n, 'd', 1, ${over('n', share(deposits, 20), 30)}
      from generate_series(1, ${share(deposits, 20)}) n;
  insert into address_failures (address, failures, window_started_at)
    select '10.' || n, 1, ${over('n', share(deposits, 20), 30)}
      from generate_series(1, ${share(deposits, 20)}) n;
  insert into alarms (code, entity, entity_id, raised_at, cleared_at)
    select 'bank.silent', 'bankAccount', 'oba_' || lpad((n % 50)::text, 26, '0'), at, at + interval '1 hour'
      from (select n, ${over('n', share(deposits, 20), 300)} as at
              from generate_series(1, ${share(deposits, 20)}) n) a;
  insert into member_logins (member_id, at, address, device_hash, result)
    select ${someMember('n', members)}, ${over('n', share(deposits, 2), 90)}, '10.0.0.' || n % 250,
           'device' || n % 100000, 'done'
      from generate_series(1, ${share(deposits, 2)}) n;
  insert into member_notes (member_id, body, author_id, created_at)
    select ${someMember('n', members)}, 'bench', ${someClerk('n')}, ${over('n', share(deposits, 10), 90)}
      from generate_series(1, ${share(deposits, 10)}) n;
  insert into background_jobs (kind, subject_id, owner_id, name, state, created_at, started_at, ended_at)
    select 'export', gen_random_uuid(), ${someClerk('n')}, 'members.csv', 'done', at, at, at
      from (select n, ${over('n', share(deposits, 20), 300)} as at
              from generate_series(1, ${share(deposits, 20)}) n) j`

/** Their links are none of the chain's: no list reads them. */
const acted: Part = ({ deposits }) => `
  ${acts(1, share(deposits, 2), share(deposits, 2))};
  insert into activity_seals (seq, activity_id, link, sealed_at, at, actor_id, entity, entity_id, action,
      result, address, request_id)
    select row_number() over (order by id), id, sha256(id::text::bytea), at, at, actor_id, entity, entity_id,
           action, result, address, request_id from activity_log
     where id <= (select max(id) - 300 from activity_log);
  update event_progress set activity_seq = (select max(seq) from activity_seals);
  drop table bench_deposits, bench_withdrawals`

export const houseParts: Readonly<Record<string, Part>> = {
  clerks,
  book,
  messages,
  typed,
  asked,
  told,
  kept,
  acted,
}

/** Tables whose indexes are built at the end: those that the money fills, and some of the house. */
export const houseFilled = `('statement_lines', 'deposits', 'withdrawals', 'payouts', 'bank_messages',
  'activity_seals', 'activity_log', 'notifications', 'notification_reads')`
