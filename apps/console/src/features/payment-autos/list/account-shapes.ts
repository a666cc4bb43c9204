import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { Tone } from '../../../ui/figures/Status.tsx'

export type Account = OutputOf<CallOf<'paymentAutos.list'>>['records'][number]
export type Reporter = Account['reporters'][number]
export type AccountAct = 'pause' | 'resume' | 'freeze' | 'edit' | 'close'

export type SwitchAct = 'inOff' | 'inOn' | 'outOff' | 'outOn'

export const isSwitchAct = (act: AccountAct | SwitchAct): act is SwitchAct =>
  act === 'inOff' || act === 'inOn' || act === 'outOff' || act === 'outOn'

/**
 * How the ways of an account stand, and what its switch does; null while a second person is asked. One that
 * is on does nothing while the account itself is out of use: `isIdle`.
 */
export function switchesOf({ state, role, takesIn, paysOut, asked }: Account) {
  if (state === 'closed') return []
  const out: SwitchAct | null = paysOut ? 'outOff' : asked.includes('switch') ? null : 'outOn'
  const isOut = state !== 'active'
  const paying = { way: 'out' as const, isOn: paysOut, isIdle: paysOut && isOut, act: out }
  // Members pay into deposit accounts alone.
  if (role !== 'deposit') return [paying]
  const into: SwitchAct = takesIn ? 'inOff' : 'inOn'
  return [{ way: 'in' as const, isOn: takesIn, isIdle: takesIn && isOut, act: into }, paying]
}

/** What may be done with an account as it stands. While a second person is asked nothing is asked again. */
export const actsOf = ({ state, asked }: Account): readonly AccountAct[] => {
  const edit: AccountAct[] = asked.includes('change') ? [] : ['edit']
  const close: AccountAct[] = asked.includes('close') ? [] : ['close']
  if (state === 'closed') return []
  if (state === 'active') return ['pause', 'freeze', ...edit]
  if (state === 'paused') return ['resume', 'freeze', ...edit, ...close]
  return [...(asked.includes('thaw') ? [] : (['resume'] as const)), ...edit, ...close]
}

/** Those that are in use or may be again; a closed one is history. */
export const openOf = (accounts: readonly Account[]): readonly Account[] =>
  accounts.filter(({ state }) => state !== 'closed')

/** How much more the bank says than the ledger; null where either is not known. */
export const differenceOf = ({ balanceMinor, bankBalanceMinor }: Account): number | null =>
  balanceMinor === null || bankBalanceMinor === null ? null : bankBalanceMinor - balanceMinor

/** How a part stands to its limit: above four fifths it is worth a look, at the limit nothing more goes. */
export function limitUse(usedMinor: number, limitMinor: number): { percent: number; tone: Tone } {
  const percent = Math.min(100, Math.round((100 * usedMinor) / limitMinor))
  if (usedMinor >= limitMinor) return { percent: 100, tone: 'red' }
  return { percent, tone: usedMinor * 5 >= limitMinor * 4 ? 'amber' : 'green' }
}

/** A phone that was not heard of for so long is away. Source: domain 4.22. */
const awayMs = 3 * 60_000
const lowBps = 2000

/** How a phone stands; what is worst of it. */
export function reporterState(
  { state, lastSeenAt, batteryBps }: Reporter,
  nowMs: number,
): { word: 'revoked' | 'paused' | 'unheard' | 'away' | 'low' | 'online'; tone: Tone } {
  if (state === 'revoked') return { word: 'revoked', tone: 'grey' }
  if (state === 'paused') return { word: 'paused', tone: 'amber' }
  if (lastSeenAt === null) return { word: 'unheard', tone: 'grey' }
  if (nowMs - Date.parse(lastSeenAt) > awayMs) return { word: 'away', tone: 'red' }
  if (batteryBps !== null && batteryBps < lowBps) return { word: 'low', tone: 'amber' }
  return { word: 'online', tone: 'green' }
}

export type AccountDetail = OutputOf<CallOf<'paymentAutos.get'>>
