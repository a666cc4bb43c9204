import { randomBytes } from 'node:crypto'
import type { TestServer } from '../../../testing/server.ts'

export const minuteMs = 60_000
export const dayMs = 86_400_000

/** An id as the database would have made it so long ago. */
export function idOfAge(ageMs = 0): string {
  const ms = (Date.now() - ageMs).toString(16).padStart(12, '0')
  const rest = randomBytes(9).toString('hex')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`
}

export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

type Row = Record<string, unknown>

/** Rows as they may stand in the database, whatever made them so; each answers its id. */
export function rowsOf(server: Pick<TestServer, 'database'>) {
  let serial = 0
  const put = async (table: string, row: Row): Promise<string> => {
    await server.database.plant(
      `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    )
    return String(row['id'])
  }
  return {
    /** A linked incoming line of 50.00 baht from 1,000.00 to 1,050.00. */
    line: (bankAccountId: string, row: Row = {}, ageMs = 0) =>
      put('statement_lines', {
        id: idOfAge(ageMs),
        bank_account_id: bankAccountId,
        direction: 'in',
        amount_minor: 5_000,
        bank_time_precision: 'none',
        received_at: ago(ageMs),
        balance_after_minor: 105_000,
        flags: [],
        source: 'sms',
        dedupe_key: `key ${(serial += 1)}`,
        chain: 'linked',
        state: 'unmatched',
        suggestion_count: 0,
        business_on: ago(0).slice(0, 10),
        value_on: ago(0).slice(0, 10),
        version: 1,
        created_at: ago(ageMs),
        ...row,
      }),
    /** A deposit that two people credited from suspense and whose line has not come. */
    deposit: (memberId: string, bankAccountId: string | null, row: Row = {}, ageMs = 0) =>
      put('deposits', {
        id: idOfAge(ageMs),
        reference: `P${(serial += 1)}-${randomBytes(4).toString('hex')}`,
        member_id: memberId,
        state: 'credited',
        method: 'manual',
        amount_minor: 5_000,
        is_unique_satang: false,
        bank_account_id: bankAccountId,
        by_kind: 'employee',
        created_at: ago(ageMs),
        credited_at: ago(ageMs),
        business_on: ago(0).slice(0, 10),
        credits: 1,
        version: 1,
        ...row,
      }),
    message: (deviceId: string, lineId: string | null, row: Row = {}) =>
      put('bank_messages', {
        id: idOfAge(),
        device_id: deviceId,
        external_id: `message ${(serial += 1)}`,
        source: 'sms',
        sender: 'SCB',
        raw_text: '-',
        sent_at: ago(0),
        received_at: ago(0),
        state: 'read',
        statement_line_id: lineId,
        ...row,
      }),
    gap: (bankAccountId: string, row: Row = {}, ageMs = 0) =>
      put('chain_gaps', {
        id: idOfAge(ageMs),
        bank_account_id: bankAccountId,
        from_minor: 100_000,
        to_minor: 110_000,
        from_at: null,
        to_at: ago(0),
        since: ago(ageMs),
        ...row,
      }),
  }
}
