import { memberCare } from './members/care.ts'
import { memberList } from './members/list.ts'

/** Members: the list, one member whole, and what is done for one. */
export const members = { ...memberList, ...memberCare } as const
