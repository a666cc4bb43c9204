import { IconLink, IconUnlink, IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { usualPromises } from '../../../lib/call/promises.ts'
import { Age } from '../../../ui/figures/Age.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { Line } from './line-shapes.ts'
import { lineTones } from '../../../lib/words/line-tones.ts'
import classes from './Matching.module.css'

interface LineListProps {
  lines: readonly Line[]
  heldId: string | undefined
  onHold: (id: string) => void
  accountName: (id: string) => string
}

/** The open lines, one under the other; the one in hand is marked and kept in sight. */
export function LineList({ lines, heldId, onHold, accountName }: LineListProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  }, [heldId])
  return (
    <ul ref={list} className={classes.lines} aria-label={t('openLines')}>
      {lines.map((line) => (
        <li key={line.id}>
          <button
            type="button"
            className={classes.line}
            aria-current={line.id === heldId}
            onClick={() => onHold(line.id)}
          >
            <LineFacts line={line} account={accountName(line.accountId)} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function LineFacts({ line, account }: { line: Line; account: string }) {
  const { t } = useTranslation('pre-transactions-lines')
  const reading = useReading()
  const isOut = line.direction === 'out'
  const at = line.bankTime ?? line.receivedAt
  return (
    <>
      <span className={classes.lineTop}>
        <span className={classes.amount} data-out={isOut || undefined}>
          <Money minor={isOut ? -line.amountMinor : line.amountMinor} signed />
        </span>
        <Payer line={line} />
        <Age since={line.receivedAt} {...usualPromises.line} />
      </span>
      <span className={classes.lineEnd}>
        <time dateTime={at}>{formatDateTime(at, reading, false)}</time>
        <span>{account}</span>
        {line.channel && <span>{line.channel}</span>}
        {isOut && <Status tone="grey" label={t('out')} />}
        <Chain chain={line.chain} />
        {line.state === 'quarantined' && (
          <Status tone={lineTones.quarantined} label={t('states.quarantined')} />
        )}
        {line.isLinkAsked && <Status tone="amber" label={t('waitsForSecond')} />}
        {line.suggestionCount > 0 && (
          <span className={classes.suggestions}>
            <IconUsers size={14} aria-hidden />
            {t('suggestionCount', { count: line.suggestionCount })}
          </span>
        )}
      </span>
    </>
  )
}

/** Who paid, or was paid, as far as the bank said. */
export function Payer({ line }: { line: Line }) {
  const { t } = useTranslation('pre-transactions-lines')
  const parts = [line.payerBank, line.payerMask?.replaceAll('?', 'x') ?? null, line.payerName].filter(
    (part) => part !== null,
  )
  return (
    <span className={classes.payer} data-none={parts.length === 0 || undefined}>
      {parts.length > 0 ? parts.join(' ') : t(line.direction === 'in' ? 'noPayer' : 'noPayee')}
    </span>
  )
}

/** Whether the balances of the account prove that this line is real and none is missing before it. */
function Chain({ chain }: { chain: string }) {
  const { t } = useTranslation('pre-transactions-lines')
  const isSound = chain === 'linked'
  const Icon = isSound ? IconLink : IconUnlink
  return (
    <span
      className={classes.chain}
      data-broken={chain === 'contradiction' || chain === 'afterHole' || undefined}
    >
      <Icon size={14} aria-hidden />
      {t(`chain.${chain}`)}
    </span>
  )
}
