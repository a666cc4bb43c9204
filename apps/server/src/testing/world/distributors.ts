import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { feeExpense, providerPayable } from '@khlang/ledger/accounts.ts'
import { providerFee } from '@khlang/ledger/wallet.ts'
import { valueOn } from '../../platform/business-day.ts'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { startFakeProvider } from '../fakes/fake-provider.ts'
import type { Person, TestServer } from '../server.ts'

/** What a person types of a new distributor. */
export const distributorInput = () => ({
  code: `d-${randomUUID().slice(0, 8)}`,
  name: 'Games of the world',
  contact: 'Line @games',
  billingDay: 7,
  minimumFeeMinor: 500_000,
  billing: 'credit' as const,
  lowBalanceMinor: 0,
  state: 'active' as const,
})

/** A distributor with a contract of all games of a provider since 2026, as if two had agreed to them. */
export async function plantDistributor(server: TestServer) {
  const { id: provider } = await startFakeProvider(server)
  const [distributor, contract] = [randomUUIDv7(), randomUUIDv7()]
  const { code, name } = distributorInput()
  await server.database.plant(`set session_replication_role = replica;
    insert into distributors (id, code, name, billing_day, minimum_fee_minor, setup_approval_id)
      values ('${distributor}', '${code}', '${name}', 7, 500000, '${randomUUIDv7()}');
    insert into distributor_contracts (id, distributor_id, provider_id, game_type, fee_bps, valid_from,
        approval_id)
      values ('${contract}', '${distributor}', '${provider}', 'all', 1000, '2026-01-01',
        '${randomUUIDv7()}')`)
  return {
    id: encodeId('distributor', distributor),
    contractId: encodeId('distributorContract', contract),
    providerId: encodeId('gameProvider', provider),
  }
}

/**
 * An invoice of a new distributor over so much of one provider, as if two had settled it; its fee is
 * booked.
 */
export async function plantInvoice(server: TestServer, settledMinor: number) {
  const { id, providerId } = await plantDistributor(server)
  const [invoice, distributor] = [randomUUIDv7(), decodeId('distributor', id)]
  const line = { providerId: decodeId('gameProvider', providerId), gameType: 'all', feeBps: 1000 }
  const lines = JSON.stringify([{ ...line, ggrMinor: settledMinor * 10, feeMinor: settledMinor }])
  const invoiceId = encodeId('providerInvoice', invoice)
  await server.database.plant(`set session_replication_role = replica;
    insert into provider_invoices (id, distributor_id, month, state, lines, ggr_minor, fee_minor, told_minor,
        settled_minor, settled_at, approval_id)
      values ('${invoice}', '${distributor}', '2026-10-01', 'issued', '${lines}', ${settledMinor * 10},
        ${settledMinor}, ${settledMinor}, ${settledMinor}, now(), '${randomUUIDv7()}')`)
  const payable = providerPayable(providerId)
  await openAccounts(server.services.db, [feeExpense('provider'), payable])
  const businessOn = valueOn(new Date(server.services.now()).toISOString())
  const fee = providerFee({ sourceId: invoiceId, providerId, amountMinor: settledMinor, businessOn })
  await server.services.db.transaction().execute((tx) => postStrict(tx, [fee]))
  return { distributorId: id, invoiceId, invoiceVersion: 1, payable: payable.code }
}

/** Sends bytes as somebody's report of a provider, as the console does. */
export const sendReport = (
  server: Pick<TestServer, 'fetch'>,
  person: Pick<Person, 'token'>,
  providerId: string,
  text: string,
) =>
  server.fetch(`/api/v1/distributor/report/${providerId}/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': randomUUID(),
    },
    body: new Uint8Array(Buffer.from(text)),
  })

/** The report of bytes that were sent. @throws when they are refused */
export async function uploadReport(
  ...given: Parameters<typeof sendReport>
): Promise<{ id: string; isKnown: boolean }> {
  const response = await sendReport(...given)
  const body = (await response.json()) as { data?: { id: string; isKnown: boolean } }
  if (!body.data) throw new Error(`The report was refused: ${JSON.stringify(body)}`)
  return body.data
}
