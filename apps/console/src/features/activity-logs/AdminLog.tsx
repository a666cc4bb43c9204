import { ActivityScreen } from './ActivityScreen.tsx'

/** `/employee/admin-log`: what the people of the staff did. */
export default function AdminLog() {
  return <ActivityScreen of="staff" />
}
