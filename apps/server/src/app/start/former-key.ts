import type pg from 'pg'
import { linkOf } from '../../features/activity-logs/seal.ts'
import type { Secrets } from '../../platform/security/secrets.ts'

/** What a database of before sealed for good, and the place that each was sealed for. */
const sealed: readonly string[] = [
  `select 'machine_keys.secret.' || id as place, secret as text from public.machine_keys
    where secret is not null order by created_at desc limit 1`,
  `select 'payment_rails.secret.' || id as place, secret as text from public.payment_rails
    where secret is not null order by id desc limit 1`,
  `select 'employees.otp_secret.' || id as place, otp_secret as text from public.employees
    where otp_secret is not null order by id desc limit 1`,
]

function opens(secrets: Secrets, place: string, text: Buffer): boolean {
  try {
    secrets.open(place, text)
    return true
  } catch {
    return false
  }
}

/**
 * Whether these keys are the ones that a database of before was used with: something sealed opens, or the
 * first link of the activity log is theirs. Where neither is there, nothing can be lost by them.
 */
export async function formerKeyFits(admin: pg.ClientBase, secrets: Secrets): Promise<boolean> {
  for (const query of sealed) {
    const { rows } = await admin.query<{ place: string; text: Buffer }>(query)
    const [row] = rows
    if (row) return opens(secrets, row.place, row.text)
  }
  const there = await admin.query<{ is_there: boolean }>(
    `select to_regclass('public.activity_seals') is not null as is_there`,
  )
  if (there.rows[0]?.is_there !== true) return true
  const first = await admin.query<{ link: Buffer; sealed: string; text: string }>(
    `select s.link, activity_text(l) as text,
            to_char(s.sealed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sealed
       from public.activity_seals s join public.activity_log l on l.id = s.activity_id where s.seq = 1`,
  )
  const [row] = first.rows
  if (row === undefined) return true
  const link = linkOf(secrets.key('activity-chain'), Buffer.alloc(32), {
    seq: 1,
    sealedAt: row.sealed,
    text: row.text,
  })
  return link.equals(row.link)
}
