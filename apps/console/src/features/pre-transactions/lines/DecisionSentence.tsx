import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isOpen, type Line } from './line-shapes.ts'
import { readDecision } from './match-decision.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './LineDetail.module.css'

/** What the sentence above, or the line's state, says already. */
const saidByState: readonly string[] = ['auto', 'outgoing', 'setAside']
/** The same of a card of what it was taken for. */
const saidByCard: readonly string[] = [
  'booked',
  'refund',
  'split',
  'gatewaySettled',
  'invoicePaid',
  'merged',
]
const unsaid: ReadonlySet<string> = new Set([...saidByState, ...saidByCard])

/** In plain words: why the machine did, or did not, credit this line by itself, or why people were asked. */
export function DecisionSentence({ decision, line }: { decision: unknown; line: Line }) {
  const { t } = useTranslation('pre-transactions-lines')
  const read = readDecision(decision)
  const isAuto = read.decision === 'auto'
  const all = read.reasons.length > 0 || line.reason === null ? read.reasons : [line.reason]
  const reasons = all.filter((each) => !unsaid.has(each))
  // What once stood against it is history for a line that somebody has settled since.
  const isSettled = !isAuto && !isOpen(line)
  if (isSettled && reasons.length === 0) return null
  const title = isSettled ? 'whyAsked' : openTitle(line, reasons.length > 0)
  return (
    <div className={`${blocks.banner} ${classes.decision}`} data-tone={isAuto ? 'green' : 'amber'}>
      <IconInfoCircle size={18} aria-hidden />
      <div>
        <p>{t(isAuto ? 'wasAuto' : title)}</p>
        {reasons.length > 0 && (
          <ul>
            {reasons.map((each) => (
              <li key={each}>
                {t(`why.${each}`, {
                  margin: read.margin ?? '–',
                  score: line.score ?? '–',
                  confirmed: read.learning?.confirmed ?? '–',
                  needed: read.learning?.needed ?? '–',
                  defaultValue: each,
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function openTitle(line: Line, isExplained: boolean): 'whyOut' | 'whyNot' | 'whyUnknown' {
  if (line.direction === 'out') return 'whyOut'
  return isExplained ? 'whyNot' : 'whyUnknown'
}
