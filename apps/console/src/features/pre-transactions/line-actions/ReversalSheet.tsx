import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { openSettling } from '../../../lib/call/settling.ts'
import { Time } from '../../../ui/figures/Time.tsx'
import { walletMove } from '../ledger-names.ts'
import { WhoMayAgree } from './WhoMayAgree.tsx'
import { Warning } from '../lines/Warning.tsx'

type Preview = OutputOf<CallOf<'preTransactions.previewReversal'>>

/** Taking back what people typed: always by two, whole, with what the member would owe. */
export function ReversalSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const errorText = useErrorText()
  const { data, error } = useQueryCall(
    'preTransactions.previewReversal',
    { id },
    { isTracked: false, staleMs: 0 },
  )
  const refusal = error ? errorText(error) : null
  useEffect(() => {
    if (refusal === null) return
    onClose()
    say(refusal, 'amber')
  }, [refusal, onClose])
  return data ? <Sheet preview={data} onClose={onClose} /> : null
}

function Sheet({ preview, onClose }: { preview: Preview; onClose: () => void }) {
  const { t } = useTranslation(['pre-transactions-lines', 'pre-transactions'])
  const { id, member, asked, isAlone } = preview
  const amount = formatBaht(preview.amountMinor)
  return (
    <ActSheet
      call="preTransactions.askReversal"
      input={(reason) => ({ id, reason })}
      refreshes={['preTransactions', 'creditTransactions', 'approvals', 'members']}
      onDone={({ state }) => say(t(state === 'waiting' ? 'takeBack.sent' : 'takeBack.done', { amount }))}
      onClose={onClose}
      title={t('takeBack.title', { amount })}
      submitLabel={t(isAlone ? 'takeBack.submitAlone' : 'takeBack.submit', { amount })}
      isDanger
      facts={[
        {
          label: t('takeBack.credit'),
          value: `${t(`pre-transactions:manual.kinds.${preview.kind}`)} · ${preview.reference}`,
        },
        { label: t('takeBack.creditedAt'), value: <Time at={preview.creditedAt} show="exact" /> },
        { label: t('member'), value: `${member.username} · ${member.name}` },
      ]}
      {...walletMove(t, preview)}
      reason={{
        label: t('takeBack.reason'),
        isRequired: true,
        description: t('reasonHelp'),
        missing: t('pre-transactions:request.missing.why'),
      }}
      notice={t(isAlone ? 'pre-transactions:manual.alone' : 'takeBack.notice')}
      isPossible={asked === null}
    >
      {preview.shortfallMinor > 0 && <Owes preview={preview} />}
      {asked === null ? (
        !isAlone && <WhoMayAgree checkers={preview.checkers} />
      ) : (
        <Waits asked={asked} onClose={onClose} />
      )}
    </ActSheet>
  )
}

/** Money has left: what would stand against the member. */
function Owes({ preview }: { preview: Preview }) {
  const { t } = useTranslation('pre-transactions-lines')
  const left = formatBaht(preview.beforeMinor)
  const owed = formatBaht(preview.shortfallMinor)
  return <Warning title={t('spent', { left })}>{t('takeBack.owes', { owed })}</Warning>
}

/** It was asked for before: the request says how it stands. */
function Waits({ asked, onClose }: { asked: NonNullable<Preview['asked']>; onClose: () => void }) {
  const { t } = useTranslation('pre-transactions-lines')
  const open = () => {
    onClose()
    openSettling(asked.id)
  }
  return (
    <Warning>
      <p>{t(asked.isOwn ? 'takeBack.askedOwn' : 'takeBack.asked', { name: asked.maker })}</p>
      <Button size="sm" variant="default" onClick={open}>
        {t('takeBack.openRequest')}
      </Button>
    </Warning>
  )
}
