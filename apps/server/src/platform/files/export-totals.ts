import type { ExportColumn, SheetShape } from './sheet-shape.ts'
import { word, type Language, type TextArea } from '../texts.ts'

/** @throws when the area has no such text: a column without a heading is a fault of ours */
export function labelOf(area: TextArea, path: string, language: Language): string {
  const found = word(area, path, language)
  if (found === undefined) throw new Error(`No text ${path} in ${language}/${area}`)
  return found
}

/** One line of totals: what it begins with, and minor units by the place of their column. */
export interface TotalLine {
  readonly label: string
  readonly sums: ReadonlyMap<number, number>
}

/** Rows that are summed together: how many, and minor units by the place of their column. */
interface Bucket {
  count: number
  readonly sums: Map<number, number>
}

/** Counts and sums the rows of a file as they come, so that no file has to be in memory for its totals. */
export class Totals<R> {
  readonly #shape: SheetShape<R>
  readonly #summed: readonly (readonly [place: number, column: ExportColumn<R>])[]
  /** One for each part, in their order; the last one is of the rows in no part. */
  readonly #buckets: readonly Bucket[]

  constructor(shape: SheetShape<R>) {
    this.#shape = shape
    this.#summed = shape.columns.flatMap((column, place) =>
      column.kind === 'amount' && column.isSummed === true ? [[place, column] as const] : [],
    )
    this.#buckets = Array.from({ length: (shape.parts?.length ?? 0) + 1 }, () => this.#empty())
  }

  #empty(): Bucket {
    return { count: 0, sums: new Map(this.#summed.map(([place]) => [place, 0])) }
  }

  add(rows: readonly R[]): void {
    const { parts, language } = this.#shape
    for (const row of rows) {
      const part = parts?.findIndex(({ has }) => has(row)) ?? -1
      const bucket = this.#buckets.at(part)
      if (bucket === undefined) continue
      bucket.count += 1
      for (const [place, column] of this.#summed) {
        const sum = bucket.sums.get(place) ?? 0
        bucket.sums.set(place, sum + Number(column.of(row, language) ?? 0))
      }
    }
  }

  #together(buckets: readonly (readonly [Bucket, sign: number])[]): Bucket {
    const all = this.#empty()
    for (const [{ count, sums }, sign] of buckets) {
      all.count += count
      for (const [place, sum] of sums) all.sums.set(place, (all.sums.get(place) ?? 0) + sign * sum)
    }
    return all
  }

  /**
   * The lines of totals: one, or with several parts in the file one for each and their net; then one of the
   * rows in no part, if there are any. Every one begins with what it sums and the number of rows.
   * @param isCut the filter holds more rows than the file
   */
  lines(isCut: boolean): TotalLine[] {
    const { area, language, parts, netLabel, notCountedLabel } = this.#shape
    const line = (label: string, { count, sums }: Bucket): TotalLine => ({
      label: labelOf('table', isCut ? 'export.totalCut' : 'export.total', language)
        .replace('{{label}}', label)
        .replace('{{rows}}', String(count)),
      sums,
    })
    const total = labelOf('table', 'export.totalLabel', language)
    const left = this.#buckets.at(-1) ?? this.#empty()
    if (parts === undefined) return [line(total, left)]
    const each = parts.map((part, at) => ({ ...part, bucket: this.#buckets[at] ?? this.#empty() }))
    const found = each.filter(({ bucket }) => bucket.count > 0)
    const all = (isNet: boolean) =>
      this.#together(each.map(({ bucket, sign }) => [bucket, isNet ? sign : 1] as const))
    const lines =
      found.length < 2
        ? [line(total, all(false))]
        : [
            ...found.map(({ label, bucket }) => line(labelOf(area, label, language), bucket)),
            line(labelOf(area, netLabel ?? '', language), all(true)),
          ]
    if (left.count === 0) return lines
    return [...lines, line(labelOf(area, notCountedLabel ?? '', language), left)]
  }
}
