import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { CallError } from '../../lib/call.ts'
import { useCall, useQueryCall } from '../../lib/query.ts'
import { Confirm, type ConfirmResult } from '../../ui/Confirm.tsx'
import { Time } from '../../ui/Time.tsx'
import { ledgerName } from './ledger-names.ts'
import { Payer } from './LineList.tsx'
import { isTaken, type LineNote } from './line-notes.ts'
import type { Line } from './line-shapes.ts'
import { WhoMayAgree } from './WhoMayAgree.tsx'
import '../../ui/kit-later.ts'
import classes from './LineDetail.module.css'

export type TakeBackAct = 'undoLink' | 'askUnlink'

interface TakeBackProps {
  act: TakeBackAct
  line: Line
  onClose: () => void
  onDone: (note: LineNote) => void
  onTaken: (line: Line, thrown: unknown) => void
}

/** Taking a link back, alone or by two: which balance changes, by which ledger lines. */
export function TakeBackSheet({ act: asked, ...sheet }: TakeBackProps) {
  const [act, setAct] = useState(asked)
  return <Sheet key={act} {...sheet} act={act} onUnlink={() => setAct('askUnlink')} />
}

function Sheet({
  act,
  line,
  onClose,
  onDone,
  onTaken,
  onUnlink,
}: TakeBackProps & { onUnlink: () => void }) {
  const { t } = useTranslation('pre-transactions')
  const { send, canSend } = useCall(`preTransactions.${act}`, {
    refreshes: ['preTransactions', 'creditTransactions', 'approvals'],
  })
  const input = { id: line.id }
  const preview = useQueryCall('preTransactions.previewTakeBack', input, {
    isTracked: false,
    staleMs: 0,
  }).data
  const [spentLeft, setSpentLeft] = useState<number | null>(null)
  const left = spentLeft ?? (preview && preview.shortfallMinor > 0 ? preview.beforeMinor : null)
  const isSpent = act === 'undoLink' && left !== null
  const amount = formatBaht(line.amountMinor)
  const submit = async ({ reason, idempotencyKey }: ConfirmResult) => {
    try {
      await send({ id: line.id, version: line.version, reason }, { idempotencyKey })
      onDone({ lineId: line.id, kind: 'done', amountMinor: line.amountMinor, name: null, what: act })
    } catch (thrown) {
      if (thrown instanceof CallError && thrown.code === 'memberSpent') setSpentLeft(leftOf(thrown.details))
      if (!isTaken(thrown)) throw thrown
      onTaken(line, thrown)
    }
  }
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t(`matching.${act}.title`, { amount })}
      submitLabel={t(`matching.${act}.submit`, { amount })}
      isDanger
      facts={[
        { label: t('matching.payer'), value: <Payer line={line} /> },
        {
          label: t('matching.bankTime'),
          value: <Time at={line.bankTime ?? line.receivedAt} show="exact" />,
        },
        ...(line.member ? [{ label: t('matching.member'), value: line.member.username }] : []),
      ]}
      {...(preview
        ? {
            balances: [{ account: t('matching.walletOf', { name: preview.member.username }), ...preview }],
            lines: preview.legs.map((leg) => ({
              ...leg,
              from: ledgerName(t, leg.from),
              to: ledgerName(t, leg.to),
            })),
          }
        : {})}
      reason={{
        label: t(`matching.${act}.reason`),
        isRequired: true,
        description: t('matching.reasonHelp'),
        missing: t('request.missing.why'),
      }}
      notice={t(`matching.${act}.notice`)}
      canSubmit={canSend && !isSpent}
      onSubmit={submit}
    >
      {act === 'askUnlink' && preview && !preview.isAlone && <WhoMayAgree checkers={preview.checkers} />}
      {isSpent && <Spent leftMinor={left} onUnlink={onUnlink} />}
    </Confirm>
  )
}

function leftOf(details: unknown): number | null {
  const left =
    typeof details === 'object' && details !== null && 'leftMinor' in details && details.leftMinor
  return typeof left === 'number' ? left : null
}

/** The money is gone: what is left, and the way that still leads back. */
function Spent({ leftMinor, onUnlink }: { leftMinor: number; onUnlink: () => void }) {
  const { t } = useTranslation('pre-transactions')
  return (
    <Alert
      className={classes.amber ?? ''}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('matching.spent', { left: formatBaht(leftMinor) })}
    >
      <Button size="sm" variant="default" onClick={onUnlink}>
        {t('matching.spentAsk')}
      </Button>
    </Alert>
  )
}
