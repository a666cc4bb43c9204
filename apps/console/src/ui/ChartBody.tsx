import { useMemo } from 'react'
import { AreaChart, BarChart, LineChart } from '@mantine/charts'
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import type { ChartProps } from './Chart.tsx'
import type { Tone } from './Status.tsx'

/** Middle shades that stand out on light and dark ground alike. */
const colours: Record<Tone, string> = {
  grey: 'gray.6',
  blue: 'blue.6',
  amber: 'orange.6',
  green: 'teal.6',
  red: 'red.6',
  purple: 'grape.6',
}

/** The drawing itself; only `Chart` loads it. */
export default function ChartBody(props: ChartProps & { height: number }) {
  const { kind, points, series, format, formatAxis, height } = props
  const data = useMemo(() => points.map((point) => ({ name: point.name, ...point.values })), [points])
  const shared = {
    h: height,
    data,
    dataKey: 'name',
    series: series.map((each) => ({ name: each.key, label: each.label, color: colours[each.tone] })),
    valueFormatter: format,
    yAxisProps: { width: 72, tickFormatter: (value: number) => (formatAxis ?? format)(value) },
    withLegend: series.length > 1,
    tickLine: 'none' as const,
  }
  if (kind === 'line') return <LineChart {...shared} curveType="linear" />
  if (kind === 'area') return <AreaChart {...shared} curveType="linear" />
  return <BarChart {...shared} type={kind === 'stackedBar' ? 'stacked' : 'default'} />
}
