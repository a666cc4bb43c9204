import { changesOf } from '@khlang/contract/values/activity-diff.ts'
import type { ActivityRow } from './activity-shapes.ts'

/** How much (minor units) and whom an act was about, by its details; null for what the row tells anyway. */
export function gistOf(row: Pick<ActivityRow, 'entity' | 'entityName' | 'before' | 'after' | 'detail'>) {
  const detail: Readonly<Record<string, unknown>> =
    typeof row.detail === 'object' && row.detail !== null ? { ...row.detail } : {}
  const { amountMinor, username, entityName } = detail
  const isTold = changesOf(row.before, row.after).some(({ field }) => field === 'amountMinor')
  const name = [username, entityName].find((each) => typeof each === 'string' && each !== row.entityName)
  return {
    amountMinor: typeof amountMinor === 'number' && !isTold ? amountMinor : null,
    name: typeof name === 'string' ? name : null,
  }
}
