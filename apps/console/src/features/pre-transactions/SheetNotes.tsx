import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../lib/error-text.ts'
import { say } from '../../lib/notices.ts'
import { useNow } from '../../ui/use-now.ts'
import { claimState, msOf } from './claim-clock.ts'
import type { Sheet } from './queue-shapes.ts'
import type { Claim } from './use-claim.ts'
import classes from './Sheet.module.css'

/** What must be known before pressing anything: who has it, why one may not approve, who else is needed. */
export function SheetNotes({ sheet, claim }: { sheet: Sheet; claim: Claim }) {
  const { t } = useTranslation('pre-transactions')
  const now = useNow()
  const { row, needs, firstApprover, cannotApproveReason } = sheet
  const claimed = claimState(
    {
      claimedBy: row.claimedBy,
      claimedUntilMs: msOf(row.claimedUntil),
      ownUntilMs: claim.ownUntilMs,
    },
    now,
  )
  const isFirst = row.state === 'review' && needs === 'twoPeople' && firstApprover === null
  return (
    <>
      {claim.refusal?.code === 'claimedByOther' && (
        <TakeOver name={claimed === 'other' ? row.claimedBy : null} claim={claim} />
      )}
      {row.state === 'unknown' && (
        <p className={classes['note']} data-tone="amber">
          {t('request.unknownNote')}
        </p>
      )}
      {row.state === 'failed' && (
        <p className={classes['note']} data-tone="red">
          {t('request.failedNote')}
        </p>
      )}
      {row.state === 'review' &&
        cannotApproveReason !== null &&
        cannotApproveReason !== 'claimedByOther' && (
          <p className={classes['note']} data-tone="amber">
            {t([`request.cannot.${cannotApproveReason}`, 'request.cannot.other'])}
          </p>
        )}
      {isFirst && sheet.canApprove && (
        <p className={classes['note']} data-tone="blue">
          {t('request.firstOfTwo')}
        </p>
      )}
      {row.state === 'review' && firstApprover !== null && (
        <p className={classes['note']} data-tone="blue">
          {t('request.secondOfTwo', { name: firstApprover })}
        </p>
      )}
    </>
  )
}

function TakeOver({ name, claim }: { name: string | null; claim: Claim }) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
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
  return (
    <div className={`${classes['note']} ${classes['noteRow']}`} data-tone="purple">
      {name === null ? t('request.heldByOther') : t('request.heldBy', { name })}
      <Button size="compact-sm" variant="default" loading={isTaking} onClick={() => void take()}>
        {t('request.takeOver')}
      </Button>
    </div>
  )
}
