import type { Part } from '../office-seed.ts'

// A month of bets, written set-based around the ledger: providers, games, bets with their rounds and words,
// and what became of each. Everything follows from a bet's number, so that two books of one size are alike.

const bets = Number(process.env['KHLANG_BENCH_BETS'] ?? 20_000_000)
/** Days that the bets lie in, until a moment ago. */
export const betDays = 30
const games = 1000

/** Evenly between 0 and 1, by a number. */
const share = (n: string, seed: number): string =>
  `((hashint8extended((${n})::bigint, ${seed}) & 1048575) / 1048576.0::float8)`
const onOf = (at: string): string => `((${at}) at time zone 'Asia/Bangkok')::date`
/** What was paid in a word of its own, a day after the bet was settled. */
const isAmended = `b.state = 'won' and substr(b.ref, 2)::bigint % 397 = 0
  and b.settled_at < now() - interval '1 day'`
/** One bet in eight is told in two words, a stake and its result; the others as a round. */
const isOfTwoWords = (n: string): string => `(${n}) % 8 = 0`

/**
 * Ten providers, of which the first have most games; of the thousand games few are played most. All cost a
 * share of what they win.
 */
const catalogue = `
  insert into game_providers (code, name_th, name_en, adapter, secret, max_minor, state, is_sandbox)
    select 'bench-' || n, 'ค่าย ' || n, 'Provider ' || n, 'transferInOut', '\\x00', 10000000, 'active', true
      from generate_series(0, 9) n;
  create unlogged table bench_games as
    select r as rank, gen_random_uuid() as id, p.id as provider_id,
           case when r % 20 < 11 then 'slot' when r % 20 < 14 then 'casino' when r % 20 < 15 then 'fishing'
             when r % 20 < 16 then 'sport' when r % 20 < 17 then 'card' when r % 20 < 18 then 'lotto'
             when r % 20 < 19 then 'esport' when r < 900 then 'other' else 'horse' end as type
      from generate_series(0, ${games - 1}) r
      join game_providers p on p.code = 'bench-' || floor(10 * power((r * 37 % 1000) / 1000.0, 2));
  insert into games (id, provider_id, code, type, name_th, name_en, contribution_bps)
    select id, provider_id, 'g' || rank, type, 'เกม ' || rank, 'Game ' || rank,
           case type when 'lotto' then 0 when 'casino' then 2000 when 'card' then 5000 else 10000 end
      from bench_games;
  set session_replication_role = replica;
  insert into distributors (id, code, name, billing_day, setup_approval_id)
    values (gen_random_uuid(), 'bench', 'Bench', 5, gen_random_uuid());
  insert into distributor_contracts (id, distributor_id, provider_id, game_type, fee_bps, valid_from,
      approval_id)
    select gen_random_uuid(), d.id, p.id, 'all', 1000, '2024-01-01', gen_random_uuid()
      from distributors d, game_providers p;
  reset session_replication_role;
  select open_bet_months(current_date - ${betDays + 1}, (current_date + interval '3 months')::date);
  analyze bench_games, games, game_providers`

/**
 * Each day a twentieth of the members plays, some of them much and few games each: half of them daily, the
 * others now and then.
 */
