import { queueRowsMax } from '@khlang/contract/values/value-lists.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { callFor } from '../../../lib/alerts/calling.ts'
import { call } from '../../../lib/call/call.ts'
import type { LiveEvent } from '../../../lib/call/event-stream.ts'
import { formatMoney } from '../../../lib/words/formats.ts'
import { missedTopic, useLive } from '../../../lib/call/live.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { enteredBy } from './queue-alerts.ts'
import type { QueueRow } from '../rows/queue-shapes.ts'
import { useThrottled } from '../use-throttled.ts'

const askedEveryMs = 1000
const rememberedMax = 5000

/** Calls a person for deposits and withdrawals that came to wait, on every screen. Shows nothing itself. */
export default function QueueCaller() {
  const { t } = useTranslation('pre-transactions-queue')
  const go = useGo()
  const mayQueue = useAllows()({ pretransactionDepositWithdraw: ['isRead'] })
  const seen = useRef(new Map<string, QueueRow>())
  const since = useRef(new Date().toISOString())
  const due = useRef({ deposit: new Set<string>(), withdrawal: new Set<string>() })
  const take = (row: QueueRow) => {
    const queues = enteredBy(row, seen.current.get(row.id) ?? null, since.current)
    if (seen.current.size >= rememberedMax) seen.current.clear()
    seen.current.set(row.id, row)
    if (queues.length === 0) return
    callFor(queues, {
      title: t(`alert.${row.kind}`, { amount: formatMoney(row.amountMinor) }),
      body: `${row.member.username} · ${row.reference}`,
      tag: row.id,
      onPress: () => go({ to: '/pre-transaction/deposit-withdraw', search: { open: row.id } }),
    })
  }
  const ask = useThrottled(() => {
    const { deposit, withdrawal } = due.current
    const ids = {
      deposits: [...deposit].slice(0, queueRowsMax),
      withdrawals: [...withdrawal].slice(0, queueRowsMax),
    }
    deposit.clear()
    withdrawal.clear()
    if (ids.deposits.length + ids.withdrawals.length === 0) return
    call('preTransactions.queueRows', ids, { isTracked: false }).then(
      ({ records }) => records.forEach(take),
      // The queue itself says that it could not be read; an alert that fails calls nobody.
      () => {},
    )
  }, askedEveryMs)
  const hear = (kind: QueueRow['kind']) => (event: LiveEvent) => {
    if (event.topic === missedTopic) return
    if (event.row !== undefined) return take(event.row as QueueRow)
    due.current[kind].add(event.id)
    ask()
  }
  useLive(mayQueue ? 'deposit' : null, hear('deposit'))
  useLive(mayQueue ? 'withdrawal' : null, hear('withdrawal'))
  return null
}
