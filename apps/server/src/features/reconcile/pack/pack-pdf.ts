import { createRequire } from 'node:module'
import Pdf from 'pdfkit'
import { amountText, isAmount, type PackCell, type PackPaper, type PackTable } from './pack-table.ts'

const require = createRequire(import.meta.url)
const plainFont = require.resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf')
const boldFont = require.resolve('@expo-google-fonts/sarabun/600SemiBold/Sarabun_600SemiBold.ttf')

const margin = 34
const size = 8.5
const lineHeight = 13
const pad = 3
const grey = '#667085'
const black = '#101828'

type Doc = InstanceType<typeof Pdf>

const textOf = (cell: PackCell): string => {
  if (cell === null) return ''
  if (isAmount(cell)) return amountText(cell.minor)
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : cell
}
const isRight = (cell: PackCell): boolean => typeof cell === 'number' || (cell !== null && isAmount(cell))

// Thai is written without blanks: where a line may end is found by the words.
const words = new Intl.Segmenter('th', { granularity: 'word' })

/** What a line may be divided into; an opening bracket stays with what follows it. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const { segment } of words.segment(text))
    if (pieces.at(-1)?.endsWith('(')) pieces[pieces.length - 1] += segment
    else pieces.push(segment)
  return pieces
}

/** Lines of a text that fit a width; a word that is wider than the line is cut. */
function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const part of text.split('\n')) {
    let line = ''
    for (const segment of piecesOf(part)) {
      if (widthOf(line + segment) <= width) {
        line += segment
        continue
      }
      if (line.trim() !== '') lines.push(line.trimEnd())
      line = segment.trimStart()
      while (widthOf(line) > width && line.length > 1) {
        let cut = line.length - 1
        while (cut > 1 && widthOf(line.slice(0, cut)) > width) cut -= 1
        lines.push(line.slice(0, cut))
        line = line.slice(cut)
      }
    }
    lines.push(line.trimEnd())
  }
  return lines
}

interface Pen {
  readonly doc: Doc
  readonly bottom: number
  readonly width: number
  y: number
}

/** Text at a place, on one line: it was cut to fit before. */
function put(pen: Pen, text: string, x: number, width: number, align: 'left' | 'right' = 'left'): void {
  pen.doc.text(text, x, pen.y, { width, align, lineBreak: false })
}

function newPage(pen: Pen): void {
  pen.doc.addPage()
  pen.y = margin
}

interface Drawn {
  readonly cells: readonly PackCell[]
  readonly isBold: boolean
  readonly hasRule: boolean
}

/** A row, as high as its highest cell; on the next page where it does not fit. */
function drawRow(pen: Pen, columns: readonly number[], row: Drawn, onNewPage: () => void): void {
  const { doc } = pen
  doc.font(row.isBold ? 'bold' : 'plain').fontSize(size)
  const widthOf = (text: string) => doc.widthOfString(text)
  const cells = columns.map((width, at) => linesOf(textOf(row.cells[at] ?? null), width - 2 * pad, widthOf))
  const height = Math.max(...cells.map((lines) => lines.length)) * lineHeight + pad
  if (pen.y + height > pen.bottom) {
    newPage(pen)
    onNewPage()
    doc.font(row.isBold ? 'bold' : 'plain').fontSize(size)
  }
  const top = pen.y
  let x = margin
  for (const [at, width] of columns.entries()) {
    const align = isRight(row.cells[at] ?? null) ? 'right' : 'left'
    for (const [place, line] of (cells[at] ?? []).entries()) {
      pen.y = top + place * lineHeight
      put(pen, line, x + pad, width - 2 * pad, align)
    }
    x += width
  }
  pen.y = top + height
  if (row.hasRule)
    doc
      .moveTo(margin, pen.y - 1)
      .lineTo(margin + pen.width, pen.y - 1)
      .lineWidth(0.5)
      .strokeColor('#98a2b3')
      .stroke()
}

function drawTable(pen: Pen, table: PackTable): void {
  const { doc } = pen
  const sum = table.widths.reduce((all, each) => all + each, 0)
  const columns = table.widths.map((each) => (each / sum) * pen.width)
  if (pen.y > pen.bottom - 90) newPage(pen)
  pen.y += 8
  doc.font('bold').fontSize(11).fillColor(black)
  put(pen, table.title, margin, pen.width)
  pen.y += 19
  const head = () =>
    drawRow(pen, columns, { cells: table.headings, isBold: true, hasRule: true }, () => undefined)
  head()
  for (const [at, cells] of table.rows.entries()) {
    const isSum = table.sums?.includes(at) === true
    drawRow(pen, columns, { cells, isBold: isSum, hasRule: isSum }, head)
  }
  for (const cells of table.totals) drawRow(pen, columns, { cells, isBold: true, hasRule: true }, head)
  doc.fillColor(grey)
  for (const note of table.notes)
    drawRow(pen, [pen.width], { cells: [note], isBold: false, hasRule: false }, () => undefined)
  doc.fillColor(black)
}

/** The pack as pages to print and sign: the font is part of the file, so that Thai reads alike everywhere. */
export async function packPdf(paper: PackPaper): Promise<Buffer> {
  const doc = new Pdf({
    size: 'A4',
    layout: 'landscape',
    margin,
    bufferPages: true,
    info: {
      Title: paper.title,
      Producer: 'Khlang',
      Creator: 'Khlang',
      CreationDate: new Date(paper.madeAt),
    },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((done, failed) => {
    doc.on('end', done)
    doc.on('error', failed)
  })
  doc.registerFont('plain', plainFont)
  doc.registerFont('bold', boldFont)
  const width = doc.page.width - 2 * margin
  const pen: Pen = { doc, bottom: doc.page.height - margin - 18, width, y: margin }
  doc.font('bold').fontSize(17).fillColor(black)
  put(pen, paper.title, margin, width)
  pen.y += 27
  doc.font('plain').fontSize(10).fillColor(grey)
  put(pen, paper.subtitle, margin, width)
  pen.y += 14
  doc.fillColor(black)
  for (const table of paper.tables) drawTable(pen, table)
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Below the margin, where the library would begin a new page.
    doc.page.margins.bottom = 0
    doc.font('plain').fontSize(7).fillColor(grey)
    pen.y = doc.page.height - margin + 4
    put(pen, paper.foot, margin, width - 60)
    put(pen, `${page + 1} / ${count}`, margin, width, 'right')
  }
  doc.end()
  await ended
  return Buffer.concat(parts)
}
