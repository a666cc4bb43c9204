import { expect } from '@playwright/test'
import { askOutside } from './outside.ts'
import { call, tokenOf } from './signed-in.ts'

export const cashOf = async (member: string): Promise<number> => {
  const path = `/api/v2/member/get/${member}`
  return (await call<{ balanceMinor: number }>(path, undefined, await tokenOf('owner'))).balanceMinor
}

/** What may stand in the way of a credit: the newest open lines, and how the phones fare. */
async function standing(): Promise<string> {
  const token = await tokenOf('owner')
  const lines = await call('/api/v2/pre-transaction/lines?size=5', undefined, token)
  const { phones, messages } = await askOutside<Record<'phones' | 'messages', unknown>>('state')
  return JSON.stringify({ lines, phones, messages })
}

/** Waits until a member holds at least so much; where it does not come, says what was in its way. */
export async function holdsAtLeast(member: string, leastMinor: number): Promise<void> {
  try {
    await expect.poll(() => cashOf(member)).toBeGreaterThanOrEqual(leastMinor)
  } catch (late) {
    throw new Error(`not credited: ${await standing()}`, { cause: late })
  }
}
