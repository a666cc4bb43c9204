import { encodeId } from '@khlang/contract/values/values.ts'
import { textsOf, unreadableText } from '../../../../sandbox/src/message-shapes.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import { uuidAt } from './ids.ts'
import { lineOf, lineRow, messageRow } from './line-rows.ts'
import type { SeedWorld } from './world.ts'
import { insertRows } from './store.ts'

const minuteMs = 60_000

/** Two forged messages that break the chain, three that nobody can read, one of a sender not allowed. */
export async function storeStrangeMessages(world: SeedWorld): Promise<void> {
  await forged(world, 'SCB', 95 * minuteMs, 500_000)
  await forged(world, 'KBANK', 48 * minuteMs, 1_000_000)
  const { services, house, random, nowMs } = world
  const rows = [180, 70, 22].map((minutesAgo) => {
    const account = random.pick(house.accounts.filter(({ role }) => role === 'deposit'))
    const text = {
      source: 'sms' as const,
      sender: 'KBank',
      text: unreadableText(random.int(100, 900) * 100),
    }
    const read = { state: 'parseFailed', failure: 'unknownShape' }
    return messageRow(text, account, nowMs - minutesAgo * minuteMs, random, read)
  })
  const [account] = house.accounts
  if (account !== undefined) {
    const text = {
      source: 'sms' as const,
      sender: 'SCB-Promo',
      text: 'ยินดีด้วย! เงิน 5,000.00บ เข้าบ/ชx187426 กดรับสิทธิ์',
    }
    const atMs = nowMs - 130 * minuteMs
    rows.push(messageRow(text, account, atMs, random, { state: 'senderUnknown' }))
  }
  await insertRows(services.db, 'bank_messages', rows)
}

/** Money that never came: the balance fits nowhere, so the line is held back and nothing is posted. */
async function forged(world: SeedWorld, bank: string, agoMs: number, amountMinor: number): Promise<void> {
  const { services, house, random, nowMs, balances } = world
  const account = house.accounts.find((each) => each.bank === bank && each.role === 'deposit')
  if (account === undefined) return
  const atMs = nowMs - agoMs
  const balanceAfterMinor = (balances.get(account.id) ?? 0) + amountMinor + 77_700
  const other = { bank: 'KTB', accountNo: random.digits(10), name: 'ไม่ทราบ ชื่อ' }
  const facts = { direction: 'in' as const, amountMinor, atMs, other }
  const line = lineOf(
    { ...facts, lineId: uuidAt(atMs + 1500, random.next), account, cause: 'stranger' },
    balanceAfterMinor,
    textsOf(account.bank, account.accountNo, { ...facts, balanceAfterMinor, isPromptPay: false }),
  )
  const fate = { state: 'quarantined', chain: 'contradiction', reason: 'chainContradiction' }
  await insertRows(services.db, 'statement_lines', [lineRow(line, fate)])
  const [text] = line.texts
  if (text === undefined) return
  const read = { state: 'read', lineId: line.movement.lineId, parsed: line.parsed }
  await insertRows(services.db, 'bank_messages', [messageRow(text, account, atMs + 1500, random, read)])
  await raiseAlarm(services.db, {
    code: 'bank.chainContradiction',
    entity: 'statementLine',
    entityId: encodeId('statementLine', line.movement.lineId),
    detail: { amountMinor },
  })
}
