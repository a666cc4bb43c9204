import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { isRefusal } from '../../../lib/call/call.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { walletMove } from '../ledger-names.ts'
import type { LineActProps } from '../lines/line-act.tsx'
import { ReasonSheet } from './ReasonSheet.tsx'
import { WhoMayAgree } from './WhoMayAgree.tsx'
import { Warning } from '../lines/Warning.tsx'

type TakeBackAct = 'undoLink' | 'askUnlink'

interface TakeBackProps extends LineActProps {
  act: TakeBackAct
}

/** Taking a link back, alone or by two: which balance changes, by which ledger lines. */
export function TakeBackSheet({ act: asked, ...sheet }: TakeBackProps) {
  const [act, setAct] = useState(asked)
  return <Sheet key={act} {...sheet} act={act} onUnlink={() => setAct('askUnlink')} />
}

function Sheet({ onUnlink, ...sheet }: TakeBackProps & { onUnlink: () => void }) {
  const { t } = useTranslation('pre-transactions-lines')
  const preview = useQueryCall(
    'preTransactions.previewTakeBack',
    { id: sheet.line.id },
    { isTracked: false, staleMs: 0 },
  ).data
  const [spentLeft, setSpentLeft] = useState<number | null>(null)
  const left = spentLeft ?? (preview && preview.shortfallMinor > 0 ? preview.beforeMinor : null)
  const isSpent = sheet.act === 'undoLink' && left !== null
  return (
    <ReasonSheet
      {...sheet}
      isDanger
      isPossible={!isSpent}
      onRefused={(thrown) => {
        if (isRefusal(thrown, 'preTransactions.undoLink') && thrown.code === 'memberSpent')
          setSpentLeft(thrown.details?.leftMinor ?? null)
      }}
      {...(preview ? walletMove(t, preview) : {})}
    >
      {sheet.act === 'askUnlink' && preview && !preview.isAlone && (
        <WhoMayAgree checkers={preview.checkers} />
      )}
      {isSpent && <Spent leftMinor={left} onUnlink={onUnlink} />}
    </ReasonSheet>
  )
}

/** The money is gone: what is left, and the way that still leads back. */
function Spent({ leftMinor, onUnlink }: { leftMinor: number; onUnlink: () => void }) {
  const { t } = useTranslation('pre-transactions-lines')
  return (
    <Warning title={t('spent', { left: formatBaht(leftMinor) })}>
      <Button size="sm" variant="default" onClick={onUnlink}>
        {t('spentAsk')}
      </Button>
    </Warning>
  )
}

/** Undo from a note, which knows only which line: the line as it is now gives its version. */
export function UndoSheet({ lineId, ...sheet }: Omit<LineActProps, 'line'> & { lineId: string }) {
  const { data } = useQueryCall('preTransactions.line', { id: lineId })
  return data ? <TakeBackSheet {...sheet} act="undoLink" line={data.line} /> : null
}
