import type pg from 'pg'

/** One broken promise of the ledger, with as much of the facts as helps to find it. */
export interface Violation {
  readonly check: Check
  readonly found: number
  readonly example: unknown
}

/**
 * The invariants of safety.md 2.1 that the ledger can answer for, each a query that gives the rows which
 * break it. They read the tables only, never what the functions under judgement say.
 */
const checks = {
  // I1: every leg moves a positive amount between two open books of its own currency; a posting is whole
  I1legs: `select t.id from transfers t left join accounts f on f.id = t.from_id left
    join accounts o on o.id = t.to_id
    where f.id is null or o.id is null or t.from_id = t.to_id or t.amount_minor < 1
       or f.currency <> t.currency or o.currency <> t.currency`,
  I1whole: `select posting_id, count(*), min(leg_count) from transfers group by posting_id
    having count(*) <> min(leg_count) or min(leg_count) <> max(leg_count) or count(distinct kind) > 1
       or count(distinct source_id) > 1`,
  // I2: a balance is the sum of its entries; running balances and versions have no gap
  I2balance: `select a.code, a.balance_minor + coalesce(d.delta, 0) as balance, coalesce(e.sum, 0) as entries
      from accounts a
      left join (select account_id, sum(delta_minor) as delta from house_deltas
        group by 1) d on d.account_id = a.id
      left join (select account_id, sum(delta_minor) as sum from account_entries
        group by 1) e on e.account_id = a.id
     where a.balance_minor + coalesce(d.delta, 0) <> coalesce(e.sum, 0)
        or (a.mode = 'guarded' and d.delta is not null)`,
  I2running: `select * from (
      select a.code, e.transfer_id, e.version, e.after_minor, e.delta_minor,
             lag(e.after_minor, 1, 0::bigint) over w as before_minor,
               lag(e.version, 1, 0::bigint) over w as before,
             lag(e.transfer_id, 1, 0::bigint) over w as before_id
        from account_entries e join accounts a on a.id = e.account_id where a.mode = 'guarded'
      window w as (partition by e.account_id order by e.version)) x
    where version is null or after_minor is null or version <> before + 1 or transfer_id <= before_id
       or after_minor <> before_minor + delta_minor`,
  I2version: `select a.code, a.version, count(e.transfer_id) from accounts a
      left join account_entries e on e.account_id = a.id where a.mode = 'guarded'
     group by a.id having a.version <> count(e.transfer_id)`,
  I2house: `select a.code, e.transfer_id from account_entries e join accounts a on a.id = e.account_id
     where a.mode = 'house' and (e.version is not null or e.after_minor is not null)`,
  // I3: the whole book is balanced, per currency
  I3book: `select currency, sum(balance) from (
      select a.currency, a.balance_minor + coalesce((select sum(d.delta_minor) from house_deltas d
             where d.account_id = a.id), 0) as balance from accounts a) x group by 1
               having sum(balance) <> 0`,
  I3deltas: `select d.id from house_deltas d left join accounts a on a.id = d.account_id
     where a.id is null or a.mode <> 'house'`,
  // I4: nobody below zero, now or after any transfer
  I4negative: `select code as at, balance_minor from accounts where mode = 'guarded' and balance_minor < 0
    union all select key, least(from_after, to_after) from transfers where from_after < 0 or to_after < 0`,
  // I5: once: keys, reversals (of the very same legs, turned)
  I5key: `select key, count(*) from transfers group by key having count(*) > 1`,
  I5reversed: `select reverses_id, count(*) from transfers where reverses_id is not null
    group by 1 having count(*) > 1`,
  I5turned: `select r.id from transfers r left join transfers t on t.id = r.reverses_id
     where r.reverses_id is not null and (t.id is null or t.from_id <> r.to_id or t.to_id <> r.from_id
        or t.amount_minor <> r.amount_minor or t.currency <> r.currency or t.reverses_id is not null
          or t.id > r.id)`,
  I5wholeReversal: `select t.posting_id from transfers t left join transfers r on r.reverses_id = t.id
    group by t.posting_id having count(r.id) not in (0, count(*))`,
  // I9: what is locked is what is held; a hold opens once and is settled once
  I9locked: `select a.code, a.balance_minor, coalesce(sum(h.amount_minor), 0) from accounts a
      left join holds h on h.account_id = a.id and h.state = 'open' where a.is_hold
     group by a.id having a.balance_minor <> coalesce(sum(h.amount_minor), 0)`,
  I9hold: `select h.id, h.state from holds h join accounts a on a.id = h.account_id
      left join (select t.hold_id, e.account_id, sum(case when e.delta_minor > 0 then e.delta_minor else 0
        end) as opened,
             sum(case when e.delta_minor < 0 then -e.delta_minor else 0 end) as settled
           from transfers t join account_entries e on e.transfer_id = t.id where t.hold_id is not null
          group by 1, 2) m on m.hold_id = h.id and m.account_id = h.account_id
     where not a.is_hold or coalesce(m.opened, 0) <> h.amount_minor
        or coalesce(m.settled, 0) <> case h.state when 'open' then 0 else h.amount_minor end`,
  I9loose: `select t.id from transfers t join accounts a on a.id in (t.from_id, t.to_id) and a.is_hold
      left join holds h on h.id = t.hold_id where h.id is null or h.account_id <> a.id`,
  // Closed days: their balances, their digest, nothing added since
  closedBalance: `select c.account_id, c.business_on from balance_closings c
     where c.balance_minor <> (select coalesce(sum(e.delta_minor), 0) from account_entries e
             where e.account_id = c.account_id and e.business_on <= c.business_on)`,
  closedLate: `select t.id from transfers t join day_closings d on d.business_on = (select min(n.business_on)
             from day_closings n where n.business_on >= t.business_on) where t.created_at > d.sealed_at`,
  closedDigest: `select business_on from day_closings
     where closed_at is not null and digest <> day_digest(business_on)`,
  // Play: what became of bets is what they are; a provider's books hold what is staked in bets that run and
  // what no day has closed yet, where it takes bets against our wallets
  playOutcomes: `select b.id from bets b left join (
      select bet_id, sum(bets)::numeric as bets, sum(stake_minor) as stake, sum(payout_minor) as payout,
             sum(valid_minor) as valid, sum(counted_minor) as counted from bet_outcomes group by 1) o
        on o.bet_id = b.id
     where (coalesce(o.bets, 0), coalesce(o.stake, 0), coalesce(o.payout, 0), coalesce(o.valid, 0),
            coalesce(o.counted, 0)) is distinct from (case when b.state in ('running', 'void') then
              (0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric)
            else (1::numeric, b.stake_minor::numeric, b.payout_minor::numeric, b.valid_minor::numeric,
              b.counted_minor::numeric) end)`,
  playBooks: `select p.code, b.balance_minor, coalesce(s.held, 0) - coalesce(c.won, 0) as expected
      from game_providers p
      join account_balances b on b.code = 'provider:' || outside_id('gpr', p.id) || ':clearing'
      left join (select provider_id, sum(stake_minor - payout_minor) as held from bets group by 1) s
        on s.provider_id = p.id
      left join (select provider_id, sum(stake_minor - payout_minor) as won from ggr_closings group by 1) c
        on c.provider_id = p.id
     where p.adapter <> 'transferWallet'
       and b.balance_minor <> coalesce(s.held, 0) - coalesce(c.won, 0)`,
  // The guards themselves are there and awake
  guards: `select want.t, want.n from (values ('transfers', 'append_only'),
    ('balance_closings', 'append_only'),
      ('house_deltas', 'append_only'), ('house_deltas', 'only_folder'), ('holds', 'append_only'),
      ('holds', 'settled_once'), ('day_closings', 'append_only'), ('day_closings', 'closed_once'),
      ('accounts', 'fixed_identity'), ('accounts', 'append_only')) as want (t, n)
      left join pg_trigger g on g.tgrelid = want.t::regclass and g.tgname = want.n and g.tgenabled in ('O',
        'A')
     where g.oid is null`,
} as const satisfies Record<string, string>

export type Check = keyof typeof checks

export const checkNames = Object.keys(checks) as Check[]

/**
 * Judges the whole book from one snapshot, so that it may run while others post.
 * @param within `isInTransaction`: the caller's transaction is judged as it stands
 * @returns nothing when all invariants hold, else one entry per broken check
 */
export async function checkInvariants(
  client: pg.ClientBase,
  within: { readonly isInTransaction?: boolean } = {},
): Promise<Violation[]> {
  const violations: Violation[] = []
  const isOwn = within.isInTransaction !== true
  if (isOwn) await client.query('begin isolation level repeatable read read only')
  try {
    for (const check of checkNames) {
      const { rows } = await client.query<Record<string, unknown>>(checks[check])
      if (rows.length > 0) violations.push({ check, found: rows.length, example: rows[0] })
    }
  } finally {
    if (isOwn) await client.query('rollback')
  }
  return violations
}
