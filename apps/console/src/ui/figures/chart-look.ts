import { useMemo } from 'react'
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import type { ChartProps } from './Chart.tsx'
import type { Tone } from './Status.tsx'

export type ChartBodyProps = ChartProps & { height: number }

/** Middle shades that stand out on light and dark ground alike. */
const colours: Record<Tone, string> = {
  grey: 'gray.6',
  blue: 'blue.6',
  amber: 'orange.6',
  green: 'teal.6',
  red: 'red.6',
  purple: 'grape.6',
}

/** What is green where it is won is red where it is lost. */
export const barColour = (value: number, { color = colours.blue }: { color?: string }): string =>
  value < 0 && color === colours.green ? colours.red : color

/** What the charts of every kind are given. */
export function useChartLook({ points, series, format, formatAxis, height }: ChartBodyProps) {
  const data = useMemo(() => points.map((point) => ({ name: point.name, ...point.values })), [points])
  return {
    h: height,
    data,
    dataKey: 'name',
    series: series.map((each) => ({ name: each.key, label: each.label, color: colours[each.tone] })),
    valueFormatter: format,
    yAxisProps: { width: 72, tickFormatter: (value: number) => (formatAxis ?? format)(value) },
    withLegend: series.length > 1,
    tickLine: 'none' as const,
  }
}
