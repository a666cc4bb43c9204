import type { Random } from '../../../../sandbox/src/random.ts'
import { wordings } from '../../../../sandbox/src/message-shapes.ts'
import { uuidAt } from './ids.ts'

interface SeedDevice {
  readonly id: string
  /** Also the name of its phone in the sandbox. */
  readonly name: string
  readonly isOn: boolean
}

export interface SeedAccount {
  readonly id: string
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
  readonly label: string
  readonly role: 'deposit' | 'withdrawal' | 'holding'
  readonly priority: number
  readonly openingMinor: number
  readonly hasBalances: boolean
  readonly usesUniqueSatang: boolean
  readonly transferLimitMinor: number | null
  readonly dayLimitMinor: number | null
  readonly deviceId: string
}

export interface SeedHouse {
  readonly devices: readonly SeedDevice[]
  readonly accounts: readonly SeedAccount[]
  readonly railId: string
}

const owner = 'บจก. คลังเพย์'

/** Six own accounts on three phones; a fourth phone lies switched off. Source: domain §7. */
export function planHouse(random: Random, atMs: number): SeedHouse {
  const id = (): string => uuidAt(atMs, random.next)
  const device = (name: string, isOn = true): SeedDevice => ({ id: id(), name, isOn })
  const kbank = device('KBANK phone')
  const scb = device('SCB phone')
  const mixed = device('TTB, KTB and wallet phone')
  const spare = device('Spare phone', false)
  const account = (
    bank: string,
    accountNo: string,
    label: string,
    role: SeedAccount['role'],
    openingMinor: number,
    on: SeedDevice,
    rest: Partial<SeedAccount> = {},
  ): SeedAccount => ({
    id: id(),
    bank,
    accountNo,
    accountName: owner,
    label,
    role,
    openingMinor,
    deviceId: on.id,
    priority: 100,
    hasBalances: true,
    usesUniqueSatang: false,
    transferLimitMinor: null,
    dayLimitMinor: null,
    ...rest,
  })
  return {
    devices: [kbank, scb, mixed, spare],
    railId: id(),
    accounts: [
      account('SCB', '4051187426', 'SCB ฝาก', 'deposit', 41_250_075, scb, { priority: 10 }),
      account('TTB', '2237409561', 'TTB ฝาก', 'deposit', 28_810_050, mixed, { priority: 20 }),
      account('KBANK', '0483516729', 'KBANK ฝาก', 'deposit', 33_400_000, kbank, {
        // First, so that who asks where to pay is told apart by satang.
        priority: 5,
        usesUniqueSatang: true,
      }),
      account('TMW', '0812347790', 'ทรูมันนี่', 'deposit', 1_250_000, mixed, {
        priority: 40,
        hasBalances: false,
      }),
      account('KBANK', '7102264385', 'KBANK ถอน', 'withdrawal', 320_000_000, kbank, {
        priority: 10,
        transferLimitMinor: 20_000_000,
        dayLimitMinor: 200_000_000,
      }),
      account('KTB', '9840153276', 'KTB พักเงิน', 'holding', 150_000_000, mixed),
    ],
  }
}

/** Which sender of which phone may speak of which account. */
export const sendersOf = (account: SeedAccount): { source: 'sms' | 'push'; sender: string }[] => {
  const wording = wordings[account.bank]
  if (wording === undefined) return []
  return [
    ...(wording.sms === null ? [] : [{ source: 'sms' as const, sender: wording.sender }]),
    ...(wording.push === null ? [] : [{ source: 'push' as const, sender: wording.pushSender }]),
  ]
}
