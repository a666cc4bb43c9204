import { EventFields } from './EventFields.tsx'
import { FilterFields } from './FilterFields.tsx'
import type { GroupFieldsProps } from './group-form.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { TimeFields } from './TimeFields.tsx'
import { WordFields } from './WordFields.tsx'

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
