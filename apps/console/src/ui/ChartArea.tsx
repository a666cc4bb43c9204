import { AreaChart } from '@mantine/charts'
import { useChartLook, type ChartBodyProps } from './chart-look.ts'

/** The drawing itself; only `Chart` loads it. */
export default function ChartArea(props: ChartBodyProps) {
  return <AreaChart {...useChartLook(props)} curveType="linear" />
}
