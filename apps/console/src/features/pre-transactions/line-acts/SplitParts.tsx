import { splitPartsMax } from '@khlang/contract/pre-transactions/split-parts.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import type { Suggestion } from '../lines/line-shapes.ts'
import { MemberFinder } from '../lines/MemberFinder.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './LineActs.module.css'

export interface PartDraft {
  readonly member: Suggestion['member']
  readonly score: number
  readonly amountMinor: number | null
}

interface SplitPartsProps {
  lineId: string
  parts: readonly PartDraft[]
  restMinor: number
  onChange: (parts: readonly PartDraft[]) => void
}

/** Who gets how much, and what is left to give out. */
export function SplitParts({ lineId, parts, restMinor, onChange }: SplitPartsProps) {
  const { t } = useTranslation(['pre-transactions-acts', 'pre-transactions-lines'])
  const add = ({ member, score }: Suggestion) =>
    onChange([...parts, { member, score, amountMinor: restMinor > 0 ? restMinor : null }])
  return (
    <div className={blocks.stack}>
      {parts.map(({ member, score, amountMinor }, at) => (
        <div key={member.id} className={classes.part}>
          <div>
            <b>{member.username}</b>
            <p className={blocks.quiet}>
              {[member.name, t('pre-transactions-lines:score', { score })].join(' · ')}
            </p>
          </div>
          <AmountInput
            label={t('split.amountOf', { name: member.username })}
            value={amountMinor}
            onChange={(minor) => onChange(parts.with(at, { member, score, amountMinor: minor }))}
            minMinor={1}
          />
          <CloseButton
            aria-label={t('split.remove', { name: member.username })}
            onClick={() => onChange(parts.toSpliced(at, 1))}
          />
        </div>
      ))}
      <p aria-live="polite" className={blocks.fieldNote} data-short={restMinor !== 0 || undefined}>
        {t(restMinor === 0 ? 'split.whole' : restMinor > 0 ? 'split.rest' : 'split.over', {
          amount: formatBaht(Math.abs(restMinor)),
        })}
      </p>
      {parts.length < splitPartsMax && (
        <MemberFinder label={t('split.find')}>
          {(search) => (
            <Found {...{ search, lineId }} taken={parts.map(({ member }) => member.id)} onAdd={add} />
          )}
        </MemberFinder>
      )}
    </div>
  )
}

interface FoundProps {
  search: string
  lineId: string
  taken: readonly string[]
  onAdd: (suggestion: Suggestion) => void
}

/** Members found by hand that have no part yet. */
function Found({ search, lineId, taken, onAdd }: FoundProps) {
  const { t } = useTranslation(['pre-transactions-acts', 'pre-transactions-lines'])
  const found = useQueryCall(
    'preTransactions.searchMembers',
    { search, lineId },
    { isTracked: false, keepsPrevious: true },
  )
  return (
    <Asked query={found} height={64} isInline>
      {({ records }) => {
        const left = records.filter(({ member }) => !taken.includes(member.id))
        if (left.length === 0)
          return <p className={blocks.quiet}>{t('pre-transactions-lines:nobodyFound')}</p>
        return (
          <ul className={blocks.list}>
            {left.slice(0, 5).map((suggestion) => (
              <li key={suggestion.member.id} className={blocks.sides}>
                <span>
                  {suggestion.member.username} · {suggestion.member.name} ·{' '}
                  {t('pre-transactions-lines:score', { score: suggestion.score })}
                </span>
                <Button size="compact-sm" variant="default" onClick={() => onAdd(suggestion)}>
                  {t('split.add')}
                </Button>
              </li>
            ))}
          </ul>
        )
      }}
    </Asked>
  )
}
