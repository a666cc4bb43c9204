import { BarChart } from '@mantine/charts'
import { useChartLook, type ChartBodyProps } from './chart-look.ts'

/** The drawing itself; only `Chart` loads it. */
export default function ChartBar(props: ChartBodyProps) {
  return <BarChart {...useChartLook(props)} type={props.kind === 'stackedBar' ? 'stacked' : 'default'} />
}
