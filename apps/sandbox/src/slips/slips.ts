import { createHash } from 'node:crypto'
import { banks } from '@khlang/contract/values/banks.ts'
import { slipQrOf } from '@khlang/contract/values/slips/qr.ts'
import { thaiClock, type Movement, type Party } from '../banks/wording.ts'
import type { World } from '../world.ts'

/** The slip of a transfer that came in, as the sender's bank gives it. */
export interface Slip {
  readonly transRef: string
  /** The text of its code. */
  readonly payload: string
  readonly sendingBank: string
  readonly receivingBank: string
  readonly amountMinor: number
  readonly atMs: number
  readonly from: Party
  readonly to: Party
}

const numberOf = (bank: string): string | null => banks.find(({ code }) => code === bank)?.bot ?? null

/** The same for the same movement, whenever it is asked. */
function referenceOf(accountNo: string, { atMs, balanceAfterMinor }: Movement): string {
  const { buddhist, month, day } = thaiClock(atMs)
  const hash = createHash('sha256').update(`${accountNo} ${atMs} ${balanceAfterMinor}`).digest('hex')
  return `${Number(buddhist) - 543}${month}${day}${hash.slice(0, 12).toUpperCase()}`
}

/** Of every transfer that came in from a bank's account, the newest first. */
export function slipsOf(world: Pick<World, 'accounts' | 'movements'>): Slip[] {
  return world.accounts
    .flatMap(({ bank, accountNo, accountName }) => {
      const receivingBank = numberOf(bank)
      const moved = world.movements[`${bank}:${accountNo}`] ?? []
      return moved.flatMap((movement): Slip[] => {
        const from = movement.direction === 'in' ? movement.other : null
        const sendingBank = from === null ? null : numberOf(from.bank)
        if (from === null || sendingBank === null || receivingBank === null) return []
        const transRef = referenceOf(accountNo, movement)
        const { amountMinor, atMs } = movement
        const to = { bank, accountNo, name: accountName }
        const payload = slipQrOf({ sendingBank, transRef })
        return [{ transRef, payload, sendingBank, receivingBank, amountMinor, atMs, from, to }]
      })
    })
    .toSorted((one, other) => other.atMs - one.atMs)
}

/** `xxx-x-x5678-9`: as slips hide an account. */
export const hidden = (accountNo: string): string =>
  `xxx-x-x${accountNo.slice(-5, -1)}-${accountNo.slice(-1)}`
