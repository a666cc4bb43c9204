import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { KeysetPager } from '../../../ui/table/tools/KeysetPager.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

const first = { size: 25, after: undefined, before: undefined } as {
  size: number
  after: string | undefined
  before: string | undefined
}

/** The links that one person made on one day; each leads to its line. */
export function HandLinkList({ employeeId, on }: { employeeId: string; on: string }) {
  const { t } = useTranslation(['pre-transactions-matching', 'pre-transactions', 'pre-transactions-lines'])
  const [place, setPlace] = useState(first)
  const { size, after, before } = place
  const page = { size, ...(after ? { after } : {}), ...(before ? { before } : {}) }
  const { data } = useQueryCall(
    'preTransactions.handLinks',
    { employeeId, from: on, to: on, ...page },
    { isTracked: false, keepsPrevious: true },
  )
  if (!data) return <Skeleton height={160} />
  return (
    <div className={blocks.stack}>
      <ul className={blocks.list} data-spaced>
        {data.records.map((link) => (
          <li key={link.id} className={`${blocks.card} ${classes.candidate}`} data-dense>
            <div className={classes.candidateHead}>
              <div className={classes.who}>
                <span>
                  <b>
                    <Money minor={link.amountMinor} unit={t('pre-transactions:matching.baht')} />
                  </b>{' '}
                  {link.member.username} · <Time at={link.linkedAt} show="exact" />
                </span>
                <span className={blocks.quiet}>
                  {[
                    t('report.points', { score: link.score }),
                    ...link.reasons.map((each) => t(`pre-transactions-lines:linkReasons.${each}`)),
                  ].join(' · ')}
                </span>
              </div>
              {link.undoneAt !== null && <Status tone="grey" label={t('report.isUndone')} />}
              {link.isChecked && <Status tone="green" label={t('report.isChecked')} />}
              <ScreenLink
                to="/pre-transaction/matching"
                search={{ tab: 'handled', line: link.lineId }}
                className={blocks.wordLink}
              >
                {link.reference}
              </ScreenLink>
            </div>
          </li>
        ))}
      </ul>
      {(data.hasAfter || data.hasBefore) && (
        <KeysetPager place={place} answer={data} onPlace={(next) => setPlace({ ...first, ...next })} />
      )}
    </div>
  )
}
