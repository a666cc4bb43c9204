import { BarChart } from '@mantine/charts'
import { barColour, useChartLook, type ChartBodyProps } from './chart-look.ts'

/** The drawing itself; only `Chart` loads it. */
export default function ChartBar(props: ChartBodyProps) {
  return (
    <BarChart
      {...useChartLook(props)}
      getBarColor={barColour}
      type={props.kind === 'stackedBar' ? 'stacked' : 'default'}
    />
  )
}
