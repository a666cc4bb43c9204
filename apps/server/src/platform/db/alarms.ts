import { sql, type RawBuilder } from 'kysely'
import type { Alarm } from '../api-error.ts'
import type { Reader } from './db.ts'

/** While this alarm is open no payout starts. Source: safety.md W4. */
export const payoutFuse = 'payoutFuse'

/** The database was brought back to an earlier moment, and two people have not released it yet. */
export const restoredAlarm = 'restored'

/** Two people end these, by a call of their own; nobody acknowledges them. */
export const twoPeopleAlarms: readonly string[] = [payoutFuse, restoredAlarm]

/** The raising as a part of a larger statement; `raiseAlarm` runs it by itself. */
export const alarmRaised = (alarm: Alarm): RawBuilder<unknown> => sql`
  insert into alarms (code, entity, entity_id, detail)
  values (${alarm.code}, ${alarm.entity}, ${alarm.entityId}, ${JSON.stringify(alarm.detail ?? {})}::jsonb)
  on conflict (code, entity_id) where cleared_at is null do nothing`

/** The clearing as a part of a larger statement. */
export const alarmCleared = (code: string, entityId: string): RawBuilder<unknown> => sql`
  update alarms set cleared_at = now() where code = ${code} and entity_id = ${entityId}
    and cleared_at is null`

/** Raises an alarm, once: it stays open until what it is about is settled. */
export async function raiseAlarm(db: Reader, alarm: Alarm): Promise<void> {
  await alarmRaised(alarm).execute(db)
}

/** Ends an alarm; none open is no error. */
export async function clearAlarm(db: Reader, code: string, entityId: string): Promise<void> {
  await alarmCleared(code, entityId).execute(db)
}

/** Whether any alarm of this code is open. */
export async function isAlarmOpen(db: Reader, code: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from alarms where code = ${code} and cleared_at is null) as open`.execute(db)
  return rows[0]?.open === true
}
