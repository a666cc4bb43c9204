import { Failed } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { SlipCard } from './SlipCard.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** The slips that were shown for a deposit; nothing where there is none. */
export default function DepositSlips({ id }: { id: string }) {
  const query = useQueryCall('preTransactions.slipsOfDeposit', { id }, { isTracked: false, live: 'slip' })
  if (query.error && !query.data) return <Failed query={query} isInline />
  if (!query.data?.records.length) return null
  return (
    <div className={blocks.stack}>
      {query.data.records.map((slip) => (
        <SlipCard key={slip.id} slip={slip} />
      ))}
    </div>
  )
}
