import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { website } from '@khlang/contract/website/website.ts'
import type { SettingKey, SettingsPatch } from '@khlang/contract/website/setting-keys.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import { afters, changeRows, changesOf } from '../changes.ts'
import { linesOfDay, pageMax, withdrawalsOfDay } from './day-decisions.ts'
import { judgeLine, lineKeys } from './line-trial.ts'
import { Tally, untouched, type Verdict } from './tally.ts'
import { judgeWithdrawal, withdrawalKeys } from './withdrawal-trial.ts'

/** So many decisions of a day are judged again; the answer says when there were more. */
const decisionsMax = 20_000

interface Decision<D> {
  readonly id: string
  readonly label: string
  readonly at: string
  readonly amountMinor: number
  readonly decided: D
}

/** Which settings were in force when. The last first; what stands now counts for the version in force. */
async function historyOf(db: Reader, stands: BrandSettings) {
  const { rows } = await sql<{ from: string; state: string; value: unknown }>`
    select activated_at as from, state, value from settings_versions where activated_at is not null
     order by activated_at desc, number desc limit 500`.execute(db)
  const known = rows.map(({ from, state, value }) => ({
    fromMs: Date.parse(from),
    settings: state === 'active' ? stands : BrandSettings.parse(value),
  }))
  // Of before versions were kept nothing is known but what stood then.
  return (at: string): BrandSettings =>
    known.find(({ fromMs }) => fromMs <= Date.parse(at))?.settings ?? known.at(-1)?.settings ?? stands
}

/** Judges one side page by page. */
async function tried<D>(
  pageAfter: (after: string | null) => Promise<readonly Decision<D>[]>,
  judge: (decided: D, at: string) => Verdict,
) {
  const tally = new Tally()
  let after: string | null = null
  while (tally.count < decisionsMax) {
    const page: readonly Decision<D>[] = await pageAfter(after)
    for (const { decided, ...named } of page) tally.add(named, judge(decided, named.at))
    after = page.at(-1)?.id ?? null
    if (page.length < pageMax) return tally.answer(false)
  }
  return tally.answer(true)
}

interface Wish {
  readonly stands: BrandSettings
  readonly wished: SettingsPatch
  readonly on: string
}

const isAny = (keys: readonly SettingKey[], changed: readonly SettingKey[]): boolean =>
  changed.some((key) => keys.includes(key))

/** What each decision of a business date would have been. Changes nothing. */
export async function trialOf(
  db: Reader,
  { stands, wished, on }: Wish,
): Promise<HandlerOutput<typeof website.trySettings>> {
  const changes = changesOf(stands, wished)
  const changed = changeRows(changes).map(({ key }) => key)
  const inForce = await historyOf(db, stands)
  // What changed meanwhile, and is not proposed, counts as it did then.
  const wouldBe = (at: string): BrandSettings => ({ ...inForce(at), ...afters(changes) })
  const deposits = isAny(lineKeys, changed)
    ? await tried(
        (after) => linesOfDay(db, on, after),
        (decided, at) => judgeLine(decided, inForce(at), wouldBe(at)),
      )
    : untouched
  const withdrawals = isAny(withdrawalKeys, changed)
    ? await tried(
        (after) => withdrawalsOfDay(db, on, after),
        (decided, at) => judgeWithdrawal(decided, inForce(at), wouldBe(at)),
      )
    : untouched
  const told: readonly SettingKey[] = [...lineKeys, ...withdrawalKeys]
  return { on, untried: changed.filter((key) => !told.includes(key)), deposits, withdrawals }
}
