import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../../lib/call/query.ts'
import { LineHead } from './LineHead.tsx'
import { LineMessages } from './LineMessages.tsx'
import { useOwnAccounts } from '../own-accounts.ts'
import { ScoreChips } from './ScoreChips.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Matching.module.css'

/** What a link that waits rests on: the line, the points of the member, the bank's own words. */
export default function LinkEvidence({ lineId }: { lineId: string }) {
  const { t } = useTranslation('pre-transactions-lines')
  const { nameOf } = useOwnAccounts()
  const { data } = useQueryCall('preTransactions.line', { id: lineId }, { isTracked: false, staleMs: 0 })
  if (!data) return <Skeleton height={120} />
  const { line, linkAsked, suggestions, messages } = data
  const found = suggestions.find(({ member }) => member.id === linkAsked?.member.id)
  return (
    <section className={blocks.stack} aria-label={t('evidence')}>
      <LineHead line={line} account={nameOf(line.accountId)} />
      {linkAsked && found && <ScoreChips signals={found.signals} score={found.score} />}
      {linkAsked && !found && (
        <p className={blocks.quiet}>{t('missing.noCandidate', { name: linkAsked.member.username })}</p>
      )}
      <h3 className={classes.h2}>{t('messages')}</h3>
      <LineMessages line={line} messages={messages} />
    </section>
  )
}
