import { sql } from 'kysely'
import type { Tx } from './db.ts'

const kinds = {
  deposit: { letter: 'D', sequence: 'deposit_reference' },
  withdrawal: { letter: 'W', sequence: 'withdrawal_reference' },
  adjustment: { letter: 'A', sequence: 'adjustment_reference' },
  ownTransfer: { letter: 'T', sequence: 'own_transfer_reference' },
  gatewayOrder: { letter: 'G', sequence: 'gateway_order_reference' },
} as const

/**
 * `W2611-000123`: letter, year and month of the business date, a sequence with gaps. Source: decisions 13.
 */
export async function referenceOf(tx: Tx, kind: keyof typeof kinds, on: string): Promise<string> {
  const { letter, sequence } = kinds[kind]
  const { rows } = await sql<{ next: number }>`select nextval(${sequence}::regclass) as next`.execute(tx)
  return `${letter}${on.slice(2, 4)}${on.slice(5, 7)}-${String(rows[0]?.next ?? 0).padStart(6, '0')}`
}
