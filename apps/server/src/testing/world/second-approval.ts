import type { MoneyOutWorld } from './money-out.ts'

/** The newest request for the second approval of a withdrawal, by the outside ids of both. */
export async function requestOf({ factory }: MoneyOutWorld, withdrawalId: string): Promise<string> {
  const [row] = await factory.query<{ id: string }>(
    `select outside_id('apr', id) as id from approvals
      where kind = 'withdrawalApproval' and entity_id = $1 order by created_at desc limit 1`,
    [withdrawalId],
  )
  if (!row) throw new Error(`nobody asked for ${withdrawalId}`)
  return row.id
}
