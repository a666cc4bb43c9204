import { useCallback, useState } from 'react'
import { call, CallError, isRefusal } from '../../../lib/call/call.ts'
import type { Line } from './line-shapes.ts'

/** What the screen says above the panes after an act of one's own, or after somebody else was faster. */
export interface LineNote {
  lineId: string
  kind: 'linked' | 'done' | 'taken'
  amountMinor: number
  /** `linked`: whom; `taken`: who did it; null when it is not known. */
  name: string | null
  /** Which act, or the state in which somebody left the line. */
  what: string
  /** `linked`: the credit after. */
  creditAfterMinor?: number
  undoUntil?: string
  at?: string | null
}

const takenCodes: readonly string[] = ['stale', 'lineNotOpen', 'alreadyMatched', 'alreadyHandled']
const acts = [
  'preTransactions.link',
  'preTransactions.undoLink',
  'preTransactions.askUnlink',
  'preTransactions.ignoreLine',
  'preTransactions.reopenLine',
  'preTransactions.internalTransfer',
  'preTransactions.askRefund',
  'preTransactions.bookLine',
  'preTransactions.askUnbook',
  'preTransactions.askSettlement',
  'preTransactions.askUnsettle',
  'preTransactions.askInvoice',
  'preTransactions.askUninvoice',
  'preTransactions.askUnpay',
  'preTransactions.askSplit',
  'preTransactions.closeRefund',
  'preTransactions.cancelRefund',
] as const

/** Whether a refusal means that somebody else was faster; a refused state does where it says who. */
export function isTaken(thrown: unknown): boolean {
  if (!(thrown instanceof CallError)) return false
  return (
    takenCodes.includes(thrown.code) ||
    ((thrown.code === 'stateRefused' || thrown.code === 'conflict') && takerOf(thrown).name !== null)
  )
}

/** Who handled the line, from the refusal where it says so. */
function takerOf(thrown: unknown): { name: string | null; at: string | null } {
  if (!isRefusal(thrown, ...acts) || thrown.details === undefined) return { name: null, at: null }
  const { details } = thrown
  return {
    name: 'by' in details ? (details.by ?? null) : null,
    at: 'at' in details ? details.at : null,
  }
}

/** The notes of the screen, newest first, at most three. */
export function useLineNotes() {
  const [notes, setNotes] = useState<readonly LineNote[]>([])
  const add = useCallback((note: LineNote) => {
    setNotes((now) => [note, ...now.filter(({ lineId }) => lineId !== note.lineId)].slice(0, 3))
  }, [])
  const remove = useCallback((lineId: string) => {
    setNotes((now) => now.filter((note) => note.lineId !== lineId))
  }, [])
  /** Says who was faster: by the refusal itself, else by asking for the line as it is now. */
  const addTaken = useCallback(
    async (line: Line, thrown: unknown) => {
      const taker = takerOf(thrown)
      const now = await call('preTransactions.line', { id: line.id }, { isTracked: false }).catch(
        () => null,
      )
      add({
        lineId: line.id,
        kind: 'taken',
        amountMinor: line.amountMinor,
        name: taker.name ?? now?.line.handler ?? null,
        what: now?.line.isLinkAsked ? 'linkAsked' : (now?.line.state ?? 'changed'),
        at: taker.at ?? now?.line.handledAt ?? null,
      })
    },
    [add],
  )
  return { notes, add, remove, addTaken }
}
