import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import type { ContractTerms, DistributorTerms } from './terms.ts'

const termColumns = (document: DistributorTerms) => ({
  code: document.code,
  name: document.name,
  contact: document.contact,
  billing_day: document.billingDay,
  minimum_fee_minor: document.minimumFeeMinor,
  billing: document.billing,
  low_balance_minor: document.lowBalanceMinor,
  state: document.state,
})

/** What two agreed to. @returns its version; null where it has changed since, or its code is another's */
export async function writeDistributor(
  tx: Tx,
  document: DistributorTerms,
  approvalId: string,
): Promise<number | null> {
  const id = uuidOf('distributor', document.distributorId)
  const columns = { ...termColumns(document), setup_approval_id: approvalId }
  if (document.version === null) {
    const added = await tx
      .insertInto('distributors')
      .values({ id, ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst()
    return added?.version ?? null
  }
  const row = await tx
    .updateTable('distributors')
    .set((expression) => ({ ...columns, version: expression('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', document.version)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('distributors as o')
            .select('o.id')
            .where('o.code', '=', document.code)
            .where('o.id', '<>', id),
        ),
      ),
    )
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** What two agreed to. @returns its version; null where it has changed since */
export async function writeContract(
  tx: Tx,
  document: ContractTerms,
  approvalId: string,
): Promise<number | null> {
  const id = uuidOf('distributorContract', document.contractId)
  if (document.version === null) {
    await tx
      .insertInto('distributor_contracts')
      .values({
        id,
        distributor_id: uuidOf('distributor', document.distributorId),
        provider_id: uuidOf('gameProvider', document.providerId),
        game_type: document.gameType,
        fee_bps: document.feeBps,
        valid_from: document.validFrom,
        valid_until: document.validUntil,
        approval_id: approvalId,
      })
      .execute()
    return 1
  }
  const row = await tx
    .updateTable('distributor_contracts')
    .set((expression) => ({
      valid_until: document.validUntil,
      approval_id: approvalId,
      version: expression('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('version', '=', document.version)
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** Held until the end: of two contracts of a provider at the same moment the second one sees the first. */
export async function holdProvider(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name_en as name from game_providers where id = ${id} for no key update`.execute(tx)
  return rows[0]?.name ?? null
}
