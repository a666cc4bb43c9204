import { useTranslation } from 'react-i18next'
import { useKept } from '../../lib/kept.ts'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import { draftOf, groupInputOf, isSameDraft, keepTypedGroup, type GroupDraft } from './group-form.ts'
import type { GroupDetail } from './group-shapes.ts'
import { useGroupCheck } from './use-group-check.ts'
import { useGroupDraft } from './use-group-draft.ts'

/** The state of the form of a group and the version it is typed over; what others save meanwhile comes in. */
export function useGroupEdit(group: GroupDetail) {
  const { t } = useTranslation('group-notifications')
  const [base, setBase] = useKept('base', () => ({ version: group.version, draft: draftOf(group) }), false)
  const { draft, change } = useGroupDraft(() => base.draft)
  const check = useGroupCheck()
  const update = useCall('groupNotifications.update', { refreshes: ['groupNotifications'] })
  if (group.version > base.version) {
    const now = draftOf(group)
    setBase({ version: group.version, draft: now })
    change(keepTypedGroup(base.draft, draft, now))
  }
  const submit = async (): Promise<void> => {
    if (!check.isComplete(draft, base.draft)) return
    const credential = draft.credential.trim()
    const secret = credential === '' ? {} : { credential }
    try {
      const input = { id: group.id, version: base.version, ...groupInputOf(draft), ...secret }
      const { version, place } = await update.send(input)
      const saved = { ...draft, credential: '' }
      setBase({ version, draft: saved })
      change(saved)
      say(t(place === 'open' ? 'edit.done' : 'edit.waits', { name: draft.name.trim() }))
    } catch (thrown) {
      check.tell(thrown)
    }
  }
  return {
    draft,
    base: base.draft,
    change: (changes: Partial<GroupDraft>) => {
      change(changes)
      check.forget(changes)
    },
    check,
    isDirty: !isSameDraft(draft, base.draft),
    submit,
    canSend: update.canSend,
  }
}
