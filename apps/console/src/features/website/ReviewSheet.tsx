import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { useAct } from '../../lib/form/use-act.ts'
import blocks from '../../ui/Blocks.module.css'
import { Confirm } from '../../ui/sheet/Confirm.tsx'
import { ChangeList } from './ChangeList.tsx'
import type { Setting } from './setting-shapes.ts'
import { TrialResult } from './TrialResult.tsx'
import type { Wish } from './use-wish.ts'
import { momentOf, startNow, WhenFields, type When } from './WhenFields.tsx'

interface ReviewSheetProps {
  readonly wish: Wish
  readonly settings: readonly Setting[]
  /** The version in force that the person has before them. */
  readonly version: number
  readonly onClose: () => void
}

/** The last look: what changes, what it would have done, from when on, and why. */
export function ReviewSheet({ wish, settings, version, onClose }: ReviewSheetProps) {
  const { t } = useTranslation('website')
  const [when, setWhen] = useState<When>(startNow)
  const [isWrong, setWrong] = useState(false)
  const [{ changes, patch }] = useState(wish)
  const act = useAct({
    call: 'website.changeSettings',
    input: (reason) => ({ changes: patch, version, effectiveAt: momentOf(when), reason }),
    refreshes: ['website', 'approvals'],
    onDone: ({ state }) => {
      wish.clear()
      say(t(`review.${state}`))
    },
  })
  const check = () => {
    const at = momentOf(when)
    const isPast = when.isLater && (at === null || Date.parse(at) <= Date.now())
    setWrong(isPast)
    return !isPast
  }
  const isGuarded = changes.some(({ key }) => settings.find((each) => each.key === key)?.isGuarded)
  return (
    <Confirm
      {...act}
      onClose={onClose}
      title={t('review.title')}
      submitLabel={t('review.submit')}
      onCheck={check}
      reason={{ label: t('review.reason'), isRequired: true }}
      more={<TrialResult patch={patch} />}
      notice={t(isGuarded ? 'review.guarded' : 'review.notice')}
    >
      <div className={blocks['stack']}>
        <ChangeList changes={changes} />
        <WhenFields when={when} onChange={setWhen} error={isWrong ? t('review.past') : null} />
      </div>
    </Confirm>
  )
}
