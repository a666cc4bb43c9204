import { IconArrowNarrowRight } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllows } from '../../../lib/person/permissions.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { stateTone } from '../../../lib/words/state-tones.ts'
import { promised } from '../../../lib/call/promises.ts'
import { Age } from '../../../ui/figures/Age.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { useNow } from '../../../ui/figures/use-now.ts'
import { claimState, msOf } from './claim-clock.ts'
import { isWaiting, type QueueRow } from './queue-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Queue.module.css'

/** The texts of rows. A long list hands them to its cells: a hook in each would be most of their cost. */
type RowTexts = TFunction<readonly ['pre-transactions', ...string[]]>

export function stateCell(t: RowTexts, { state, reasonCode }: QueueRow) {
  const label = t(`pre-transactions:states.${state}`, { defaultValue: state })
  const reason = reasonCode === null ? undefined : t(`pre-transactions:reasons.${reasonCode}`, reasonCode)
  return <Status tone={stateTone(state)} label={label} title={reason} />
}

export function StateTag({ row }: { row: QueueRow }) {
  const { t } = useTranslation(['pre-transactions'])
  return stateCell(t, row)
}

export function kindCell(t: RowTexts, kind: QueueRow['kind']) {
  return (
    <span className={classes['kind']} data-kind={kind}>
      {t(`pre-transactions:queue.kind.${kind}`)}
    </span>
  )
}

export function KindTag({ kind }: { kind: QueueRow['kind'] }) {
  const { t } = useTranslation(['pre-transactions'])
  return kindCell(t, kind)
}

/**
 * User name and name; the user name is a link for who may open the member. The name is none: a press in the
 * middle of a row opens the row.
 */
export function MemberCell({ member }: { member: QueueRow['member'] }) {
  const allowed = useAllows()
  const { id, username, name } = member
  return (
    <span title={`${username} ${name}`}>
      {allowed({ memberManagement: ['isRead', 'isUpdate'] }) ? (
        <ScreenLink to="/member/member-detail/{id}" id={id} className={blocks['link']}>
          {username}
        </ScreenLink>
      ) : (
        username
      )}{' '}
      <span className={blocks['muted']}>{name}</span>
    </span>
  )
}

export function CreditCell({ row }: { row: QueueRow }) {
  if (row.creditBeforeMinor === null && row.creditAfterMinor === null) return <Money minor={null} />
  return (
    <span className={classes['credit']}>
      <Money minor={row.creditBeforeMinor} />
      <IconArrowNarrowRight size={14} aria-hidden />
      <Money minor={row.creditAfterMinor} />
    </span>
  )
}

/** How long a row that waits has waited, against its promise. `isShort`: in a column. */
export function SlaCell({ row, isShort }: { row: QueueRow; isShort?: boolean }) {
  const dueMs = msOf(row.slaEndsAt)
  if (!isWaiting(row) || dueMs === null) return <span className={blocks['muted']}>–</span>
  const promiseS = Math.max(0, (dueMs - Date.parse(row.at)) / 1000)
  return <Age since={row.at} {...promised(promiseS)} isShort={isShort} />
}

/** Who has the row in hand, while the claim lasts. `isOwn`: this tab holds it. */
export function ClaimBadge({
  row,
  ownUntilMs,
  whenFree = null,
}: {
  row: QueueRow
  ownUntilMs: number | null
  whenFree?: ReactNode
}) {
  const { t } = useTranslation('pre-transactions')
  const now = useNow(row.claimedBy !== null || ownUntilMs !== null)
  const claimedUntilMs = msOf(row.claimedUntil)
  const state = claimState({ claimedBy: row.claimedBy, claimedUntilMs, ownUntilMs }, now)
  if (state === 'free') return whenFree
  return (
    <Status
      tone={state === 'own' ? 'blue' : 'purple'}
      label={state === 'own' ? t('request.claimOwn') : t('request.claimOther', { name: row.claimedBy })}
    />
  )
}
