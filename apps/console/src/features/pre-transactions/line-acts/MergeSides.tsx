import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { LineMessages } from '../lines/LineMessages.tsx'
import { Payer } from '../lines/LineList.tsx'
import blocks from '../../../ui/Blocks.module.css'
import plain from '../../../ui/PlainTable.module.css'

type Side = OutputOf<CallOf<'preTransactions.mergeCandidates'>>['double']

/** Two lines side by side: what the bank told by each, and what became of each. */
export function MergeSides({ double, stays }: { double: Side; stays: Side }) {
  const { t } = useTranslation('pre-transactions-acts')
  const { t: tLine } = useTranslation('pre-transactions-lines')
  const none = '–'
  const rows: readonly (readonly [name: string, said: (side: Side) => ReactNode])[] = [
    [
      tLine('field.bankTime'),
      ({ line }) => (line.bankTime ? <Time at={line.bankTime} show="exact" /> : none),
    ],
    [tLine('field.receivedAt'), ({ line }) => <Time at={line.receivedAt} show="exact" />],
    [
      tLine('field.balanceAfter'),
      ({ line }) => (line.balanceAfterMinor === null ? none : <Money minor={line.balanceAfterMinor} />),
    ],
    [tLine('field.chain'), ({ line }) => tLine(`chain.${line.chain}`)],
    [tLine('field.payer'), ({ line }) => <Payer line={line} />],
    [t('merge.ref'), ({ ref }) => ref ?? none],
    [t('merge.source'), ({ source }) => tLine(`sources.${source}`)],
    [
      t('field.state'),
      ({ line }) => [tLine(`states.${line.state}`), line.member?.username].filter(Boolean).join(' · '),
    ],
    [tLine('messages'), ({ line, messages }) => <LineMessages line={line} messages={messages} />],
  ]
  return (
    <table className={plain.plain}>
      <caption>{t('merge.sides')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('merge.ends')}</th>
          <th scope="col">{t('merge.stays')}</th>
        </tr>
      </thead>
      {rows.map(([name, said]) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={2} data-over>
              <span className={blocks.muted}>{name}</span>
            </th>
          </tr>
          <tr>
            <td>{said(double)}</td>
            <td>{said(stays)}</td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}
