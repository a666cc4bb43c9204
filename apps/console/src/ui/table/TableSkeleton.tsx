import classes from './TableSkeleton.module.css'

interface TableSkeletonProps {
  rowCount: number
  columnCount: number
  rowHeight: number
}

/** Grey bars of the real row height, so that nothing jumps when the rows come. */
export function TableSkeleton({ rowCount, columnCount, rowHeight }: TableSkeletonProps) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rowCount }, (_, row) => (
        <tr key={row} data-spacer style={{ height: rowHeight }}>
          {Array.from({ length: columnCount }, (_unused, column) => (
            <td key={column} aria-hidden="true">
              <span className={classes.bone} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
