import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { sql } from 'kysely'
import type { Alarm } from '../../../platform/api-error.ts'
import { addDays, businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import { driftOf } from './drift.ts'
import { unusualWinners, watchedGames } from './play-sums.ts'

/** An alarm of a business day, with the figures that it follows from. */
interface DayAlarm extends Alarm {
  readonly detail: { readonly to: string } & Readonly<Record<string, unknown>>
}

/** Games whose return of the last days is too far off what their provider declares. */
async function drifts(db: Reader, settings: BrandSettings, today: string): Promise<DayAlarm[]> {
  const { rtpAlarmDays: days, rtpAlarmRoundCount: betsMin, rtpAlarmErrorX100: limitX100 } = settings
  const window = { from: addDays(today, 1 - days), to: today }
  const games = await watchedGames(db, window, betsMin)
  return games.flatMap(({ id, names, declaredBps, ...spread }) => {
    const drift = driftOf(spread, declaredBps)
    if (drift === null || Math.abs(drift.offX100) < limitX100) return []
    const { bets, stakeMinor, payoutMinor } = spread
    const detail = { ...window, names, bets, stakeMinor, payoutMinor, declaredBps, ...drift, limitX100 }
    return [{ code: 'play.rtpDrift', entity: 'game', entityId: id, detail }]
  })
}

/** Members whose profit of a day is unusual against what they staked. */
async function winners(db: Reader, settings: BrandSettings, on: string): Promise<DayAlarm[]> {
  const { winAlarmStakeMinor: leastStakeMinor, winAlarmProfitX100: limitX100 } = settings
  const members = await unusualWinners(db, on, { stakeMinor: leastStakeMinor, profitX100: limitX100 })
  return members.map(({ id, username, ...sums }) => {
    const profitMinor = sums.payoutMinor - sums.stakeMinor
    const profitX100 = Math.floor((profitMinor * 100) / sums.stakeMinor)
    const limits = { limitX100, leastStakeMinor }
    const detail = { from: on, to: on, label: username, ...sums, profitMinor, profitX100, ...limits }
    return { code: 'play.unusualWin', entity: 'member', entityId: id, detail }
  })
}

/**
 * Raises alarms, each once for its business day: one that is open stays as it was raised, one that a person
 * has ended does not come again on the same day.
 */
async function raiseOnce(db: Reader, alarms: readonly DayAlarm[]): Promise<void> {
  if (alarms.length === 0) return
  await sql`
    insert into alarms (code, entity, entity_id, detail)
    select n.code, n.entity, n."entityId", n.detail
      from jsonb_to_recordset(${JSON.stringify(alarms)}::jsonb)
           n (code text, entity text, "entityId" text, detail jsonb)
     where not exists (select from alarms a
       where a.raised_at > now() - interval '3 days' and a.code = n.code and a.entity_id = n."entityId"
         and a.detail ->> 'to' = n.detail ->> 'to')
    on conflict (code, entity_id) where cleared_at is null do nothing`.execute(db)
}

/** Looks over the figures of play. Yesterday's winners too: its last bets are summed after it is over. */
export async function watchPlay(services: Services): Promise<void> {
  const { db, now } = services
  const settings = await services.settings.get()
  const today = businessOn(settings, now())
  const found = await Promise.all([
    drifts(db, settings, today),
    winners(db, settings, addDays(today, -1)),
    winners(db, settings, today),
  ])
  await raiseOnce(db, found.flat())
}

export const playAlarmWork: PeriodicWork = { name: 'playAlarms', everyMs: 60_000, run: watchPlay }
