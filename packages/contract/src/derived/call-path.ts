import type { CallName } from '../calls.ts'
import { callTable } from './call-table.ts'

/** The address of a call with its `{name}` parts. The table leaves out what nearly all begin with. */
export function pathOf(name: CallName): string {
  const [, path] = callTable[name]
  return path.startsWith('/') ? path : `/api/v${path}`
}
