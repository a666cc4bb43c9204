import { lazy, Suspense, useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from './ScrollRegion.tsx'
import type { Tone } from './Status.tsx'
import '../tokens.css'
import blocks from '../Blocks.module.css'
import classes from '../Sheets.module.css'
import tableClasses from '../PlainTable.module.css'

// A file of its own for each shape that a screen draws: a screen seldom draws more than one.
const Bars = lazy(() => import('./ChartBar.tsx'))

interface ChartSeries {
  key: string
  label: string
  tone: Tone
}

/** One point: its name and a figure for each series (satang, counts; `format` writes them). */
interface ChartPoint {
  name: string
  values: Readonly<Record<string, number>>
}

export interface ChartProps {
  title: string
  kind: 'bar' | 'stackedBar'
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** Heading of the first column of the table: "day". */
  nameLabel: string
  format: (value: number) => string
  /** Shorter writing for the axis; `format` by default. */
  formatAxis?: ((value: number) => string) | undefined
  height?: number | undefined
}

/** A chart (its own chunk) with the same figures as a table one press away. */
export function Chart(props: ChartProps) {
  const { title, height = 260 } = props
  const { t } = useTranslation('table')
  const [isTable, setTable] = useState(false)
  const Icon = isTable ? IconChartLine : IconTable
  return (
    <section className={blocks.card} data-dense aria-label={title}>
      <div className={classes.chartHead}>
        <h3>{title}</h3>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t('chart.asChart') : t('chart.asTable')}
        </Button>
      </div>
      {isTable ? (
        <ChartTable {...props} />
      ) : (
        <Suspense fallback={<Skeleton height={height} />}>
          <Bars {...props} height={height} />
        </Suspense>
      )}
    </section>
  )
}

function ChartTable({ title, points, series, nameLabel, format }: ChartProps) {
  return (
    <ScrollRegion className={classes.chartTable} label={title}>
      <table className={tableClasses.plain}>
        <thead>
          <tr>
            <th scope="col">{nameLabel}</th>
            {series.map((each) => (
              <th key={each.key} scope="col" data-align="end">
                {each.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.name}>
              <th scope="row">{point.name}</th>
              {series.map((each) => (
                <td key={each.key} data-align="end">
                  {format(point.values[each.key] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
