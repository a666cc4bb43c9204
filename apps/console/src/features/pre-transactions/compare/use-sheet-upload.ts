import { useState } from 'react'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useCall } from '../../../lib/call/query.ts'
import { callsOf, isToSend, type SentRow, type Side } from './compare-shapes.ts'

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Reads the file, asks what its rows would do, and sends them one after the other. */
export function useSheetUpload(side: Side, of: { accountId: string; on: string }) {
  const errorText = useErrorText()
  const [rows, setRows] = useState<readonly SentRow[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const preview = useCall(callsOf[side].preview)
  const decide = useCall(callsOf[side].decide, { refreshes: ['preTransactions', 'approvals'] })
  const choose = async (file: File) => {
    setBusy(true)
    setFailure(null)
    setRows([])
    try {
      const { records } = await preview.send({ ...of, base64: await base64Of(file) })
      setRows(records.map((row) => ({ ...row, outcome: null, key: crypto.randomUUID() })))
    } catch (thrown) {
      setFailure(errorText(thrown))
    }
    setBusy(false)
  }
  const outcomeOf = async (sent: SentRow): Promise<SentRow['outcome']> => {
    if (!sent.row || !sent.decision) return null
    const { id, facts } = sent.row
    const input = { ...of, id, facts, decision: sent.decision, remark: sent.remark ?? '' }
    try {
      const { state } = await decide.send(input, { idempotencyKey: sent.key })
      return { state, text: null }
    } catch (thrown) {
      return { state: 'failed', text: errorText(thrown) }
    }
  }
  const apply = async () => {
    setBusy(true)
    for (const sent of rows.filter(isToSend)) {
      const outcome = await outcomeOf(sent)
      setRows((all) => all.map((each) => (each.number === sent.number ? { ...each, outcome } : each)))
    }
    setBusy(false)
  }
  return { rows, failure, isBusy, choose, apply }
}