const placed: Part = ({ members }) => {
  const daily = Math.max(20, Math.floor(members / 20))
  return `
  insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor, valid_minor,
      counted_minor, placed_at, settled_at, business_on, settled_on, version)
    select uuidv7(at - clock_timestamp()), provider_id, 'r' || n, game_id, member_id, state,
           case when state = 'void' then 0 else stake end,
           case state when 'won' then payout when 'draw' then stake else 0 end, valid,
           valid * contribution_bps / 10000, at, case when state <> 'running' then ends_at end,
           ${onOf('at')}, case when state <> 'running' then ${onOf('ends_at')} end,
           case when ${isOfTwoWords('n')} and state <> 'running' then 2 else 1 end
      from (select f.*, case when state in ('won', 'lost') or state = 'draw' and type <> 'casino'
                     then stake else 0 end as valid,
                   (stake * (1.2 + 4.2 * power(${share('n', 6)}, 2)))::bigint as payout
              from (select d.*, g.provider_id, g.id as game_id, g.type, c.contribution_bps, t.ends_at,
                           case when t.ends_at > now() or n % 20011 = 0 then 'running'
                             when fate < 0.003 then 'void' when fate < 0.023 then 'draw'
                             when fate < 0.38 then 'won' else 'lost' end as state
                      from (select n, at, member_id, 100 + floor(4900 * ${share('n', 4)})::bigint as stake,
                                   ${share('n', 5)} as fate,
                                   floor(${games} * power(${share('game', 3)}, 3))::int as rank
                              from (select n, at, ('019a0000-0000-7000-8000-'
                                             || lpad(to_hex(1 + who), 12, '0'))::uuid as member_id,
                                           who * 131071 + day * 8191
                                             + floor(4 * power(${share('n', 2)}, 2)) as game
                                      from (select n, at, day,
                                               case when slot < ${daily >> 1} then slot * 6151 % ${members}
                                                 else (slot * 7919 + day * 1299709) % ${members} end as who
                                              from (select n, n * ${betDays} / ${bets} as day, s.start
                                                       + (s.until - s.start) * (n::float8 / ${bets}) as at,
                                                       floor(${daily} * power(${share('n', 1)}, 2))::bigint
                                                         as slot
                                                      from generate_series(1, ${bets}::bigint) n,
                                                           (select now() - interval '${betDays} days',
                                                               now() - interval '1 minute') s (start, until)
                                                    offset 0) a
                                            offset 0) b
                                    offset 0) c
                            offset 0) d
                      join bench_games g using (rank) join games c on c.id = g.id,
                           lateral (select at + case when g.type in ('sport', 'esport', 'lotto')
                             then interval '5 hours' else interval '20 seconds' end) t (ends_at)
                    offset 0) f
            offset 0) e;
  analyze bets`
}

/** What became of each bet that is settled; of some, once more on the day after. */
const outcomes = `
  insert into bet_outcomes (bet_id, version, provider_id, game_id, member_id, business_on, kind, bets,
      stake_minor, payout_minor, valid_minor, counted_minor, reason, contribution_bp, told_at)
    select b.id, b.version, b.provider_id, b.game_id, b.member_id, b.settled_on, 'settled', 1, b.stake_minor,
           b.payout_minor - case when ${isAmended} then b.stake_minor else 0 end, b.valid_minor,
           b.counted_minor,
           case when b.valid_minor = 0 then 'draw' when g.contribution_bps = 0 then 'notCounted'
             when g.contribution_bps < 10000 then 'partly' else 'counted' end,
           g.contribution_bps, b.settled_at
      from bets b join games g on g.id = b.game_id where b.state in ('won', 'lost', 'draw');
  with amended as (
    update bets b set version = version + 1 where ${isAmended} returning b.*)
  insert into bet_outcomes (bet_id, version, provider_id, game_id, member_id, business_on, kind, bets,
      stake_minor, payout_minor, valid_minor, counted_minor, reason, contribution_bp, told_at)
    select b.id, b.version, b.provider_id, b.game_id, b.member_id, ${onOf(`b.settled_at + interval '1 day'`)},
           'amended', 0, 0, b.stake_minor, 0, 0,
           case when g.contribution_bps = 0 then 'notCounted' when g.contribution_bps < 10000 then 'partly'
             else 'counted' end, g.contribution_bps, b.settled_at + interval '1 day'
      from amended b join games g on g.id = b.game_id;
  analyze bet_outcomes`

const rounds = `
  insert into bet_rounds (provider_id, ref, bet_id) select provider_id, ref, id from bets`

/** The names that providers told: a round's, or those of a stake and of its end. */
const words = `
  insert into play_words (provider_id, transaction_ref, kind, meaning_hash, bet_id, member_id, amount_minor,
      outcome, balance_minor, told_at, said)
    select b.provider_id, w.mark || b.ref, w.kind, sha256((w.mark || b.ref)::bytea), b.id, b.member_id,
           w.amount, 'done', 0, w.at,
           case when w.mark = 's' then '{"device": "MOBILE", "address": "198.51.100.7"}'::jsonb end
      from bets b cross join lateral (select ${isOfTwoWords('substr(b.ref, 2)::bigint')} as is_pair) t
     cross join lateral (values
         ('s', case when is_pair then 'bet' else 'round' end, b.stake_minor, b.placed_at, true),
         ('e', case when b.state = 'void' then 'void' else 'settle' end, b.payout_minor, b.settled_at,
           is_pair and b.state <> 'running'),
         ('a', 'settle', b.stake_minor, b.settled_at + interval '1 day', b.version > is_pair::int + 1))
         w (mark, kind, amount, at, is_told)
     where w.is_told`

export const betParts = { catalogue, placed, outcomes, rounds, words }
