import { z } from 'zod'
import { actions, resources } from './permissions.ts'
import { lineStates } from '../values/value-lists.ts'
import { Instant, SignedMinor, idOf } from '../values/values.ts'

/** The code says it all. */
export const none = z.undefined()

/** What an uploaded picture may be refused for. */
export const pictureErrors = {
  pictureTooLarge: none,
  pictureTypeRefused: none,
  pictureUnreadable: none,
  pictureTooManyPixels: none,
  pictureAnimated: none,
  requiredField: none,
  tooManyRequests: none,
}

/** One of several facts behind the same code. */
export const reason = <const R extends readonly [string, ...string[]]>(...reasons: R) =>
  z.strictObject({ reason: z.enum(reasons) })

/** Somebody changed the row since it was read: the version that it has now. */
export const Version = z.strictObject({ version: z.int() })
/** The same of a withdrawal. */
export const WithdrawalNow = z.strictObject({ version: z.int(), state: z.string() })
/** The same of a deposit, with who did it last. */
export const DepositNow = z.strictObject({ version: z.int(), state: z.string(), by: z.string().nullable() })
/** The same of a bank line; `by` is a name, `auto` for the system, null for nobody. */
export const LineNow = z.strictObject({
  version: z.int(),
  state: z.enum(lineStates),
  by: z.string().nullable(),
  at: Instant.nullable(),
})
const plain = [z.string(), z.number(), z.boolean(), z.null()] as const
const Plain = z.union([...plain, z.array(z.string())])
/** The same of a member, with the last change of it, where the log has one. */
export const MemberNow = z.strictObject({
  version: z.int(),
  last: z
    .strictObject({ by: z.string().nullable(), at: Instant, after: z.record(z.string(), Plain).nullable() })
    .nullable(),
})

/** The state in which the act is not possible. */
export const StateNow = z.strictObject({ state: z.string() })
/** The same, with the states from which, or to which, it is. */
export const StateAllowed = z.strictObject({ state: z.string(), allowed: z.array(z.string()) })
/** Who was faster, when, and how it ended; `by` is a name, `auto` or `member`, null for nobody. */
export const Handled = z.strictObject({
  by: z.string().nullable(),
  at: Instant.nullable(),
  state: z.string(),
})
/** Who has the row in hand, and until when. */
export const Holder = z.strictObject({ by: z.string().nullable(), until: Instant })

/** Why a slip does not go with a deposit: it went with another, or tells of other money or another's. */
export const SlipRefused = reason('used', 'amountOther', 'receiverOther', 'senderOther')

/** A request of this kind waits for a second person already. */
export const AskedAlready = reason('approvalPending')
/** After a restore: so many payouts of before have no end yet. */
export const PayoutsOpen = z.strictObject({ reason: z.literal('payoutsOpen'), count: z.int() })

/** What the caller's own rights lack for this. */
export const Missing = z.strictObject({
  missing: z.array(
    z.union([
      z.literal('isAdmin'),
      z.templateLiteral([z.enum(resources), '.', z.enum(actions)]),
      z.enum(['revealPii', 'exportData', 'seeOwnBalances', 'approvalLimitMinor', 'adjustmentPerDayMinor']),
    ]),
  ),
})

/** How much the caller may approve at once, in satang. */
export const Limit = z.strictObject({ limitMinor: SignedMinor })
/** The same, beside what was asked for. */
export const OverLimit = z.strictObject({ limitMinor: SignedMinor, amountMinor: SignedMinor })
/** How much the caller may credit in a day, and what is counted already. */
export const OverDay = z.strictObject({ limitMinor: SignedMinor, dayMinor: SignedMinor })

/** By what a person stands on the list of those whom we do not serve; why is for staff alone. */
export const Listed = z.strictObject({ kinds: z.array(z.enum(['phone', 'bankAccount', 'device', 'name'])) })

/** The withdrawal checks that refuse, each with the numbers it rests on; `reason` names its rule. */
export const Stops = z.strictObject({
  checks: z.array(
    z.strictObject({
      code: z.string(),
      detail: z.record(z.string(), z.union(plain)),
    }),
  ),
})

/** The deposit that has the money already. */
export const CreditedAs = z.strictObject({ reference: z.string() })

/** Why a line cannot be linked unless the person says more, or at all. */
export const LinkBlocked = z.union([
  reason('blacklisted', 'possibleDouble', 'linked', 'afterHole', 'contradiction', 'noBalance', 'hint'),
  z.strictObject({
    reason: z.literal('creditedBefore'),
    deposits: z.array(z.strictObject({ id: idOf('deposit'), reference: z.string() })),
  }),
])
/** A link of the line waits already; asked for at this very moment it is not known by whom. */
export const LinkWaiting = z.strictObject({
  reason: z.literal('approvalPending'),
  by: z.string().optional(),
  approvalId: idOf('approval').optional(),
})

/** Why what was asked for is not executed any more: by the kind of the request. */
export const NotAsAsked = z.union([
  reason(
    'makerNotAllowed',
    'roleChanged',
    'placeChanged',
    'notStopped',
    'alreadyReversed',
    'lineArrived',
    'notRefunded',
    'sourceCannotPay',
    'aboveOwed',
    'invoiceChanged',
    'moneyAwaited',
    'prepaidShort',
    'accountExists',
    'accountChanged',
    'accountNotEmpty',
    'settingsChanged',
    'formatConflicts',
    'memberHasOpen',
    'alreadyVoid',
    'walletElsewhere',
    'nothingMoved',
  ),
  PayoutsOpen,
  StateNow,
])
