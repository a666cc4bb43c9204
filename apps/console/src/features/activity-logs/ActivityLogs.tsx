import { ActivityScreen } from './ActivityScreen.tsx'

/** `/activity-logs`: what everybody and everything did. */
export default function ActivityLogs() {
  return <ActivityScreen of="all" />
}
