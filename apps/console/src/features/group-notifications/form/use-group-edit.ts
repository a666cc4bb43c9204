import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../../lib/call/call.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { draftOf, groupFormOf } from './group-form.ts'
import type { GroupDetail } from '../group-shapes.ts'

/** The form of a stored group. */
export function useGroupEdit(group: GroupDetail) {
  const { t } = useTranslation('group-notifications')
  const client = useQueryClient()
  const failure = useFailure()
  const form = useForm(groupFormOf(group.id), {
    stored: { version: group.version, draft: draftOf(group) },
    onDone: ({ version, place }, draft) => {
      form.store({ version, draft: { ...draft, credential: '' } })
      say(t(place === 'open' ? 'edit.done' : 'edit.waits', { name: draft.name.trim() }))
    },
    onRefused: (thrown) => {
      const code = thrown instanceof CallError ? thrown.code : null
      if (code === 'stale' || code === 'groupLocked')
        void client.invalidateQueries({ queryKey: ['groupNotifications'] })
    },
    worded: (thrown) => {
      const told = failure(thrown)
      const isStale = thrown instanceof CallError && thrown.code === 'stale'
      return told && isStale ? { ...told, message: t('edit.stale') } : told
    },
  })
  return form
}
