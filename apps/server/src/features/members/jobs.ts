import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import type { Database, Tx } from '../../platform/db/db.ts'
import type { Progress } from '../../platform/work/vitals.ts'
import { StepSize } from '../../platform/work/step-size.ts'
import { advanceWallet, readWalletProgress } from '../../platform/posting/wallet-days.ts'

/** Transfers of a step; of members to be read again it takes half as many. */
const stepSize = () => new StepSize({ first: 2000, least: 20, most: 20_000 })

/** Members whose wallets moved in these transfers. */
async function movedMembers(tx: Tx, above: number, upTo: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct a.code from transfers t join accounts a on a.id in (t.from_id, t.to_id)
     where t.id > ${above} and t.id <= ${upTo} and (t.from_version is not null or t.to_version is not null)
       and a.code like 'member:%'`.execute(tx)
  return rows.flatMap(({ code }) => decodeId('member', code.split(':')[1] ?? '') ?? [])
}

async function takeStale(tx: Tx, atOnce: number): Promise<{ ids: string[]; isFull: boolean }> {
  const { rows } = await sql<{ member_id: string }>`
    with picked as materialized (
      select id from member_facts_stale order by id limit ${atOnce} for update skip locked)
    delete from member_facts_stale s using picked where s.id = picked.id returning s.member_id`.execute(tx)
  return { ids: rows.map((row) => row.member_id), isFull: rows.length === atOnce }
}

/**
 * Reads the facts of some members again, from the ledger, deposits and withdrawals, and moves what they were
 * counted as in member_sums by the difference. Set-based; no decision ever reads either. The offsets keep a
 * plan for tables that have just begun to fill from reading by state what is few by member.
 */
async function recompute(tx: Tx, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return
  await sql`
    with fresh as (
      select m.id, m.state, m.level, m.source_channel, cash.balance_minor as cash, locked.balance_minor as
        locked,
             d.n as deposits, d.total as deposited, d.first_at, d.last_at, w.n as withdrawals, w.total as
               withdrawn,
             l.at as login_at
        from members m
        left join accounts cash on cash.code = member_cash_code(m.id)
        left join accounts locked on locked.code = member_locked_code(m.id)
        cross join lateral (select count(*) as n, coalesce(sum(amount_minor), 0)::bigint as total,
             min(credited_at) as first_at, max(credited_at) as last_at
             from (select * from deposits where member_id = m.id offset 0) d where state = 'credited') d
        cross join lateral (select count(*) as n, coalesce(sum(amount_minor), 0)::bigint as total
             from (select * from withdrawals where member_id = m.id offset 0) w where state = 'paid') w
        left join lateral (select at from member_logins
             where member_id = m.id and result = 'done' order by id desc limit 1) l on true
       where m.id = any(${[...memberIds]}::uuid[])),
    changed as (
      update member_facts f set
             balance_minor = coalesce(fresh.cash, 0), locked_minor = coalesce(fresh.locked, 0),
             deposit_count = fresh.deposits, deposit_minor = fresh.deposited, first_deposit_at =
               fresh.first_at,
             last_deposit_at = fresh.last_at, withdrawal_count = fresh.withdrawals,
             withdrawal_minor = fresh.withdrawn, last_login_at = fresh.login_at, is_counted = true,
             counted_state = fresh.state, counted_level = fresh.level, counted_source = fresh.source_channel,
             updated_at = now()
        from fresh where f.member_id = fresh.id
      returning with (old as o, new as n)
             o.is_counted as was_counted, o.counted_state as o_state, o.counted_level as o_level,
             o.counted_source as o_source, o.deposit_count > 0 as o_deposited, o.balance_minor as o_balance,
             o.deposit_minor as o_deposit, o.withdrawal_minor as o_withdrawal, n.counted_state as n_state,
             n.counted_level as n_level, n.counted_source as n_source, n.deposit_count > 0 as n_deposited,
             n.balance_minor as n_balance, n.deposit_minor as n_deposit, n.withdrawal_minor as n_withdrawal)
    insert into member_sums as s
    select state, level, source, has, sum(members), sum(balance), sum(deposit), sum(withdrawal) from (
      select n_state as state, n_level as level, n_source as source, n_deposited as has, 1 as members,
             n_balance as balance, n_deposit as deposit, n_withdrawal as withdrawal from changed
      union all
      select o_state, o_level, o_source, o_deposited, -1, -o_balance, -o_deposit, -o_withdrawal
        from changed where was_counted) moved
     group by 1, 2, 3, 4
    on conflict (state, level, source_channel, has_deposited) do update set
      members = s.members + excluded.members, balance_minor = s.balance_minor + excluded.balance_minor,
      deposit_minor = s.deposit_minor + excluded.deposit_minor,
      withdrawal_minor = s.withdrawal_minor + excluded.withdrawal_minor`.execute(tx)
}

/** Past so many members none more is noted: they would fill the memory, and are read again at worst. */
const notedMost = 200_000

/**
 * Members that were read once every transfer up to `upTo` was there. What they were moved by until then is in
 * their facts: far behind, each is read once and not once a step.
 */
interface ReadAlready {
  readonly upTo: number
  readonly ids: Set<string>
}

interface Done {
  readonly isBehind: boolean
  readonly already: ReadAlready
}

/** One step, and whether there is more to do at once. */
async function step(db: Database, size: number, before: ReadAlready): Promise<Done> {
  const done = await db.transaction().execute(async (tx) => {
    const progress = await readWalletProgress(tx, size)
    if (progress === null) return null
    const isCovered = progress.upTo <= before.upTo
    const already = isCovered ? before : { upTo: progress.certainId, ids: new Set<string>() }
    const stale = await takeStale(tx, Math.ceil(size / 2))
    const moved = await movedMembers(tx, progress.settledId, progress.upTo)
    const ids = [...new Set([...stale.ids, ...moved.filter((id) => !already.ids.has(id))])]
    await recompute(tx, ids)
    const isBehind = await advanceWallet(tx, progress)
    return { isBehind: stale.isFull || isBehind, already, ids }
  })
  if (done === null) return { isBehind: false, already: before }
  const { isBehind, already, ids } = done
  if (already.ids.size + ids.length <= notedMost) for (const id of ids) already.ids.add(id)
  return { isBehind, already }
}

/** Brings member_facts, member_sums, wallet_days and wallet_entries up to date, several processes or one. */
export async function refreshMemberFacts(
  db: Database,
  stopping?: AbortSignal,
  size = stepSize(),
): Promise<void> {
  let already: ReadAlready = { upTo: 0, ids: new Set() }
  await size.drain(async (atOnce) => {
    const done = await step(db, atOnce, already)
    already = done.already
    return done.isBehind
  }, stopping)
}

/** Marks every member to be read again and forgets all sums; the next runs fill them. */
export async function rebuildMemberFacts(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    await readWalletProgress(tx, 0, true)
    await sql`delete from member_sums`.execute(tx)
    await sql`update member_facts set is_counted = false where is_counted`.execute(tx)
    await sql`delete from wallet_days`.execute(tx)
    await sql`delete from wallet_entries`.execute(tx)
    await sql`update wallet_progress set settled_id = 0, candidate_id = 0, holders = '{}'`.execute(tx)
    await sql`insert into member_facts (member_id) select id from members m
      where not exists (select from member_facts f where f.member_id = m.id) on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into member_facts_stale (member_id) select id from members`.execute(tx)
  })
  await refreshMemberFacts(db)
}

const size = stepSize()

export const memberFactsWork = {
  name: 'memberFacts',
  everyMs: 1000,
  // Facts that are built anew are those of every member.
  limitMs: 7_200_000,
  progress: async ({ db }: Services): Promise<readonly Progress[]> => {
    const { rows } = await sql<Progress>`
      select settled_id as done, coalesce((select max(id) from transfers), 0) as newest
        from wallet_progress`.execute(db)
    return rows
  },
  run: (services: Services, stopping: AbortSignal): Promise<void> =>
    refreshMemberFacts(services.db, stopping, size),
}
