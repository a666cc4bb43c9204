import type { BenchEnv } from './env.ts'

/** Members and wallet entries the lists are measured over. */
export const memberCount = Number(process.env['KHLANG_BENCH_MEMBERS'] ?? 1_000_000)
/** Rounds over all members, each of twenty days, so that ids, days and versions rise together as in life. */
export interface Rounds {
  readonly first: number
  readonly last: number
  /** The first day of the first of all rounds. */
  readonly startsOn?: string
}

const usualStart = '2026-03-01'
/** Days of one round. */
export const daysOfRound = 20

const members = memberCount
const statements: readonly (readonly [string, string])[] = [
  [
    'members',
    `insert into members (id, username, phone, first_name, last_name, state, level, tags, source_channel,
      created_at)
    select ('019a0000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'user' || i, '+669' ||
      lpad(i::text, 8, '0'),
      (array['สมชาย','สมหญิง','ประเสริฐ','วิไล','Somchai','นภา','กิตติ','อรุณ'])[1 + i % 8] || i % 100,
        'นามสกุล' || i % 50000,
      case when i % 1000 = 7 then 'locked' when i % 100 = 3 then 'suspended' when i % 50000 = 11 then
        'blacklisted' else 'active' end,
      case when i % 10000 = 1 then 9 else i % 5 end,
      case when i % 5000 = 2 then array['whale'] when i % 20 = 0 then array['vip'] else '{}'::text[] end,
      (array['facebook','tiktok','google','line','sms','friend','other','other'])[1 + i % 8],
      '2025-01-01'::timestamptz + i * interval '1 minute' * (1000000.0 / ${members})
      from generate_series(1, ${members}) i`,
  ],
  [
    'bank accounts',
    `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
    select id, case when n % 2000 = 0 then 'CITI' when n % 3 = 0 then 'SCB' else 'KBANK' end, lpad(n::text,
      10, '0'), first_name, 'primary'
      from (select m.*, substr(username, 5)::bigint as n from members m) m`,
  ],
  [
    'accounts',
    `insert into accounts (code, kind, currency, mode) values ('unmatched:bench', 'liability', 'THB',
      'house');
    insert into accounts (code, kind, currency, mode, balance_minor, version)
    select member_cash_code(id), 'liability', 'THB', 'guarded', 1000 + n % 5000, 5
      from (select id, substr(username, 5)::bigint as n from members order by id) m`,
  ],
  [
    'facets',
    `insert into member_facets (state, level, source_channel, has_deposited, bank, tags)
    select distinct m.state, m.level, m.source_channel, substr(username, 5)::bigint % 3 > 0, b.bank, m.tags
      from members m join member_bank_accounts b on b.member_id = m.id`,
  ],
  [
    'facts',
    `insert into member_facts (member_id, facet_id, created_at, username, balance_minor, deposit_count,
      deposit_minor, withdrawal_count, withdrawal_minor,
      first_deposit_at, last_deposit_at, is_counted, counted_state, counted_level, counted_source)
    select m.id, c.id, m.created_at, m.username, 1000 + n % 5000, case when n % 3 = 0 then 0 else 1 end,
      case when n % 3 = 0 then 0 else 100 + n * 7 % 100000 end,
      case when n % 10 = 0 then 1 else 0 end, case when n % 10 = 0 then 100 + n % 5000 else 0 end,
      case when n % 3 > 0 then m.created_at end, case when n % 3 > 0 then m.created_at + n % 1000 * interval
        '1 hour' end, true, m.state, m.level, m.source_channel
      from (select m.*, b.bank, substr(username, 5)::bigint as n
        from members m join member_bank_accounts b on b.member_id = m.id) m
      join member_facets c on c.state = m.state and c.level = m.level and c.source_channel = m.source_channel
       and c.has_deposited = (n % 3 > 0) and c.bank = m.bank and c.tags = m.tags`,
  ],
  [
    'names',
    `insert into member_names select f.member_id, f.facet_id, f.username, m.first_name, m.last_name
      from member_facts f join members m on m.id = f.member_id`,
  ],
  [
    'sums',
    `insert into member_sums select counted_state, counted_level, counted_source, deposit_count > 0,
      count(*), sum(balance_minor),
      sum(deposit_minor), sum(withdrawal_minor) from member_facts group by 1, 2, 3, 4`,
  ],
]

