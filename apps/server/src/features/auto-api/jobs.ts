import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Services } from '../../platform/call/context.ts'
import { announce } from '../../platform/live/live.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { StepSize } from '../../platform/work/step-size.ts'
import { silentAccounts } from '../queue/find-missing.ts'
import { rereadAllowedWork } from './reread-allowed.ts'

/**
 * Hints that found no line in their time go to a person; they are never credited by themselves (decisions
 * 28).
 */
async function releaseHints({ db, now }: Services, most: number): Promise<boolean> {
  const at = new Date(now()).toISOString()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; version: number }>`
      update statement_lines set state = 'unmatched', version = version + 1
       where id in (select id from statement_lines where state = 'waiting' and hint_until < ${at}::timestamptz
                    order by id limit ${most} for update skip locked)
      returning id, version`.execute(tx)
    for (const row of rows)
      await announce(tx, 'statementLine', encodeId('statementLine', row.id), row.version)
    return rows.length >= most
  })
}

/** Open deposit requests end with their time, those that somebody noted too. */
async function expireRequests({ db, now }: Services, most: number): Promise<boolean> {
  const at = new Date(now()).toISOString()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; version: number }>`
      update deposits set state = 'expired', version = version + 1
       where id in (select id from deposits where state in ('created', 'pending')
                       and expires_at < ${at}::timestamptz
                    order by id limit ${most} for update skip locked)
      returning id, version`.execute(tx)
    for (const row of rows) await announce(tx, 'deposit', encodeId('deposit', row.id), row.version)
    return rows.length >= most
  })
}

/** A work that does all there is, in steps that fit their time. */
function inSteps(
  name: string,
  everyMs: number,
  step: (services: Services, most: number) => Promise<boolean>,
): PeriodicWork {
  const size = new StepSize({ first: 500, least: 10, most: 2000 })
  const run: PeriodicWork['run'] = (services, stopping) =>
    size.drain((most) => step(services, most), stopping)
  return { name, everyMs, run }
}

/** Alarms for active accounts whose phones have fallen silent; ended when one is heard again. */
async function watchFeeds({ db }: Services): Promise<void> {
  const silent = await silentAccounts(db)
  const ids = silent.map((account) => encodeId('bankAccount', account.id))
  for (const [position, account] of silent.entries()) {
    const entityId = ids[position] ?? ''
    await raiseAlarm(db, {
      code: 'bank.silent',
      entity: 'bankAccount',
      entityId,
      detail: { label: account.label },
    })
  }
  await sql`update alarms set cleared_at = now() where code = 'bank.silent' and cleared_at is null
     and entity_id <> all(${ids}::text[])`.execute(db)
}

/** What happens on this area's own time. */
export const autoApiWork: readonly PeriodicWork[] = [
  inSteps('hints', 2000, releaseHints),
  inSteps('depositRequests', 10_000, expireRequests),
  { name: 'silentFeeds', everyMs: 30_000, run: watchFeeds },
  rereadAllowedWork,
]
