import type pg from 'pg'

/** A broken promise of the business rows: what they say and what the ledger holds must be the same. */
export interface Disagreement {
  readonly check: DecisionCheck
  readonly found: number
  readonly example: unknown
}

/** Transfers that stand: not a reversal, and not reversed. */
const standing = `t.reverses_id is null and not exists (select from transfers r where r.reverses_id = t.id)`

/**
 * What safety.md 2.1 asks beyond the ledger itself, each a query that gives the rows which break it. For
 * whole brands, not for worlds whose rows a test has planted.
 */
const checks = {
  // I3: a house account holds what its bank's lines and openings have brought, wallets what was credited.
  I3received: `select l.id, l.amount_minor, sum(t.amount_minor) from statement_lines l
      join transfers t
        on t.source_id = outside_id('stl', l.id) and t.kind = 'deposit.received' and ${standing}
     group by l.id having sum(t.amount_minor) <> l.amount_minor or count(*) <> 1`,
  // I5: one line credits once, the whole of it, to the member its deposit names, or in parts never more.
  I5line: `select l.id, l.state, l.amount_minor, count(d.id), sum(d.amount_minor) from statement_lines l
      left join deposits d on d.statement_line_id = l.id and d.state = 'credited'
     group by l.id
    having (l.state in ('autoMatched', 'manualMatched') and (count(d.id) = 0 or l.direction <> 'in'
        or sum(d.amount_minor) > l.amount_minor or bool_or(d.split_id is null) and (count(d.id) <> 1
        or sum(d.amount_minor) <> l.amount_minor)))
        or (l.state not in ('autoMatched', 'manualMatched') and count(d.id) > 0)`,
  // What a member owes by a reversal passes through the wallet in the same posting: that is no credit.
  I5credit: `select d.id, d.state, d.amount_minor, sum(t.amount_minor) as moved from deposits d
      left join transfers t on t.source_id = outside_id('dep', d.id) and t.kind <> 'deposit.reversed'
          and t.to_id = (select id from accounts where code = member_cash_code(d.member_id)) and ${standing}
     group by d.id
    having coalesce(sum(t.amount_minor), 0) <> case d.state when 'credited' then d.amount_minor else 0 end`,
  I5paid: `select w.id, w.amount_minor, l.amount_minor from withdrawals w
      join statement_lines l on l.id = w.settled_line_id
     where w.state <> 'paid' or l.direction <> 'out' or l.state <> 'settled'
        or l.amount_minor <> w.amount_minor - w.fee_minor`,
  I5payout: `select w.id, w.state, count(p.id) from withdrawals w
      left join payouts p on p.withdrawal_id = w.id and p.state <> 'failed'
     where w.state in ('sending', 'paid', 'unknown')
       and exists (select from payouts where withdrawal_id = w.id)
     group by w.id having count(p.id) <> 1`,
  I5message: `select device_id, external_id from bank_messages group by 1, 2 having count(*) > 1`,
  // I7: a decided request says who decided it and when, and the record tells of it (from its first row on:
  // a sandbox is seeded with a past that nobody recorded).
  I7decided: `select id, state from withdrawals
     where state <> 'review' and (decision_kind is null or decided_at is null
        or (decision_kind = 'employee' and decided_by is null))`,
  I7recorded: `select w.id, w.state from withdrawals w
     where w.decision_kind = 'employee' and w.decided_at > (select min(at) from activity_log)
       and not exists (select from activity_log a
       where a.entity = 'withdrawal' and a.entity_id = outside_id('wdr', w.id) and a.result = 'done'
         and a.actor_kind = 'employee' and a.actor_id is not null and a.action in ('approve', 'reject'))`,
  // A line that came after its money was credited is handled by whoever credited it.
  I7linked: `select l.id from statement_lines l where l.state = 'manualMatched'
       and l.reason is distinct from 'lateLine' and (l.handled_by is null or l.handled_at is null)`,
  // I8: two people where two are due, and never one person twice
  I8withdrawal: `select id, state from withdrawals where band = 'twoPeople' and not is_sole_owner
       and state in ('approved', 'sending', 'paid', 'unknown', 'failed')
       and (first_approved_by is null or decided_by is null or first_approved_by = decided_by)
    union all select id, state from withdrawals where requested_by is not null and not is_sole_owner
       and state in ('approved', 'sending', 'paid', 'unknown', 'failed')
       and requested_by in (first_approved_by, decided_by)`,
  I8approval: `select id, state from approvals where state = 'approved' and not is_sole_owner
       and (checker_id is null or checker_id = maker_id)`,
  // I9: what is locked in a wallet is what its open withdrawals ask for
  I9withdrawals: `select m.id, coalesce(a.balance_minor, 0) as locked,
           coalesce(sum(w.amount_minor), 0) as asked
      from members m left join account_balances a on a.code = member_locked_code(m.id)
      left join withdrawals w on w.member_id = m.id and w.state in ('review', 'approved', 'failed')
     group by m.id, a.balance_minor having coalesce(a.balance_minor, 0) <> coalesce(sum(w.amount_minor), 0)`,
} as const satisfies Record<string, string>

type DecisionCheck = keyof typeof checks

const decisionChecks = Object.keys(checks) as DecisionCheck[]

/**
 * Judges what people and machines decided, from one snapshot.
 * @returns nothing when all agree, else one entry per broken check
 */
export async function checkDecisions(client: pg.ClientBase): Promise<Disagreement[]> {
  const found: Disagreement[] = []
  await client.query('begin isolation level repeatable read read only')
  try {
    for (const check of decisionChecks) {
      const { rows } = await client.query<Record<string, unknown>>(checks[check])
      if (rows.length > 0) found.push({ check, found: rows.length, example: rows[0] })
    }
  } finally {
    await client.query('rollback')
  }
  return found
}