const transfersOf = (round: number, startsOn: string): string => {
  const phase = 1 + ((round - 1) % 5)
  const source = `'s' || (n::bigint * 5 + ${phase})${round > 5 ? ` || '-${round}'` : ''}`
  return `insert into transfers (key, posting_id, leg_count, kind, source_id, from_id, to_id, amount_minor,
      currency, from_after, from_version, to_after, to_version, business_on, value_on, created_at)
    select kind || ':' || ${source} || ':1', gen_random_uuid(), 1, kind, ${source},
      case when is_out then a else h end, case when is_out then h else a end, 100 + n % 5000, 'THB',
      case when is_out then 1000 end, case when is_out then ${round} end,
      case when not is_out then 1000 + n % 5000 end, case when not is_out then ${round} end,
      d, d, d::timestamptz + interval '6 hours'
      from (select a.id as a, n, (select id from accounts where code = 'unmatched:bench') as h,
          ${phase % 2 === 0} as is_out,
          case ${phase}
            when 1 then case when n % 40000 = 5 then 'cashback.pay' else 'deposit.credited' end
            when 2 then case when n % 10 = 0 then 'withdraw.hold' else 'bet.place' end
            when 4 then 'bet.place'
            when 5 then case when n % 5000 = 3 then 'bonus.grant' else 'bet.settle' end
            else 'bet.settle' end as kind,
          '${startsOn}'::date
            + ((${round} - 1) * ${daysOfRound} + n * ${daysOfRound} / ${members + 1})::int as d
          from (select id, row_number() over (order by id) as n from accounts where mode = 'guarded') a) x
     order by n`
}

/** What the job that keeps the lists would have made of the transfers that it has not seen. */
const entries = `
  insert into wallet_days select business_on, kind, count(*),
      coalesce(sum(amount_minor) filter (where to_version is not null), 0),
      coalesce(sum(amount_minor) filter (where from_version is not null), 0)
    from transfers where id > (select settled_id from wallet_progress) group by 1, 2;
  insert into wallet_entries (kind, business_on, transfer_id, amount_minor)
    select kind, business_on, id, amount_minor from transfers
     where id > (select settled_id from wallet_progress) order by kind, business_on, id;
  update wallet_progress set settled_id = (select max(id) from transfers),
    candidate_id = (select max(id) from transfers)`

type Named = readonly (readonly [name: string, text: string])[]

/** Runs what fills some tables, as a superuser; their indexes are built at the end. */
async function fill(env: BenchEnv, database: string, tables: string[], all: Named): Promise<void> {
  const { rows } = await env.admin(
    database,
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index i where indrelid::regclass::text in (${tables.map((name) => `'${name}'`).join()})
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  const indexes = rows as { name: string; definition: string }[]
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now()
    await work()
    env.print(`  ${what} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  for (const { name } of indexes) await env.admin(database, `drop index ${name}`)
  const quick = 'set session_replication_role = replica; set synchronous_commit = off'
  for (const [name, text] of all)
    await timed(`seeded ${name}`, () => env.admin(database, `${quick}; ${text}`))
  await timed(`built ${indexes.length} indexes`, async () => {
    for (const { definition } of indexes)
      await env.admin(database, `set maintenance_work_mem = '512MB'; ${definition}`)
  })
  await env.admin(database, 'vacuum analyze')
}

const roundsOf = ({ first, last, startsOn = usualStart }: Rounds): Named => {
  const all = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  return [
    ...all.map((round) => [`transfers ${round}`, transfersOf(round, startsOn)] as const),
    ['entries', entries],
  ]
}

/** Fills a migrated database with members and the first rounds of transfers. */
export const seedLists = (env: BenchEnv, database: string, rounds: Rounds): Promise<void> =>
  fill(
    env,
    database,
    ['transfers', 'members', 'member_facts', 'member_names', 'member_bank_accounts', 'wallet_entries'],
    [...statements, ...roundsOf(rounds)],
  )

/** Years later: more rounds of the same members. */
export const growLists = (env: BenchEnv, database: string, rounds: Rounds): Promise<void> =>
  fill(env, database, ['transfers', 'wallet_entries'], roundsOf(rounds))
