import { saidFlags, saidNames } from '@khlang/contract/values/play-values.ts'
import type { ExportedList, FileAsk } from '../../platform/files/exports.ts'
import type { ExportColumn } from '../../platform/files/sheet-shape.ts'
import { word, type Language } from '../../platform/texts.ts'
import { firstBets, pageOfBets, type Row } from './queries.ts'

const heading = (name: string) => `field.${name}`
const say = (path: string, language: Language): string | undefined => word('bet-reports', path, language)

const money = (key: 'stake' | 'valid' | 'counted' | 'payout' | 'winLoss'): ExportColumn<Row> => ({
  key,
  heading: heading(key),
  kind: 'amount',
  isSummed: true,
  of: (row) => row[`${key}Minor`],
})
const date = (key: 'businessOn' | 'settledOn'): ExportColumn<Row> => ({
  key,
  heading: heading(key),
  kind: 'date',
  of: (row) => row[key],
})
const instant = (key: 'placedAt' | 'settledAt'): ExportColumn<Row> => ({
  key,
  heading: heading(key),
  kind: 'instant',
  of: (row) => row[key],
})
const text = (key: string, of: ExportColumn<Row>['of']): ExportColumn<Row> => ({
  key,
  heading: heading(key),
  kind: 'text',
  of,
})

/** Columns of the file, by the keys of the screen's columns. */
const columns: readonly ExportColumn<Row>[] = [
  instant('placedAt'),
  text('id', (row) => row.id),
  text('ref', (row) => row.ref),
  text('member', (row) => row.member.username),
  text('game', (row, language) => row.game.name[language]),
  text('type', (row, language) => say(`types.${row.game.type}`, language) ?? row.game.type),
  text('provider', (row, language) => row.provider.name[language]),
  text('state', (row, language) => say(`states.${row.state}`, language) ?? row.state),
  money('stake'),
  money('valid'),
  money('counted'),
  money('payout'),
  money('winLoss'),
  instant('settledAt'),
  date('businessOn'),
  date('settledOn'),
  ...saidNames.map((name) =>
    text(name, ({ said }, language) =>
      saidFlags.includes(name) && said[name] ? (say('said.yes', language) ?? 'yes') : (said[name] ?? null),
    ),
  ),
]

/** The file of bets, newest first. */
export function betFile(ask: FileAsk<'betReports.exportList'>): ExportedList<Row> {
  const { actor, settings, filter, secrets } = ask
  return {
    call: 'betReports.exportList',
    list: 'bet-reports',
    name: 'bets',
    dates: filter,
    area: 'bet-reports',
    columns,
    first: (db, limit) => firstBets(db, { actor, settings, filter }, limit),
    page: (db, place) =>
      pageOfBets(db, { actor, settings, filter }, { input: { ...filter, ...place }, actor, secrets }),
  }
}
