import type { FormOf } from '../../../lib/form/use-form.ts'
import { EventFields } from './EventFields.tsx'
import { FilterFields } from './FilterFields.tsx'
import type { GroupDraft } from './group-form.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { TimeFields } from './TimeFields.tsx'
import { WordFields } from './WordFields.tsx'

/** `base`: what is stored; null of a new group. */
export type GroupFieldsProps = FormOf<GroupDraft> & { base: GroupDraft | null }

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
