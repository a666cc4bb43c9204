import { useTranslation } from 'react-i18next'
import { Time } from '../../../ui/figures/Time.tsx'
import type { Line, LineMessage } from './line-shapes.ts'
import { markMessage } from './message-marks.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './LineDetail.module.css'

interface LineMessagesProps {
  line: Pick<Line, 'amountMinor' | 'payerMask'>
  messages: readonly (Pick<LineMessage, 'id' | 'source' | 'sender' | 'text' | 'receivedAt'> &
    Partial<Pick<LineMessage, 'isOfDouble'>>)[]
}

/** The messages a line was read from, whole, with what was read marked. */
export function LineMessages({ line, messages }: LineMessagesProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const sourceOf = ({ source }: Pick<LineMessage, 'source'>) =>
    t(`sources.${source}`, { defaultValue: source })
  if (messages.length === 0) return <p className={blocks.quiet}>{t('noMessages')}</p>
  return (
    <ul className={blocks.list} data-spaced>
      {messages.map((message) => (
        <li key={message.id}>
          <p className={blocks.quiet}>
            {sourceOf(message)} · {message.sender} · <Time at={message.receivedAt} show="exact" />
            {message.isOfDouble === true && ` · ${t('ofDouble')}`}
          </p>
          <p className={classes.raw}>
            {markMessage(message.text, line.amountMinor, line.payerMask).map((part, index) =>
              part.mark === null ? (
                part.text
              ) : (
                <mark key={index} data-mark={part.mark}>
                  {part.text}
                </mark>
              ),
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
