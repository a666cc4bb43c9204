import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { say } from '../../../lib/alerts/notices.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { useWords } from '../../../lib/list/use-words.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatCount } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { DateOn } from '../../../ui/figures/Time.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { mayReconcile, reportTitle, type Report } from '../distributor-shapes.tsx'
import { Comparing } from './Comparing.tsx'
import { DifferenceTable } from './DifferenceTable.tsx'
import { ReadSteps } from './UploadSteps.tsx'
import blocks from '../../../ui/Blocks.module.css'
import plain from '../../../ui/PlainTable.module.css'

interface ReportPageProps {
  id: string
  on: string | undefined
  onShow: (id: string | null) => void
}

/** One report: sums of both sides, what differs by kind, and each round that differs. */
export function ReportPage({ id, on, onShow }: ReportPageProps) {
  const { t } = useWords('distributors')
  const query = useQueryCall('distributors.report', { id }, { live: 'providerReport' })
  return (
    <>
      <div className={blocks['buttons']}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => onShow(null)}
        >
          {t('act.back')}
        </Button>
      </div>
      <Asked query={query}>{(report) => <Known report={report} on={on} onShow={onShow} />}</Asked>
    </>
  )
}

function Known({ report, on, onShow }: Omit<ReportPageProps, 'id'> & { report: Report }) {
  const { t } = useWords('distributors')
  const isAllowed = useAllows()(mayReconcile)
  const { id, state, name } = report
  if (state === 'comparing') return <Comparing report={report} isAllowed={isAllowed} />
  if (state === 'ended') return <p className={blocks['warn']}>{t('result.ended')}</p>
  if (state === 'uploaded')
    return isAllowed ? (
      <ReadSteps id={id} name={name ?? ''} onDone={onShow} />
    ) : (
      <p className={blocks['warn']}>{t('result.uploaded')}</p>
    )
  return (
    <>
      <Sums report={report} />
      <Kinds report={report} isAllowed={isAllowed} />
      {on !== undefined && (
        <p className={blocks['note']}>
          {t('result.onDay')} <DateOn on={on} />{' '}
          <Button variant="default" size="compact-sm" onClick={() => onShow(id)}>
            {t('act.allDays')}
          </Button>
        </p>
      )}
      <DifferenceTable key={on} id={id} on={on} />
    </>
  )
}

function Sums({ report }: { report: Report }) {
  const { theirs, ours, differenceMinor, held } = report
  const words = useWords('distributors')
  const { t } = words
  const sides = [
    { label: t('sides.theirs'), sum: theirs },
    { label: t('sides.ours'), sum: ours },
  ]
  return (
    <Card title={reportTitle(report, words)}>
      <table className={plain['plain']}>
        <caption>{t('result.sums')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('result.side')}</th>
            <th scope="col" data-align="end">
              {t('result.rounds')}
            </th>
            <th scope="col" data-align="end">
              {t('field.stakeMinor')}
            </th>
            <th scope="col" data-align="end">
              {t('field.payoutMinor')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sides.map(({ label, sum }) => (
            <tr key={label}>
              <td>{label}</td>
              <td data-align="end">{formatCount(sum?.count ?? 0)}</td>
              <td data-align="end">
                <Money minor={sum?.stakeMinor} />
              </td>
              <td data-align="end">
                <Money minor={sum?.payoutMinor} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={blocks['sides']}>
        <span>{t('result.difference')}</span>
        <Money minor={differenceMinor} signed />
      </div>
      {held && (
        <>
          <div className={blocks['sides']}>
            <span>{t('held.told')}</span>
            <Money minor={held.toldMinor} />
          </div>
          <div className={blocks['sides']}>
            <span>{t('held.ours')}</span>
            <Money minor={held.oursMinor} />
          </div>
          {held.toldMinor !== held.oursMinor && <p className={blocks['note']}>{t('held.hint')}</p>}
        </>
      )}
    </Card>
  )
}

type Kind = Report['kinds'][number]['kind']
interface Deciding {
  readonly kind: Kind
  readonly to: 'disputed' | 'accepted'
}

/** What differs by kind; all open ones of a kind are decided together. */
function Kinds({ report: { id, kinds, agreedCount }, isAllowed }: { report: Report; isAllowed: boolean }) {
  const { t } = useWords('distributors')
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  return (
    <Card title={t('result.kinds')}>
      <p className={blocks['note']}>{t('result.agreed', { count: agreedCount ?? 0 })}</p>
      <ul className={blocks['list']} data-spaced>
        {kinds.map(({ kind, count, openCount, differenceMinor }) => (
          <li key={kind}>
            <div className={blocks['sides']}>
              <span>
                {t(`kinds.${kind}`)} · {t('result.open', { open: openCount, all: count })}
              </span>
              <Money minor={differenceMinor} signed />
            </div>
            {isAllowed && openCount > 0 && (
              <div className={blocks['buttons']}>
                {(['disputed', 'accepted'] as const).map((to) => (
                  <Button
                    key={to}
                    variant="default"
                    size="compact-sm"
                    onClick={() => setDeciding({ kind, to })}
                  >
                    {t(`decide.all.${to}`)}
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {deciding && (
        <ActSheet
          call="distributors.decideDifferences"
          input={(reason) => ({ id, ids: [], ...deciding, reason })}
          refreshes={['distributors']}
          onClose={() => setDeciding(null)}
          title={t(`decide.all.${deciding.to}`)}
          submitLabel={t(`decide.${deciding.to}`)}
          facts={[{ label: t('field.kind'), value: t(`kinds.${deciding.kind}`) }]}
          reason={{ label: t('field.reason'), isRequired: true }}
          onDone={({ count }) => say(t('decide.done', { count }))}
        />
      )}
    </Card>
  )
}
