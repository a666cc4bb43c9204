import { activityList } from './activity-list.tsx'

/** `/activity-logs`: what everybody and everything did. */
export default activityList('all')
