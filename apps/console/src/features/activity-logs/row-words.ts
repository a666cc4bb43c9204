import { changesOf, type FieldChange } from '../../lib/activity-diff.ts'
import type { ActivityRow } from './activity-shapes.ts'

type Told = Pick<ActivityRow, 'entity' | 'before' | 'after'>

/** Of what a new thing holds, what says most of it; the database orders the fields by length. */
const first = ['title', 'name', 'viewName', 'username', 'amountMinor', 'state']
const rankOf = ({ field }: FieldChange): number => {
  const at = first.indexOf(field)
  return at < 0 ? first.length : at
}

/** A counter of the database tells nobody anything. */
const isVersion = ({ field }: FieldChange): boolean => field.split('.').at(-1) === 'version'

/** What an act changed and people read: no versions, of a message to the staff no counts of nobody. */
export function shownChanges({ entity, before, after }: Told): FieldChange[] {
  const isNobody = (change: FieldChange) => entity === 'notification' && change.after === 0
  return changesOf(before, after)
    .filter((change) => !isVersion(change) && !isNobody(change))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

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
