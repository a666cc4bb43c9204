import { randomUUID } from 'node:crypto'
import type { FactoryAccount, Machine, MoneyFactory } from './world/money-factory.ts'

export interface Movement {
  readonly amountMinor: number
  /** As SCB prints another bank's payer: `KBNK` and six digits; absent: no payer is printed. */
  readonly payer?: { readonly tag: string; readonly digits: string }
  /** An SCB customer's name, as it is printed for transfers inside the bank. */
  readonly name?: string
  readonly direction?: 'in' | 'out'
  readonly at?: Date
  /** The balance the message states; absent: what the account really holds afterwards. */
  readonly statedMinor?: number
}

const two = (value: number): string => String(value).padStart(2, '0')
export const baht = (minor: number): string => {
  const [whole = '', cents = ''] = (minor / 100).toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${cents}`
}

/** Day and minute of Bangkok as SCB prints them. */
export const scbTime = (at: Date): string => {
  const local = new Date(at.getTime() + 7 * 3_600_000)
  const day = `${two(local.getUTCDate())}/${two(local.getUTCMonth() + 1)}`
  return `${day}@${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
}

/** The text SCB sends of a movement, and the balance it leaves. */
export function scbText(account: FactoryAccount, movement: Movement, afterMinor: number): string {
  const own = `x${account.accountNo.slice(-6)}`
  const when = scbTime(movement.at ?? new Date())
  const amount = baht(movement.amountMinor)
  const after = baht(movement.statedMinor ?? afterMinor)
  if (movement.direction === 'out') return `ถอน/โอนเงิน ${amount}บ บ/ช${own} ${when} ใช้ได้${after}บ`
  if (movement.payer)
    return `${when} ${amount} จาก${movement.payer.tag}/x${movement.payer.digits}เข้า${own} ใช้ได้${after}บ`
  if (movement.name !== undefined) return `${when} ${amount} โอนจาก${movement.name}เข้า${own} ใช้ได้${after}บ`
  return `เงิน ${amount}บ เข้าบ/ช${own} ${when} ใช้ได้ ${after}บ`
}

/** An SCB account with its phone: movements happen, and their messages are sent now, later or never. */
export async function bankPhone(make: MoneyFactory, account: FactoryAccount, balanceMinor = 1_000_000) {
  const machine: Machine = await make.phone([account])
  let nowMinor = balanceMinor
  const move = (movement: Movement): string => {
    nowMinor += movement.direction === 'out' ? -movement.amountMinor : movement.amountMinor
    return scbText(account, movement, nowMinor)
  }
  const say = (
    text: string,
    options: { externalId?: string; source?: 'sms' | 'push'; sender?: string; sentAt?: Date } = {},
  ) => {
    const source = options.source ?? 'sms'
    return machine.send('/auto/v1/message/create', {
      externalId: options.externalId ?? randomUUID(),
      source,
      sender: options.sender ?? (source === 'sms' ? account.bank : `${account.bank} app`),
      text,
      sentAt: (options.sentAt ?? new Date()).toISOString(),
    })
  }
  return {
    machine,
    /** The text of a movement that has happened. */
    move,
    /** Sends a text as the phone got it. */
    say,
    /** A movement whose message comes at once. */
    receives: (movement: Movement) => say(move(movement), movement.at ? { sentAt: movement.at } : {}),
    balanceMinor: () => nowMinor,
  }
}
