import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { heard } from './heard.ts'

/** Without a message for so long while others get theirs, a phone wants a look. Source: domain 4.22. */
const quietMinutes = 15
/** So many messages of others say that banks write: a single one comes on any quiet night. */
const othersLeast = 3

interface Trouble {
  readonly id: string
  readonly label: string
  readonly phone: string
}

/**
 * Phones that are heard and pass on nothing, while phones with accounts of the same bank get messages; where
 * there are none such, the others. Each phone is asked of by its newest messages alone.
 */
export async function unlikePeers(db: Reader): Promise<Trouble[]> {
  const { rows } = await sql<Trouble>`
    with phones as materialized (
      select d.id, d.name, array(select distinct b.bank from device_senders s
               join bank_accounts b on b.id = s.bank_account_id and b.state = 'active'
              where s.device_id = d.id) as banks,
             (select count(*) from (select from bank_messages m where m.device_id = d.id and m.state <> 'test'
                 and m.received_at > now() - make_interval(mins => ${sql.lit(quietMinutes)})
                 limit ${sql.lit(othersLeast)}) x) as recent,
             coalesce(a.settled_at, d.created_at) < now() - make_interval(mins => ${sql.lit(quietMinutes)})
               as "isSettled"
        from devices d left join approvals a on a.id = d.trust_approval_id
       where d.state = 'online' and ${heard})
    select p.id, p.name as label, p.name as phone from phones p
      cross join lateral (select coalesce(sum(o.recent), 0) as messages, count(*) as phones from phones o
        where o.id <> p.id and o.banks && p.banks) alike
      cross join lateral (select coalesce(sum(o.recent), 0) as messages from phones o
        where o.id <> p.id) others
     where p.banks <> '{}' and p.recent = 0 and p."isSettled"
       and case when alike.phones > 0 then alike.messages else others.messages end >= ${sql.lit(othersLeast)}
     order by p.name`.execute(db)
  return rows
}

/** A phone has so long to tell of what another one has told; what is older is looked at no more. */
const [graceMinutes, lookMinutes] = [5, 65]

/**
 * Accounts that several phones report, of which one, though it is heard, has not told of a movement that
 * another one has told of. The lines of a double that two people merged are one.
 */
export async function disagreeing(db: Reader): Promise<Trouble[]> {
  const { rows } = await sql<Trouble>`
    with fed as materialized (
      select distinct s.bank_account_id, d.id as device_id, d.name,
             coalesce(a.settled_at, d.created_at) as since
        from devices d join device_senders s on s.device_id = d.id
        join bank_accounts b on b.id = s.bank_account_id and b.state = 'active'
        left join approvals a on a.id = d.trust_approval_id
       where d.state = 'online' and ${heard}),
    shared as materialized (
      select f.* from fed f where exists (select from fed o where o.bank_account_id = f.bank_account_id
        and o.device_id <> f.device_id)),
    told as materialized (
      select f.bank_account_id, f.device_id, coalesce(g.into_id, m.statement_line_id) as line_id,
             min(m.received_at) as at
        from (select distinct bank_account_id, device_id from shared) f
        join bank_messages m on m.device_id = f.device_id and m.bank_account_id = f.bank_account_id
         and m.received_at > now() - make_interval(mins => ${sql.lit(lookMinutes + graceMinutes)})
         and m.statement_line_id is not null
        left join line_merges g on g.line_id = m.statement_line_id and g.reversed_at is null
       group by 1, 2, 3)
    select b.id, b.label, string_agg(distinct f.name, ', ' order by f.name) as phone
      from told t join shared f on f.bank_account_id = t.bank_account_id and f.device_id <> t.device_id
       and f.since < t.at
      join bank_accounts b on b.id = t.bank_account_id
     where t.at between now() - make_interval(mins => ${sql.lit(lookMinutes)})
                    and now() - make_interval(mins => ${sql.lit(graceMinutes)})
       and not exists (select from told o where o.device_id = f.device_id and o.line_id = t.line_id)
     group by b.id, b.label order by b.label`.execute(db)
  return rows
}
