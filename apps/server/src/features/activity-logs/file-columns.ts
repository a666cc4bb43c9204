import { settledOf } from '@khlang/contract/values/activity-words.ts'
import type { activityLogs } from '@khlang/contract/activity-logs.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { ExportColumn } from '../../platform/files/sheet-shape.ts'
import { roleWord, word, type Language } from '../../platform/texts.ts'
import { changeWords } from './change-words.ts'

type Row = HandlerOutput<typeof activityLogs.list>['records'][number]
type Column = ExportColumn<Row>

const say = (path: string, language: Language): string | undefined => word('activity-logs', path, language)

/** The act as the screen names it: its own word, or the kind and the outcome of a decided request. */
function actionWord(action: string, language: Language): string {
  const own = say(`actions.${action}`, language)
  const settled = settledOf(action)
  if (own !== undefined || settled === null) return own ?? action
  const what = word('approvals', `kinds.${settled.kind}`, language)
  return what === undefined
    ? action
    : (say(`settled.${settled.outcome}`, language)?.replace('{{what}}', what) ?? action)
}

const text = (key: string, heading: string, of: Column['of']): Column => ({
  key,
  heading: `field.${heading}`,
  kind: 'text',
  of,
})

/** Columns of the file, by the keys of the screen's columns. */
export const activityColumns: readonly Column[] = [
  { key: 'at', heading: 'field.at', kind: 'instant', of: (row) => row.at },
  { key: 'seq', heading: 'field.seq', kind: 'integer', of: (row) => row.seq },
  text('who', 'who', (row, lang) => row.actorName ?? say(`actorKinds.${row.actorKind}`, lang) ?? null),
  text('who', 'role', (row, language) => row.roleName && roleWord(row.roleName, language)),
  { key: 'what', heading: 'field.entity', kind: 'word', group: 'entities', of: (row) => row.entity },
  text('what', 'entityName', (row) => row.entityName),
  text('what', 'entityId', (row) => row.entityId),
  text('action', 'action', (row, language) => actionWord(row.action, language)),
  text('change', 'change', changeWords),
  { key: 'result', heading: 'field.result', kind: 'word', group: 'results', of: (row) => row.result },
  text('reason', 'reason', (row) => row.reason),
  text('address', 'address', (row) => row.address),
  text('device', 'device', (row) => row.device),
  text('requestId', 'requestId', (row) => row.requestId),
]
