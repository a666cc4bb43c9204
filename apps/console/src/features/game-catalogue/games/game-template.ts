import { gameTypes, volatilities } from '@khlang/contract/values/play-values.ts'
import { saveBlob } from '../../../lib/list/download.ts'

const columns = ['code', 'type', 'nameTh', 'nameEn', 'rtp', 'volatility'] as const
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** The lines of a file to fill in: its headings, and below them what each is. That line is never taken. */
function templateLines(t: (key: string) => string): string[][] {
  return [
    columns.map((column) => t(`field.${column}`)),
    [
      t('import.sample.code'),
      gameTypes.map((type) => t(`types.${type}`)).join(' / '),
      t('import.sample.nameTh'),
      t('import.sample.nameEn'),
      '96.50',
      volatilities.map((each) => t(`volatilities.${each}`)).join(' / '),
    ],
  ]
}

/** Hands the browser such a file, as spreadsheets open it. */
export function saveTemplate(t: (key: string) => string): void {
  const lines = templateLines(t).map((line) => line.map(quoted).join(','))
  saveBlob('games.csv', new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' }))
}
