import { gameTypes, volatilities, type gameLineFaults } from '@khlang/contract/values/play-values.ts'
import { line } from '@khlang/contract/values/values.ts'
import { word } from '../../../platform/texts.ts'
import type { TextRow } from '../../statement-files/reading/bounds.ts'
import type { ListedGame } from './difference.ts'

type Fault = (typeof gameLineFaults)[number]
const columns = ['code', 'type', 'nameTh', 'nameEn', 'rtp', 'volatility'] as const
type Column = (typeof columns)[number]
type Places = Partial<Record<Column, number>>

/** A line that is not taken: the cell that keeps it out. */
interface RefusedLine {
  readonly no: number
  readonly fault: Fault
  readonly cell: string
}
export interface GameLines {
  readonly games: readonly ListedGame[]
  readonly refused: readonly RefusedLine[]
}

/** Headings stand within so many rows from the top. */
const preambleMax = 20
const name = line(80, 1)

/** Letters alone, so that `Game_Code`, `game code` and `E-sports` are as people say them. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '')
const one = (text: string): string => plain(text).replace(/s$/, '')

/** What a column is called beside how our screens call it, as providers print it. */
const aliases: Readonly<Record<Column, readonly string[]>> = {
  code: ['gamecode', 'gameid', 'id', 'รหัสเกม'],
  type: ['type', 'category', 'gamecategory', 'ประเภท', 'หมวดเกม'],
  nameTh: ['thainame', 'nameth', 'gamenameth', 'namethai', 'ชื่อ', 'ชื่อเกม', 'ชื่อภาษาไทย'],
  nameEn: ['englishname', 'nameen', 'gamenameen', 'name', 'gamename', 'ชื่อภาษาอังกฤษ'],
  rtp: ['returntoplayer', 'อัตราจ่าย'],
  volatility: ['variance'],
}

/** How the screens call a thing, in both languages. */
const said = (path: string): string[] =>
  (['th', 'en'] as const).map((language) => word('game-catalogue', path, language) ?? path)

const headings = columns.map((column) => ({
  column,
  names: new Set([...said(`field.${column}`), column, ...aliases[column]].map(plain)),
}))

function placesOf({ cells }: TextRow): Places {
  const places: Places = {}
  for (const { column, names } of headings) {
    const at = cells.findIndex((cell) => names.has(plain(cell)))
    if (at >= 0) places[column] = at
  }
  return places
}

const isTold = ({ code, type, nameTh, nameEn }: Places): boolean =>
  code !== undefined && type !== undefined && (nameTh ?? nameEn) !== undefined

/** Which of some values a cell says, by its code or as the screens call it. */
function valueOf<V extends string>(cell: string, values: readonly V[], group: string): V | null {
  return (
    values.find((value) => [value, ...said(`${group}.${value}`)].some((each) => one(each) === one(cell))) ??
    null
  )
}

const isEmpty = (cell: string): boolean => cell === '' || cell === '-' || cell === '–'

/** Hundredths of a percent; of a spreadsheet 96.5 % comes as 0.965. */
function rtpOf(cell: string): number | null {
  const figure = /^(\d{1,3}(?:\.\d{1,6})?) ?%?$/.exec(cell)?.[1]
  const value = Number(figure)
  if (figure === undefined || value > 100) return null
  return Math.round((value <= 1 && !cell.includes('%') ? value * 100 : value) * 100)
}

/** The game of a line, or what keeps it out and where. */
function gameOf(row: TextRow, places: Places): ListedGame | Omit<RefusedLine, 'no'> {
  const cellOf = (column: Column): string => row.cells[places[column] ?? -1] ?? ''
  const refuse = (fault: Fault, column: Column) => ({ fault, cell: cellOf(column).slice(0, 80) })
  const [code, rtp, volatile] = [cellOf('code'), cellOf('rtp'), cellOf('volatility')]
  if (!/^[\x21-\x7e]{1,64}$/.test(code)) return refuse('codeUnclear', 'code')
  const type = valueOf(cellOf('type'), gameTypes, 'types')
  if (type === null) return refuse('typeUnclear', 'type')
  // Who prints one name alone calls it so in both languages.
  const nameTh = cellOf('nameTh') || cellOf('nameEn')
  const nameEn = cellOf('nameEn') || nameTh
  if (nameTh === '') return refuse('nameMissing', 'code')
  if (!name.safeParse(nameTh).success) return refuse('nameUnclear', 'nameTh')
  if (!name.safeParse(nameEn).success) return refuse('nameUnclear', 'nameEn')
  const rtpBps = isEmpty(rtp) ? null : rtpOf(rtp)
  if (rtpBps === null && !isEmpty(rtp)) return refuse('rtpUnclear', 'rtp')
  const volatility = isEmpty(volatile) ? null : valueOf(volatile, volatilities, 'volatilities')
  if (volatility === null && !isEmpty(volatile)) return refuse('volatilityUnclear', 'volatility')
  return { code, type, nameTh, nameEn, rtpBps, volatility }
}

/** The games of a file and the lines of it that are not taken; null: its columns are not told. Pure. */
export function gameLinesOf(rows: readonly TextRow[]): GameLines | null {
  const head = rows.slice(0, preambleMax).find((row) => isTold(placesOf(row)))
  if (!head) return null
  const places = placesOf(head)
  const games = new Map<string, ListedGame>()
  const refused: RefusedLine[] = []
  for (const row of rows) {
    if (row.no <= head.no) continue
    const game = gameOf(row, places)
    if ('fault' in game) refused.push({ no: row.no, ...game })
    else if (games.has(game.code)) refused.push({ no: row.no, fault: 'codeTwice', cell: game.code })
    else games.set(game.code, game)
  }
  return { games: [...games.values()], refused }
}
