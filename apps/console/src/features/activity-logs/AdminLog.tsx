import { activityList } from './activity-list.tsx'

/** `/employee/admin-log`: what the people of the staff did. */
export default activityList('staff')
