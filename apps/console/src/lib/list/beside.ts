/** What a drawer is told of the list behind it: its row, and the ways to the rows around it. */
export function besideOf<Row>(
  rows: readonly Row[],
  openId: string,
  rowId: (row: Row) => string,
  show: (id: string | undefined) => void,
) {
  const place = rows.findIndex((row) => rowId(row) === openId)
  const step = (to: number) => {
    const row = place < 0 ? undefined : rows[to]
    return row && (() => show(rowId(row)))
  }
  return {
    id: openId,
    row: rows[place],
    onClose: () => show(undefined),
    onPrevious: step(place - 1),
    onNext: step(place + 1),
  }
}
