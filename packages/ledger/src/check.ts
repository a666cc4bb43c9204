import { transferKinds } from './kinds.ts'
import type { Leg, Posting } from './posting.ts'

/** Why a posting cannot be, whatever the balances: the codes post_transfers raises for the same facts. */
export type ShapeProblem =
  | 'postingMalformed'
  | 'sameAccount'
  | 'amountOutOfRange'
  | 'currencyMismatch'
  | 'holdMismatch'

const keyPattern = /^[a-z.]+:[A-Za-z0-9_.-]{1,80}:[1-9]\d{0,5}$/
const datePattern = /^\d{4}-\d{2}-\d{2}$/
const currencyPattern = /^[A-Z]{3}$/
const isHoldCode = (code: string) => code.startsWith('member:') && code.endsWith(':locked')

/** The date seen last: nearly every posting of a day says the same. */
let knownDate = ''

function isDate(text: string): boolean {
  if (text === knownDate) return true
  if (!datePattern.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text)) return false
  knownDate = text
  return true
}

function checkLeg(each: Leg): ShapeProblem | null {
  if (each.from === '' || each.to === '') return 'postingMalformed'
  if (each.from === each.to) return 'sameAccount'
  if (!Number.isSafeInteger(each.amountMinor) || each.amountMinor < 1) return 'amountOutOfRange'
  if (!currencyPattern.test(each.currency)) return 'currencyMismatch'
  if (each.reversesId !== undefined && !Number.isSafeInteger(each.reversesId)) return 'postingMalformed'
  return null
}

/** What enters or leaves a locked account must do so with a hold, in one direction, on one account. */
function checkHold(each: Posting): ShapeProblem | null {
  const codes = new Set<string>()
  let netMinor = 0
  for (const { from, to, amountMinor } of each.legs) {
    if (isHoldCode(from)) {
      codes.add(from)
      netMinor -= amountMinor
    }
    if (isHoldCode(to)) {
      codes.add(to)
      netMinor += amountMinor
    }
  }
  if (codes.size === 0 && each.hold === undefined) return null
  if (codes.size !== 1) return 'holdMismatch'
  const fits = each.hold === 'open' ? netMinor > 0 : each.hold !== undefined && netMinor < 0
  return fits ? null : 'holdMismatch'
}

/**
 * The first half of the pair: the same assertions post_transfers and its constraints make, before they are
 * asked. Null when the posting may be sent. Source: architecture.md 5.9.
 */
export function problemOf(each: Posting): ShapeProblem | null {
  if (!Object.hasOwn(transferKinds, each.kind) || !keyPattern.test(each.key)) return 'postingMalformed'
  if (!each.key.startsWith(`${each.kind}:${each.sourceId}:`)) return 'postingMalformed'
  if (each.legs.length === 0 || each.legs.length > 1000) return 'postingMalformed'
  if (!isDate(each.businessOn) || !isDate(each.valueOn)) return 'postingMalformed'
  for (const one of each.legs) {
    const problem = checkLeg(one)
    if (problem !== null) return problem
  }
  return checkHold(each)
}
