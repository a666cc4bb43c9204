import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { baht } from '../bank-phone.ts'
import { runJobs } from '../jobs.ts'
import { once } from '../refusal.ts'
import type { Person, TestServer } from '../server.ts'
import type { FactoryAccount, MoneyFactory } from './money-factory.ts'

interface Movement {
  readonly amountMinor: number
  /** Six digits of a payer at Kasikorn. */
  readonly payer?: string
  /** The balance the message states; absent: what the account really holds afterwards. */
  readonly statedMinor?: number
  readonly at?: Date
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Day and minute of Bangkok in Buddhist years. */
const written = (at: Date): string => {
  const local = new Date(at.getTime() + 7 * 3_600_000)
  const year = two((local.getUTCFullYear() + 543) % 100)
  const day = `${two(local.getUTCDate())}/${two(local.getUTCMonth() + 1)}`
  return `${day}/${year} ${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
}

/** An account whose bank writes in words of its own that the product does not know. */
export async function strangeBank(make: MoneyFactory, account: FactoryAccount, heading = 'แจ้งยอด') {
  const machine = await make.phone([account])
  let nowMinor = 1_000_000
  const say = (text: string, sentAt = new Date()) =>
    machine.send('/auto/v1/message/create', {
      externalId: randomUUID(),
      source: 'sms',
      sender: account.bank,
      text,
      sentAt: sentAt.toISOString(),
    })
  const textOf = ({ amountMinor, payer = '118822', statedMinor, at = new Date() }: Movement): string => {
    nowMinor += amountMinor
    const own = `x${account.accountNo.slice(-6)}`
    return (
      `${heading}: บัญชี ${own} มีเงินโอนเข้า ${baht(amountMinor)} บาท จาก KBNK x${payer} ` +
      `เวลา ${written(at)} น. ยอดคงเหลือ ${baht(statedMinor ?? nowMinor)} บาท`
    )
  }
  return {
    say,
    textOf,
    move: (amountMinor: number) => {
      nowMinor += amountMinor
      return nowMinor
    },
    receives: (movement: Movement) => say(textOf(movement), movement.at),
  }
}

/** The newest message that this account's bank sent, by its outside id. */
export async function newestMessage(make: MoneyFactory, account: FactoryAccount): Promise<string> {
  const [row] = await make.query<{ id: string }>(
    'select id from bank_messages where bank_account_id = $1 order by id desc limit 1',
    [account.id],
  )
  return encodeId('message', row?.id ?? '')
}

/** Teaches an unread message by the marks that are proposed, and tries it over the archive. */
export async function teachMessage(server: TestServer, by: Person, messageId: string, name = 'แบบใหม่') {
  const begun = await by.call('taughtFormats.begin', { messageId })
  const { direction, marks, sender } = begun
  const { id } = await by.call(
    'taughtFormats.teach',
    { messageId, direction, marks, name, senders: [sender] },
    once(),
  )
  await runJobs(server.services)
  return by.call('taughtFormats.get', { id })
}

/** A maker asks for a format that was taught and tried. */
export async function askTaught(server: TestServer, make: MoneyFactory, maker: Person, reason: string) {
  const account = await make.account({ bank: 'SCB' })
  const bank = await strangeBank(make, account, `แบบทดลอง ${'กขคงจ'.charAt(Math.floor(Math.random() * 5))}`)
  await bank.receives({ amountMinor: 500 })
  const { id, version } = await teachMessage(server, maker, await newestMessage(make, account))
  return maker.call('taughtFormats.ask', { id, version, reason }, once())
}
