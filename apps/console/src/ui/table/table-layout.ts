import type { Density } from './table-columns.ts'

/** What a person chose for one list: order and hidden columns by id, widths in pixels, density. */
export interface TableLayout {
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
  /** Null follows the density of the whole console. */
  density: Density | null
}

interface LayoutColumn {
  id: string
  isHidden?: boolean
  isFixed?: boolean
}

export const columnWidthMin = 56
export const columnWidthMax = 800

/** The layout of somebody who chose nothing. */
export function freshLayout(columns: readonly LayoutColumn[]): TableLayout {
  return {
    order: columns.map((column) => column.id),
    hidden: columns.filter((column) => column.isHidden).map((column) => column.id),
    widths: {},
    density: null,
  }
}

/**
 * Fits a kept layout to today's columns: ids that are gone fall out, columns that are new stand after the
 * one they
 * follow in the code, and a column that may not be hidden is shown.
 */
export function fitLayout(columns: readonly LayoutColumn[], kept: TableLayout | null): TableLayout {
  const fresh = freshLayout(columns)
  if (!kept) return fresh
  const order = kept.order.filter((id) => fresh.order.includes(id))
  const unknown = new Set(fresh.order.filter((id) => !order.includes(id)))
  for (const [index, id] of fresh.order.entries()) {
    if (!unknown.has(id)) continue
    const before = index === 0 ? undefined : fresh.order[index - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  const fixed = new Set(columns.filter((column) => column.isFixed).map((column) => column.id))
  const wasHidden = kept.hidden.filter((id) => fresh.order.includes(id) && !fixed.has(id))
  const newlyHidden = fresh.hidden.filter((id) => unknown.has(id))
  const widths = Object.entries(kept.widths).filter(([id]) => fresh.order.includes(id))
  return {
    order,
    hidden: [...wasHidden, ...newlyHidden],
    widths: Object.fromEntries(widths.map(([id, width]) => [id, clampWidth(width)])),
    density: kept.density,
  }
}

export const clampWidth = (width: number): number =>
  Math.min(columnWidthMax, Math.max(columnWidthMin, Math.round(width)))

/** Moves a column one place; at an edge it stays. */
export function moveColumn(layout: TableLayout, id: string, step: -1 | 1): TableLayout {
  const from = layout.order.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= layout.order.length) return layout
  const order = layout.order.filter((each) => each !== id)
  order.splice(to, 0, id)
  return { ...layout, order }
}

/** Shows or hides a column. The last shown column stays: an empty table looks like a defect. */
export function toggleColumn(layout: TableLayout, id: string): TableLayout {
  if (layout.hidden.includes(id)) {
    return { ...layout, hidden: layout.hidden.filter((each) => each !== id) }
  }
  if (layout.hidden.length >= layout.order.length - 1) return layout
  return { ...layout, hidden: [...layout.hidden, id] }
}

/** Whether two layouts show the same, however their widths are written down. */
export function sameLayout(one: TableLayout, other: TableLayout): boolean {
  const written = ({ order, hidden, widths, density }: TableLayout) =>
    JSON.stringify([order, hidden.toSorted(), order.map((id) => widths[id]), density])
  return written(one) === written(other)
}
