import { EventFields } from './EventFields.tsx'
import { FilterFields } from './FilterFields.tsx'
import type { GroupDraft, GroupFaults } from './group-form.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { TimeFields } from './TimeFields.tsx'
import { WordFields } from './WordFields.tsx'

export interface GroupFieldsProps {
  draft: GroupDraft
  /** What is stored; null of a new group. */
  base: GroupDraft | null
  onChange: (changes: Partial<GroupDraft>) => void
  /** What is typed as the least amount is none. */
  onRefused: (isRefused: boolean) => void
  faults: GroupFaults
}

/** All fields of a group: where to, what, only which, in which words, when. */
export function GroupFields(props: GroupFieldsProps) {
  return (
    <>
      <PlaceFields {...props} />
      <EventFields {...props} />
      <FilterFields {...props} />
      <WordFields {...props} />
      <TimeFields {...props} />
    </>
  )
}
