import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { recordPanel } from '../../../lib/record/record-panel.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { HoleHelp } from '../../../ui/page/HoleHelp.tsx'
import { formatCount } from '../../../lib/words/formats.ts'
import { lineTones } from '../../../lib/words/line-tones.ts'
import blocks from '../../../ui/Blocks.module.css'

type LineDetail = OutputOf<CallOf<'paymentAutos.line'>>

const Facts = factsPart<LineDetail>({
  area: 'payment-autos',
  facts: (fact) => [
    fact.time('bankTime'),
    fact.time('receivedAt'),
    fact.text('payerBank'),
    fact.cell('payerMask', ({ payerMask }) => payerMask?.replaceAll('?', 'x') ?? '–'),
    fact.text('payerName'),
    fact.text('channel'),
    fact.text('ref'),
    fact.text('reference'),
    fact.text('handler'),
  ],
})

/** One line of a statement, and the messages it was read from, as they came. */
export const StatementPanel = recordPanel({
  call: 'paymentAutos.line',
  area: 'payment-autos',
  heading: 'statement.title',
  title: (line) => <Money minor={line.amountMinor} signed />,
  aside: (line, { t }) => (
    <Status tone={lineTones[line.state]} label={t(`pre-transactions-lines:states.${line.state}`)} />
  ),
  body: (line) => (
    <>
      {line.chain === 'afterHole' && line.state === 'waiting' && <Behind />}
      <Facts of={line} />
      <Messages messages={line.messages} />
      {line.fileRows.length > 0 && <FileRows rows={line.fileRows} />}
    </>
  ),
})

/** It waits behind messages that are missing. */
function Behind() {
  const { id = '' } = useParams({ strict: false })
  return <HoleHelp accountId={id} />
}

/** The rows of statement files that it is, as they stand there, each with the way to its file. */
function FileRows({ rows }: { rows: LineDetail['fileRows'] }) {
  const { t } = useTranslation('payment-autos')
  const { id = '' } = useParams({ strict: false })
  return (
    <section className={blocks['card']} data-dense>
      <h3>{t('fileRows.title')}</h3>
      {rows.map(({ fileId, name, no, text, importedAt }) => (
        <div key={`${fileId} ${no}`}>
          <p className={blocks['quiet']}>
            <ScreenLink
              to="/payment-auto/transactions/{id}"
              id={id}
              search={{ tab: 'files', open: fileId }}
              className={blocks['link']}
            >
              {name}
            </ScreenLink>{' '}
            · {t('fileRows.row', { no: formatCount(no) })} · {t('fileRows.importedAt')}{' '}
            <Time at={importedAt} show="exact" />
          </p>
          <p className={blocks['note']}>{text}</p>
        </div>
      ))}
    </section>
  )
}

function Messages({ messages }: Pick<LineDetail, 'messages'>) {
  const { t } = useTranslation('payment-autos')
  return (
    <section className={blocks['card']} data-dense>
      <h3>{t('pre-transactions-lines:messages')}</h3>
      {messages.length === 0 && <p className={blocks['quiet']}>{t('pre-transactions-lines:noMessages')}</p>}
      {messages.map(({ id, source, sender, text, receivedAt }) => (
        <div key={id}>
          <p className={blocks['quiet']}>
            {t(`pre-transactions-lines:sources.${source}`)} · {sender} ·{' '}
            <Time at={receivedAt} show="exact" />
          </p>
          <p className={blocks['note']}>{text}</p>
        </div>
      ))}
    </section>
  )
}
