import { LineChart } from '@mantine/charts'
import { useChartLook, type ChartBodyProps } from './chart-look.ts'

/** The drawing itself; only `Chart` loads it. */
export default function ChartLine(props: ChartBodyProps) {
  return <LineChart {...useChartLook(props)} curveType="linear" />
}
