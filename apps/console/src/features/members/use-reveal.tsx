import { useMemo, useState } from 'react'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useTranslation } from 'react-i18next'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { useProfile } from '../../lib/person/profile.ts'

export type Revealed = OutputOf<CallOf<'members.reveal'>>

/**
 * Phone and account numbers in clear, after a reason and a step-up; the server logs it. Kept in memory of
 * the screen only, so they are gone with it. `ask` is null without the ability.
 */
export function useReveal(id: string, username: string) {
  const { t } = useTranslation('members')
  const { role } = useProfile()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [isAsking, setAsking] = useState(false)
  const sheet = useMemo(
    () => (
      <ActSheet
        call="members.reveal"
        input={(reason) => ({ id, reason })}
        refreshes={['members.activity']}
        onDone={setRevealed}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('reveal.title', { name: username })}
        submitLabel={t('reveal.submit')}
        reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
        notice={t('reveal.notice')}
      />
    ),
    [isAsking, t, username, id],
  )
  return {
    revealed,
    ask: role.abilities.revealPii ? () => setAsking(true) : null,
    hide: () => setRevealed(null),
    sheet,
  }
}
