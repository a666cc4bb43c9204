import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { Asked } from '../../lib/call/Asked.tsx'
import { callFile } from '../../lib/call/call-file.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { useFile } from '../../lib/record/use-file.ts'
import { formatBytes } from '../../lib/list/export-job.ts'
import { useWords } from '../../lib/list/use-words.ts'
import { useProfile } from '../../lib/person/profile.ts'
import { tablePart } from '../../lib/record/table-part.tsx'
import { formatCount, formatMonth } from '../../lib/words/formats.ts'
import { CopyText } from '../../ui/figures/CopyText.tsx'
import { Status, type Tone } from '../../ui/figures/Status.tsx'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import blocks from '../../ui/Blocks.module.css'

type Month = OutputOf<CallOf<'betReports.archive'>>['records'][number]

const tones: Readonly<Record<Month['state'], Tone>> = {
  waiting: 'amber',
  archived: 'green',
  attached: 'blue',
}

/** The file of a month, for whom may take lists out of the house. */
function MonthFile({ month, bytes }: Pick<Month, 'month' | 'bytes'>) {
  const { t, reading } = useWords('bet-reports')
  const { role } = useProfile()
  const { fetching, save } = useFile()
  const name = `bets-${month.slice(0, 7)}.jsonl.gz`
  if (!role.abilities.exportData) return t('archive.noExport')
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={fetching !== null}
      aria-label={t('archive.downloadOf', { month: formatMonth(month, reading) })}
      onClick={() => void save(name, () => callFile('betReports.archiveFile', { month }))}
    >
      {formatBytes(bytes ?? 0)}
    </Button>
  )
}

const Months = tablePart<Month>({
  area: 'bet-reports',
  title: 'archive.months',
  rowKey: ({ month, archivedAt }) => `${month} ${archivedAt}`,
  stacks: true,
  columns: (fact) => [
    fact.cell('month', ({ month, state, reason, openBets, bytes, sha256 }, { t, reading }) => (
      <div>
        {formatMonth(month, reading)}
        <div>
          <Status tone={tones[state]} label={t(`archive.${state}`)} />
        </div>
        {state === 'waiting' && (
          <div className={blocks['quiet']}>
            {t(reason ? `archive.reasons.${reason}` : 'archive.soon', {
              count: openBets,
              shown: formatCount(openBets),
            })}
          </div>
        )}
        {state === 'archived' && sha256 !== null && (
          <>
            <MonthFile month={month} bytes={bytes} />
            <div className={blocks['quiet']}>
              SHA-256 <CopyText value={sha256}>{`${sha256.slice(0, 8)}…`}</CopyText>
            </div>
          </>
        )}
      </div>
    )),
    fact.cell('bets', ({ bets }) => (bets === null ? null : formatCount(bets)), { align: 'end' }),
    fact.money('stake', 'stakeMinor'),
    fact.money('payout', 'payoutMinor'),
  ],
})

/** Months of bets that left, or are to leave, with their files. */
export function ArchivePanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useWords('bet-reports')
  return (
    <DetailPanel isOpen={isOpen} onClose={onClose} title={t('archive.title')}>
      <p className={blocks['note']}>{t('archive.lead')}</p>
      {isOpen && <Known />}
    </DetailPanel>
  )
}

function Known() {
  const { t } = useWords('bet-reports')
  const query = useQueryCall('betReports.archive', {}, { isTracked: false })
  return (
    <Asked query={query}>
      {({ records }) =>
        records.length === 0 ? (
          <p className={blocks['note']}>{t('archive.none')}</p>
        ) : (
          <Months rows={records} />
        )
      }
    </Asked>
  )
}
