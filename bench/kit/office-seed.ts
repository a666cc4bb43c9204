import type { BenchEnv } from './env.ts'

/** How large a book the office works on. */
export interface OfficeSize {
  readonly members: number
  /** A tenth of them is of today. A quarter as many withdrawals lie beside them. */
  readonly deposits: number
  /** Over how many days before the last one they lie; `usualDays` without. */
  readonly days?: number
  /** So many of them are of the last day, which was yesterday and is over. */
  readonly yesterday?: number
}

/** What waits does not grow with the book. */
const waiting = { deposits: 2000, withdrawals: 300, lines: 400 }
/** Days of money before the last one. */
export const usualDays = 90

/** The moment of the nth row of `total`: a tenth, or so many as are told, over the last day. */
const momentOf = (n: string, total: number, size: OfficeSize): string => {
  const { days = usualDays, yesterday, deposits } = size
  const last = yesterday === undefined ? total / 10 : (total * yesterday) / deposits
  const before = total - Math.floor(last)
  return `case when ${n} <= ${before} then t.day - interval '${days} days' * (1 - ${n}::float8 / ${before})
    else t.day + t.passed * (${n} - ${before})::float8 / ${total - before} end`
}
/** Start of the last business day, and how much of it is over but for a minute. */
const lastDay = ({ yesterday }: OfficeSize): string => {
  const today = `date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`
  return yesterday === undefined
    ? `(select day, greatest(now() - day - interval '1 minute', interval '1 second') as passed
         from (select ${today}) d (day)) t`
    : `(select ${today} - interval '1 day' as day, interval '23:59' as passed) t`
}
const memberId = (n: string) => `('019a0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** The nth member who is spread over all of them by a prime. */
const memberOf = (prime: number, members: number) =>
  memberId(`(1 + (n::bigint * ${prime}) % ${members})::int`)
/** 100 to 2,000 baht. */
const amountOf = (prime: number) => `10000 + (n::bigint * ${prime}) % 190000`
const onOf = (at: string) => `(${at} at time zone 'Asia/Bangkok')::date`

/** What a line says of its decision, about as long as in life. */
const evidence = `jsonb_build_object('weights', 2, 'margin', 40, 'candidates', (select jsonb_agg(
    jsonb_build_object('memberId', '019a0000-0000-7000-8000-00000000000' || c, 'score', 95 - c * 20,
      'signals', (select jsonb_agg(jsonb_build_object('code', code, 'points', points, 'detail', '{}'::jsonb))
         from (values ('accountDigits', 60), ('bank', 10), ('request', 25), ('knownPayer', 5), ('time', 3))
           v (code, points))))
  from generate_series(0, 3) c))`

const people = (size: OfficeSize): string => `
  insert into members (id, username, phone, first_name, last_name, level, source_channel, created_at)
    select ${memberId('n')}, 'bench' || n, '+668' || lpad(n::text, 8, '0'),
           (array['สมชาย','สมหญิง','ประเสริฐ','วิไล','นภา','กิตติ','อรุณ','Somchai'])[1 + n % 8],
           'นามสกุล' || n, n % 5, (array['facebook','tiktok','google','line','sms','friend'])[1 + n % 6],
           ${momentOf('n', size.members, size)}
      from generate_series(1, ${size.members}) n, ${lastDay(size)};
  insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
    select id, 'KBANK', '1234' || lpad(substr(username, 6), 6, '0'), first_name || ' ' || last_name, 'primary'
      from members`

/** A row for each deposit to come, in the order of their moments, which is that of their ids. */
const depositPlan = (size: OfficeSize): string => `
  create unlogged table bench_deposits as
    select n, at, uuidv7(at - clock_timestamp()) as id, uuidv7(at - clock_timestamp()) as line_id,
           ${memberOf(7919, size.members)} as member_id, ${amountOf(7907)} as amount, account,
           case when n % greatest(1, ${size.deposits} / ${waiting.deposits}) = 0 then 'pending'
             when n % 100 < 3 then 'expired' when n % 100 < 5 then 'rejected' else 'credited' end as state,
           case when n % 25 = 7 then 'employee' else 'auto' end as by_kind
      from (select n, ${momentOf('n', size.deposits, size)} as at
              from generate_series(1, ${size.deposits}) n, ${lastDay(size)}) d
      join (select row_number() over (order by label) - 1 as k, count(*) over () as accounts, id as account
              from bank_accounts where role = 'deposit') a on a.k = n % a.accounts
     order by n`

const deposits = `
  insert into statement_lines (id, bank_account_id, direction, amount_minor, bank_time, bank_time_precision,
      received_at, balance_after_minor, payer_bank, payer_mask, source, dedupe_key, chain, state, score,
      best_member_id, suggestion_count, match_evidence, business_on, value_on, created_at)
    select line_id, account, 'in', amount, date_trunc('minute', at), 'minute', at + interval '2 seconds',
           sum(amount) over (partition by account order by n),
           'KBANK', 'x' || lpad((n % 1000000)::text, 6, '0'), 'sms', 'bench-' || n, 'linked', 'autoMatched',
           95, member_id, 1, e.e, ${onOf('at')}, ${onOf('at')}, at
      from bench_deposits, (select ${evidence} as e) e where state = 'credited' order by n;
  insert into deposits (id, reference, member_id, state, method, amount_requested_minor, amount_minor,
      bank_account_id, statement_line_id, from_bank, credit_before_minor, credit_after_minor, by_kind, by_id,
      expires_at, sla_ends_at, created_at, credited_at, business_on, credits)
    select id, 'BD' || n, member_id, state, 'bank', case when n % 2 = 0 or not is_credited then amount end,
           case when is_credited then amount end, account, case when is_credited then line_id end, 'KBANK', 0,
           amount, case when state = 'pending' then 'member' else by_kind end,
           case when by_kind = 'employee' then (select id from employees limit 1) end,
           at + interval '30 minutes', at + interval '5 minutes', at,
           case when is_credited then at + interval '4 seconds' end, ${onOf('at')}, is_credited::int
      from (select *, state = 'credited' as is_credited from bench_deposits) d order by n`

const openLines = `
  insert into statement_lines (bank_account_id, direction, amount_minor, bank_time, bank_time_precision,
      received_at, payer_bank, payer_mask, source, dedupe_key, chain, state, suggestion_count, business_on,
      value_on)
    select (select id from bank_accounts where role = 'deposit' order by label limit 1), 'in',
           10000 + n * 100, at, 'minute', at, 'SCB', 'x' || lpad(n::text, 4, '0'), 'sms', 'bench-open-' || n,
           'linked', case when n % 3 = 0 then 'suggested' else 'unmatched' end, n % 3, ${onOf('at')},
           ${onOf('at')}
      from (select n, now() - n * interval '7 minutes' as at from generate_series(1, ${waiting.lines}) n) l`

/** Paid but for one in 30, each with its payout; the newest of some members wait for a person. */
const withdrawals = (size: OfficeSize): string => `
  create unlogged table bench_withdrawals as
    select n, at, uuidv7(at - clock_timestamp()) as id, uuidv7(at - clock_timestamp()) as line_id,
           ${memberOf(6997, size.members)} as member_id, ${amountOf(7901)} as amount,
           case when n > ${Math.floor(size.deposits / 4) - waiting.withdrawals} then 'review'
             when n % 30 = 3 then 'rejected' else 'paid' end as state
      from (select n, ${momentOf('n', Math.floor(size.deposits / 4), size)} as at
              from generate_series(1, ${Math.floor(size.deposits / 4)}) n, ${lastDay(size)}) w order by n;
  insert into statement_lines (id, bank_account_id, direction, amount_minor, bank_time, bank_time_precision,
      received_at, balance_after_minor, source, dedupe_key, chain, state, business_on, value_on, created_at)
    select line_id, a.id, 'out', amount, date_trunc('minute', at), 'minute', at,
           anchor_balance_minor - sum(amount) over (order by n), 'sms', 'bench-out-' || n, 'linked',
           'settled', ${onOf('at')}, ${onOf('at')}, at
      from bench_withdrawals w,
           (select id, anchor_balance_minor from bank_accounts where role = 'withdrawal') a
     where w.state = 'paid';
  insert into withdrawals (id, reference, member_id, request_key, state, amount_minor, to_bank,
      to_account_no, to_account_name, bank_account_id, band, decision_kind, credit_before_minor,
      credit_after_minor, settled_line_id, sla_ends_at, requested_at, sent_at, paid_at, business_on, checks)
    select w.id, 'BW' || n, member_id, 'bench-' || n, w.state, amount, 'KBANK', b.account_no, b.account_name,
           case when w.state = 'paid' then a.id end,
           case when w.state = 'paid' then 'auto' else 'onePerson' end,
           case w.state when 'paid' then 'auto' when 'rejected' then 'member' end, amount, 0,
           case when w.state = 'paid' then line_id end, at + interval '10 minutes', at,
           case when w.state = 'paid' then at end,
           case when w.state = 'paid' then at + interval '8 seconds' end, ${onOf('at')},
           jsonb_build_array(
             jsonb_build_object('code', 'firstWithdraw', 'result', 'review', 'detail', '{}'::jsonb),
             jsonb_build_object('code', 'balance', 'result', 'pass', 'detail', '{}'::jsonb))
      from bench_withdrawals w join member_bank_accounts b using (member_id),
           (select id from bank_accounts where role = 'withdrawal') a order by n;
  insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, state,
      business_on, created_at, settled_at)
    select w.id, 1, a.id, a.rail_id, amount, 'succeeded', ${onOf('at')}, at, at
      from bench_withdrawals w, (select id, rail_id from bank_accounts where role = 'withdrawal') a
     where w.state = 'paid' order by n`

/**
 * Each credit in the book; what was paid out before is left out of it, so that everybody has cash. The book
 * calls a deposit by its number: its real id costs 0.1 ms to spell.
 */
const book = `
  insert into accounts (code, kind, currency, mode, is_hold)
    select member_locked_code(id), 'liability', 'THB', 'guarded', true from members;
  insert into accounts (code, kind, currency, mode, balance_minor, version)
    select member_cash_code(m.id), 'liability', 'THB', 'guarded', coalesce(c.total, 0), coalesce(c.n, 0)
      from members m left join (select member_id, sum(amount) as total, count(*) as n from bench_deposits
        where state = 'credited' group by 1) c on c.member_id = m.id order by m.id;
  insert into transfers (key, posting_id, leg_count, kind, source_id, from_id, to_id, amount_minor,
      currency, to_after, to_version, business_on, value_on, created_at)
    select 'deposit.credited:' || outside || ':1', d.id, 1, 'deposit.credited', outside, h.id, a.id, amount,
           'THB', sum(amount) over w, row_number() over w, ${onOf('at')}, ${onOf('at')}, at
      from (select *, 'dep_' || lpad(n::text, 26, '0') as outside from bench_deposits
             where state = 'credited') d
      join (select m.id as member_id, a.id from members m join accounts a
             on a.code = member_cash_code(m.id)) a on a.member_id = d.member_id
      join (select b.id as account, a.id from bank_accounts b join accounts a
             on a.code = 'unmatched:' || outside_id('oba', b.id)) h on h.account = d.account
    window w as (partition by d.member_id order by n) order by n;
  insert into day_closings (business_on, closed_at, transfer_count, digest)
    select ${onOf('now()')} - 1, now(), 0, '\\x00'`

/** What the lists hold besides: as \`lists-seed.ts\` fills them. A plan for empty tables would take hours. */
const lists = `
  analyze;
  insert into member_facets (state, level, source_channel, has_deposited, bank, tags)
    select distinct state, level, source_channel, has, 'KBANK', tags
      from members, (values (true), (false)) h (has)
    on conflict do nothing;
  insert into member_facts (member_id, facet_id, created_at, username, balance_minor, deposit_count,
      deposit_minor, withdrawal_count, withdrawal_minor, first_deposit_at, last_deposit_at, is_counted,
      counted_state, counted_level, counted_source)
    select m.id, f.id, m.created_at, m.username, coalesce(d.total, 0), coalesce(d.n, 0),
           coalesce(d.total, 0), coalesce(w.n, 0), coalesce(w.total, 0), d.first_at, d.last_at, true, m.state,
           m.level, m.source_channel
      from members m
      left join (select member_id, count(*) as n, sum(amount) as total, min(at) as first_at,
             max(at) as last_at from bench_deposits where state = 'credited' group by 1) d
        on d.member_id = m.id
      left join (select member_id, count(*) as n, sum(amount) as total from bench_withdrawals
             where state = 'paid' group by 1) w on w.member_id = m.id
      join member_facets f on f.state = m.state and f.level = m.level and f.tags = m.tags
       and f.source_channel = m.source_channel and f.has_deposited = (d.n is not null) and f.bank = 'KBANK';
  insert into member_names select f.member_id, f.facet_id, f.username, m.first_name, m.last_name
      from member_facts f join members m on m.id = f.member_id;
  insert into member_sums select counted_state, counted_level, counted_source, deposit_count > 0, count(*),
      sum(balance_minor), sum(deposit_minor), sum(withdrawal_minor) from member_facts group by 1, 2, 3, 4;
  insert into wallet_days
    select business_on, kind, count(*), sum(amount_minor), 0 from transfers group by 1, 2;
  insert into wallet_entries (kind, business_on, transfer_id, amount_minor)
    select kind, business_on, id, amount_minor from transfers order by kind, business_on, id;
  update wallet_progress set settled_id = (select max(id) from transfers),
    candidate_id = (select max(id) from transfers);
  drop table bench_deposits, bench_withdrawals`

const allFilled = `('members', 'member_bank_accounts', 'statement_lines', 'deposits', 'withdrawals',
  'payouts', 'transfers', 'member_facts', 'member_names', 'wallet_entries')`

/** Drops and makes every index that no other table leans on: built at the end they cost a tenth. */
async function indexesOf(
  env: BenchEnv,
  database: string,
  filled: string,
): Promise<{ drop: string; make: string }[]> {
  const { rows } = await env.admin(
    database,
    `select 'drop index ' || indexrelid::regclass as drop,
            replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as make
       from pg_index i where indrelid::regclass::text in ${filled}
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
            format('alter table %s add constraint %I %s', conrelid::regclass, conname,
              pg_get_constraintdef(oid))
       from pg_constraint u where contype = 'u' and conrelid::regclass::text in ${filled}
        and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = u.conindid)`,
  )
  return rows as { drop: string; make: string }[]
}

/** What keeps rows counted (migration 0047): off while a million come at once, counted at the end. */
const rollTriggers = (how: 'disable' | 'enable always'): string =>
  ['deposits', 'withdrawals', 'statement_lines']
    .flatMap((table) =>
      ['inserted', 'updated', 'deleted'].map((when) => `alter table ${table} ${how} trigger roll_${when}`),
    )
    .join(';')

/** What one part of a seed does, given how large it is to be. */
export type Part = string | ((size: OfficeSize) => string)

/** Runs the parts of a seed as a superuser, each a transaction, and builds the indexes of `filled` after. */
export async function seedParts(
  env: BenchEnv,
  {
    database,
    size,
    filled,
  }: { readonly database: string; readonly size: OfficeSize; readonly filled: string },
  parts: Readonly<Record<string, Part>>,
): Promise<void> {
  const within = async (name: string, text: string): Promise<void> => {
    const from = performance.now()
    await env.admin(
      database,
      `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
       set maintenance_work_mem = '1GB'; ${text}`,
    )
    env.print(`  ${name}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  const indexes = await indexesOf(env, database, filled)
  await within('without indexes', indexes.map(({ drop }) => drop).join(';'))
  await within('uncounted', rollTriggers('disable'))
  for (const [name, part] of Object.entries(parts))
    await within(name, typeof part === 'string' ? part : part(size))
  await within('indexes', indexes.map(({ make }) => make).join(';'))
  await within('counted', `${rollTriggers('enable always')}; select fill_rollups()`)
  await env.admin(database, 'vacuum analyze')
  await env.admin(database, 'checkpoint')
}

/** The money of some days upon members that are there: deposits, withdrawals, the lines of both. */
export const moneyParts = { depositPlan, deposits, openLines, withdrawals }

/** Fills a migrated database that has its own accounts and people, as a superuser. */
export async function seedOffice(env: BenchEnv, database: string, size: OfficeSize): Promise<void> {
  const begun = performance.now()
  await seedParts(env, { database, size, filled: allFilled }, { people, ...moneyParts, book, lists })
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  env.print(`  ${size.deposits} deposits of ${size.members} members seeded in ${seconds} s`)
}
