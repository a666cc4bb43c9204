import { lazy, Suspense, useState, type ReactNode } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import type { BalanceChange, LedgerLine } from './ConfirmTables.tsx'
import type { Fact } from '../figures/KeyValue.tsx'
import { confirmSheet } from '../later-parts.ts'

const ConfirmSheet = lazy(() => loadChunk(confirmSheet.name, confirmSheet.load))

export interface ConfirmResult {
  /** Trimmed; empty where no reason is asked. */
  reason: string
  /** Made when the sheet opened and kept over retries: two presses can never be two acts. */
  idempotencyKey: string
}

export interface AskedReason {
  label: string
  isRequired: boolean
  description?: string | undefined
  /** What is said under the field while it is empty, in place of the usual words. */
  missing?: string | undefined
}

export interface ConfirmProps {
  /** Left out where the sheet is there only while it is open. */
  isOpen?: boolean | undefined
  onClose: () => void
  title: string
  /** The verb on the button: "Approve 500.00". */
  submitLabel: string
  isDanger?: boolean | undefined
  facts?: readonly Fact[] | undefined
  balances?: readonly BalanceChange[] | undefined
  lines?: readonly LedgerLine[] | undefined
  /** Asks for a reason; `isRequired` refuses an empty one. */
  reason?: AskedReason | undefined
  /** Said before pressing: a second person must approve, a fresh code is needed. */
  notice?: ReactNode
  /** Further fields, such as a code. */
  children?: ReactNode
  /** Fields after the reason, which may stay as they are. */
  more?: ReactNode
  /**
   * Called at the press: whether the further fields are complete. Shows under each what is missing; the
   * first such field gets the focus and nothing is sent.
   */
  onCheck?: (() => boolean) | undefined
  /** False while nothing could be sent, whatever is typed: the server is away. */
  canSubmit?: boolean | undefined
  /**
   * The act. Resolves: the sheet closes. Rejects: its message and `requestId` are shown and one may try
   * again.
   */
  onSubmit: (result: ConfirmResult) => Promise<void>
}

/**
 * The sheet before a money act: what it does, to which balances, by which ledger lines. Its program comes
 * when it first opens.
 */
export function Confirm({ isOpen = true, ...props }: ConfirmProps) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return <Suspense>{wasOpen && <ConfirmSheet {...props} isOpen={isOpen} />}</Suspense>
}
