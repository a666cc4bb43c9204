import { memberCare } from './member-care.ts'
import { memberList } from './member-list.ts'

/** Members: the list, one member whole, and what is done for one. */
export const members = { ...memberList, ...memberCare } as const
