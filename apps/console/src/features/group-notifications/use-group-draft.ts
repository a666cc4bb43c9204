import { useCallback, useMemo, useState } from 'react'
import { useKept } from '../../lib/kept.ts'
import type { GroupDraft } from './group-form.ts'

/** What is typed. A secret is not kept beyond the session in which it was typed. */
export function useGroupDraft(start: () => GroupDraft) {
  const [kept, setKept] = useKept<GroupDraft>('draft', start)
  const [credential, setCredential] = useState('')
  const draft = useMemo(() => ({ ...kept, credential }), [kept, credential])
  const change = useCallback(
    (changes: Partial<GroupDraft>) => {
      const { credential: secret, ...rest } = changes
      if (secret !== undefined) setCredential(secret)
      if (Object.keys(rest).length > 0) setKept((before) => ({ ...before, ...rest }))
    },
    [setKept],
  )
  return { draft, change }
}
