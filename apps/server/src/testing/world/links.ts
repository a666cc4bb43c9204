import { randomUUID } from 'node:crypto'
import { decodeId } from '@khlang/contract/values/values.ts'
import type { FactoryMember, MoneyFactory } from './money-factory.ts'
import type { Person } from '../server.ts'
import { decideAs } from './decide.ts'

interface LinkInput {
  readonly id: string
  readonly version: number
  readonly memberId: string
  readonly remark?: string
  readonly isConfirmed?: boolean
}

/** The member said, before the line came, that they send this money: with that a person links it alone. */
export async function saysItIsTheirs(
  make: MoneyFactory,
  lineId: string,
  member: FactoryMember,
): Promise<void> {
  const [line] = await make.query<{ amount_minor: number; before: string }>(
    `select amount_minor, created_at - interval '1 minute' as before from statement_lines where id = $1`,
    [decodeId('statementLine', lineId)],
  )
  await make.request(member, null, line?.amount_minor ?? 0, line ? { at: line.before } : {})
}

/** Links a line as two people do; the second one agrees where the first may not link it alone. */
export async function linkByTwo(linker: Person, second: Person, input: LinkInput) {
  const key = { idempotencyKey: randomUUID() }
  const wanted = { remark: 'ตรวจกับลูกค้าแล้ว', isConfirmed: true, ...input }
  const asked = await linker.call('preTransactions.link', wanted, key)
  if (asked.state === 'waiting') await decideAs(second, asked.approvalId)
  return asked
}
