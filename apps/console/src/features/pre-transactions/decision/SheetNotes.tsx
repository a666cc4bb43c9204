import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { formatClock, formatMoney } from '../../../lib/words/formats.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import type { Holder } from '../rows/claim-clock.ts'
import type { Sheet } from '../rows/queue-shapes.ts'
import type { Claim } from './use-claim.ts'
import blocks from '../../../ui/Blocks.module.css'

interface SheetNotesProps {
  sheet: Sheet
  claim: Claim
  holder: Holder | null
  /** The reader's own limit; null without one. */
  limitMinor: number | null
}

/** What must be known before pressing anything: who has it, why one may not approve, who else is needed. */
export function SheetNotes({ sheet, claim, holder, limitMinor }: SheetNotesProps) {
  const { t } = useTranslation('pre-transactions')
  const { row, needs, firstApprover, cannotApproveReason } = sheet
  const roleName = useRoleName()
  const isFirst = row.state === 'review' && needs === 'twoPeople' && firstApprover === null
  const isOpen = row.state === 'review' || row.state === 'failed'
  return (
    <>
      {holder && <Held holder={holder} claim={claim} />}
      {row.state === 'unknown' && (
        <p className={blocks['banner']} data-tone="amber">
          {t('request.unknownNote')}
        </p>
      )}
      {row.state === 'failed' && (
        <p className={blocks['banner']} data-tone="red">
          {t('request.failedNote')}
        </p>
      )}
      {isOpen && cannotApproveReason === 'overApprovalLimit' && (
        <p className={blocks['banner']} data-tone="amber">
          {t('request.overLimit.why', { limit: formatMoney(limitMinor ?? 0) })}{' '}
          <b>
            {sheet.deciders.length === 0
              ? t('request.overLimit.nobody')
              : t('request.overLimit.who', { roles: sheet.deciders.map(roleName).join(', ') })}
          </b>{' '}
          {t('request.overLimit.read')}
        </p>
      )}
      {isOpen && cannotApproveReason !== null && !toldApart.includes(cannotApproveReason) && (
        <p className={blocks['banner']} data-tone="amber">
          {t([`request.cannot.${cannotApproveReason}`, 'request.cannot.other'])}
        </p>
      )}
      {isFirst && sheet.canApprove && (
        <p className={blocks['banner']} data-tone="blue">
          {t('request.firstOfTwo')}
        </p>
      )}
      {row.state === 'review' && firstApprover !== null && (
        <p className={blocks['banner']} data-tone="blue">
          {t('request.secondOfTwo', { name: firstApprover })}
        </p>
      )}
    </>
  )
}

/** Reasons that have a note of their own. */
const toldApart: readonly string[] = ['claimedByOther', 'overApprovalLimit']

/** Calm, no error: who has it, until when, and that it comes by itself. A manager may take it over. */
function Held({ holder, claim }: { holder: Holder; claim: Claim }) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const mayTakeOver = useAllows()({ employeeManagement: ['isUpdate'] })
  const [isTaking, setTaking] = useState(false)
  const take = async () => {
    setTaking(true)
    try {
      await claim.takeOver()
    } catch (thrown) {
      say(errorText(thrown), 'amber')
    }
    setTaking(false)
  }
  const words = { name: holder.name, time: formatClock(holder.untilMs) }
  return (
    <div className={`${blocks['banner']} ${blocks['sides']}`} data-tone="purple" role="status">
      {t(holder.name === null ? 'request.heldByOther' : 'request.heldBy', words)}
      {mayTakeOver && (
        <Button size="compact-sm" variant="default" loading={isTaking} onClick={() => void take()}>
          {t('request.takeOver')}
        </Button>
      )}
    </div>
  )
}
