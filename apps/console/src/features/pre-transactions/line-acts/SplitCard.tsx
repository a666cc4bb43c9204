import { formatBaht } from '@khlang/money/amount.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { MemberName } from '../lines/Candidate.tsx'
import type { Line, LineWhole } from '../lines/line-shapes.ts'
import { reasonWorded } from './reason-worded.ts'
import blocks from '../../../ui/Blocks.module.css'

type Split = NonNullable<LineWhole['handling']['split']>
type Part = Split['parts'][number]

interface SplitCardProps {
  line: Line
  split: Split
  /** Something about the line waits for a second person: nothing else is asked for meanwhile. */
  isWaiting: boolean
  onGiveRest: () => void
}

/** Who has which part of a line; each part can be taken back by itself. */
export function SplitCard({ line, split, isWaiting, onGiveRest }: SplitCardProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] }) && !isWaiting
  const [back, setBack] = useState<Part | null>(null)
  const isOpenRest = line.state === 'manualMatched' && split.restMinor > 0
  return (
    <section className={blocks.card} aria-label={t('split.card')}>
      <b>{t('split.card')}</b>
      <ul className={blocks.list}>
        {split.parts.map((part) => (
          <li key={part.depositId} className={blocks.sides}>
            <span>
              <MemberName member={part.member} /> {part.reference}
            </span>
            <span>
              <Money minor={part.amountMinor} />{' '}
              {part.state === 'reversed' && <Status tone="grey" label={t('split.isBack')} />}
              {part.state === 'credited' && mayAct && (
                <Button size="compact-sm" variant="default" disabled={isAway} onClick={() => setBack(part)}>
                  {t('split.takeBack')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {isOpenRest && (
        <div className={blocks.sides}>
          <Status tone="amber" label={t('split.rest', { amount: formatBaht(split.restMinor) })} />
          {mayAct && (
            <Button size="sm" variant="default" disabled={isAway} onClick={onGiveRest}>
              {t('split.giveRest')}
            </Button>
          )}
        </div>
      )}
      {back && <PartSheet line={line} part={back} onClose={() => setBack(null)} />}
    </section>
  )
}

/** Asks that one part goes back. */
function PartSheet({ line, part, onClose }: { line: Line; part: Part; onClose: () => void }) {
  const { t } = useTranslation('pre-transactions-acts')
  const words = { amount: formatBaht(part.amountMinor), name: part.member.username }
  return (
    <ActSheet
      call="preTransactions.askUnlinkPart"
      input={(reason) => ({ id: line.id, version: line.version, depositId: part.depositId, reason })}
      refreshes={['preTransactions', 'approvals', 'creditTransactions']}
      onClose={onClose}
      title={t('split.backTitle', words)}
      submitLabel={t('split.backSubmit', words)}
      isDanger
      reason={{ label: t('split.backReason'), isRequired: true }}
      notice={t('split.backNotice')}
      worded={reasonWorded(t)}
      onDone={() => say(t('split.backDone', words))}
    />
  )
}
