import { randomUUID } from 'node:crypto'
import { baht } from '../bank-phone.ts'
import type { Person, TestServer } from '../server.ts'

/** A movement as a bank prints it in a statement. */
export interface PrintedRow {
  readonly at: Date
  readonly amountMinor: number
  readonly direction?: 'in' | 'out'
  readonly balanceMinor: number
  readonly text?: string
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A statement as SCB's site exports it, years of the Buddhist Era: the account above, a sum below. */
export function statementOf(accountNo: string, rows: readonly PrintedRow[]): Buffer {
  const lines = rows.map(({ at, amountMinor, direction = 'in', balanceMinor, text = '' }) => {
    const local = new Date(at.getTime() + 7 * 3_600_000)
    const day = `${two(local.getUTCDate())}/${two(local.getUTCMonth() + 1)}/${local.getUTCFullYear() + 543}`
    const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
    const [out, into] = direction === 'out' ? [baht(amountMinor), ''] : ['', baht(amountMinor)]
    return [day, time, out, into, baht(balanceMinor), text].map((cell) => `"${cell}"`).join(',')
  })
  const head = 'วันที่,เวลา,ถอน,ฝาก,ยอดคงเหลือ,รายละเอียด'
  return Buffer.from([`เลขที่บัญชี,${accountNo}`, head, ...lines, 'รวม,,,,,'].join('\r\n'))
}

/** Sends bytes as somebody's statement of an account, as the console does. */
export const sendStatement = (
  server: Pick<TestServer, 'fetch'>,
  person: Pick<Person, 'token'>,
  accountId: string,
  bytes: Uint8Array,
) =>
  server.fetch(`/api/v1/payment-auto/${accountId}/statement-file`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': randomUUID(),
    },
    body: Buffer.from(bytes),
  })

/** The id of a statement that was sent. @throws when it is refused */
export async function uploadStatement(
  server: Pick<TestServer, 'fetch'>,
  person: Pick<Person, 'token'>,
  accountId: string,
  bytes: Uint8Array,
): Promise<string> {
  const answer = await sendStatement(server, person, accountId, bytes)
  const body = (await answer.json()) as { data?: { id: string } }
  if (!body.data) throw new Error(`The statement was refused: ${JSON.stringify(body)}`)
  return body.data.id
}
