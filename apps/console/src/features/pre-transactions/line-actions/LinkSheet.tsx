import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { CallError } from '../../../lib/call/call.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { CreditedBefore, type WhichMoney } from './CreditedBefore.tsx'
import { LinkNote, useLinkNote } from './LinkNote.tsx'
import { LinkRule } from './LinkRule.tsx'
import { isUnproven, type Line, type Suggestion } from '../lines/line-shapes.ts'
import type { LineNote } from '../lines/line-notes.ts'
import { doneNote, payerFacts, takenBy } from '../lines/line-act.tsx'
import { ScoreChips } from '../lines/ScoreChips.tsx'
import '../../../ui/kit-later.ts'

export interface LinkTarget {
  line: Line
  suggestion: Suggestion
}

interface LinkSheetProps {
  target: LinkTarget | null
  accountName: (id: string) => string
  onClose: () => void
  onLinked: (note: LineNote) => void
  /** Somebody else was faster; the sheet closes. */
  onTaken: (line: Line, thrown: unknown) => void
}

/** What linking a line to a member will do, before it is done. */
export function LinkSheet(props: LinkSheetProps) {
  return props.target && <Sheet key={props.target.line.id} {...props} target={props.target} />
}

function Sheet({
  target,
  accountName,
  onClose,
  onLinked,
  onTaken,
}: LinkSheetProps & { target: LinkTarget }) {
  const { t } = useTranslation(['pre-transactions-lines', 'pre-transactions'])
  const { line, suggestion } = target
  const { member, score, signals, deposit } = suggestion
  const [isSure, setSure] = useState(false)
  const doubt = isUnproven(line)
    ? 'sureUnproven'
    : line.isPossibleDouble
      ? 'sureNotDouble'
      : member.state !== 'active'
        ? 'sureNotActive'
        : null
  const preview = usePreview(line, member.id)
  const note = useLinkNote(preview?.needsNote ?? false)
  const [which, setWhich] = useState<WhichMoney | null>(null)
  const credited = preview?.creditedBefore ?? []
  const isCleared = which !== null && which !== 'other'
  const isAsked = preview?.needsApproval === true
  const wallet = t('pre-transactions:matching.walletOf', { name: member.username })
  return (
    <ActSheet
      call="preTransactions.link"
      input={() => ({
        id: line.id,
        version: line.version,
        memberId: member.id,
        isConfirmed: true,
        ...(isCleared ? which : deposit ? { depositId: deposit.id } : {}),
        ...(which === 'other' ? { isOtherMoney: true } : {}),
        ...(note.remark === '' ? {} : { remark: note.remark }),
      })}
      refreshes={['preTransactions', 'approvals']}
      onDone={(made) => onLinked(noteOf(line, member.username, made))}
      onRefused={(thrown) => {
        if (thrown instanceof CallError && thrown.code === 'linkNoteNeeded') note.refuse()
        return takenBy(line, onTaken)(thrown)
      }}
      onClose={onClose}
      title={t('linkTitle', { amount: formatBaht(line.amountMinor), name: member.username })}
      submitLabel={t(isAsked ? 'linkAsk' : 'linkSubmit', {
        amount: formatBaht(line.amountMinor),
      })}
      facts={[
        { label: t('member'), value: `${member.username} ${member.name}` },
        ...payerFacts(t, line),
        ...(deposit ? [{ label: t('closesRequest'), value: deposit.reference }] : []),
      ]}
      balances={
        preview && !isCleared
          ? [{ account: wallet, beforeMinor: preview.beforeMinor, afterMinor: preview.afterMinor }]
          : undefined
      }
      lines={[
        {
          from: t('unmatchedOf', { account: accountName(line.accountId) }),
          to: isCleared ? t('suspenseOf', { account: accountName(line.accountId) }) : wallet,
          amountMinor: line.amountMinor,
        },
      ]}
      notice={t(isAsked ? 'askNotice' : isCleared ? 'clearNotice' : 'linkNotice')}
      isPossible={
        preview?.isOwnMember === false &&
        (doubt === null || isSure) &&
        (credited.length === 0 || which !== null)
      }
      onCheck={note.check}
    >
      <ScoreChips signals={signals} score={score} />
      {preview && <LinkRule preview={preview} />}
      {credited.length > 0 && (
        <CreditedBefore deposits={credited} memberId={member.id} value={which} onChange={setWhich} />
      )}
      <LinkNote {...note.field} />
      {doubt !== null && (
        <Checkbox
          label={t(doubt)}
          checked={isSure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
      )}
    </ActSheet>
  )
}

/** What became of it: credited, or asked of a second person. */
function noteOf(line: Line, name: string, made: OutputOf<CallOf<'preTransactions.link'>>): LineNote {
  if (made.state === 'waiting') return doneNote(line, 'linkAsked', name)
  const { creditAfterMinor, undoUntil, reference } = made
  return {
    ...doneNote(line, reference ?? '', name),
    kind: 'linked',
    creditAfterMinor: creditAfterMinor ?? 0,
    ...(undoUntil === null ? {} : { undoUntil }),
  }
}

/** The wallet before and after, and what was credited before this line came; undefined while unknown. */
function usePreview(line: Line, memberId: string) {
  const input = { id: line.id, memberId }
  return useQueryCall('preTransactions.previewLink', input, { isTracked: false, staleMs: 0 }).data
}
