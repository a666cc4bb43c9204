import { createHmac, timingSafeEqual } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { parseBaht } from '@khlang/money/amount.ts'
import { z } from 'zod'
import type { RawBody } from '../../../platform/call/context.ts'
import type { Answered, Sent } from '../../../platform/security/egress.ts'
import type { Asked, PlayAdapter } from './adapter.ts'
import type { LoggedBet, Place, Said, TransferAdapter, TransferOrder } from './transfer-adapter.ts'

// A wallet that its provider keeps. After the shape of the transfer API that Joker's integrations document:
// one address, forms with a `Method` (CU makes a member known, again and again; TC moves credit, a negative
// amount takes it out; TCH asks about a request; GC asks for a balance; TS reads the bet log), signed by the
// HMAC-SHA1 over their fields in the order of their names. Its tables of codes are not public: only those
// below are taken as a clear no. A form carries its moment, and the provider takes none that is older than
// half a minute.

const signatureOf = (secret: string, fields: readonly (readonly [string, string])[]): string => {
  const sorted = fields.filter(([name]) => name !== 'Signature').toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return createHmac('sha1', secret).update(text).digest('base64')
}

function form({ address, secret, nowMs }: Place, fields: Readonly<Record<string, string>>): Sent {
  const all = Object.entries({ ...fields, Timestamp: String(Math.floor(nowMs / 1000)) })
  const body = new URLSearchParams([...all, ['Signature', signatureOf(secret, all)]]).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  return { method: 'POST', url: address, headers, body }
}

/** What an answer holds of a shape; null: it is none, or of another shape. */
function bodyOf<T>(schema: z.ZodType<T>, { text }: Answered): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const Amount = z.union([z.string(), z.number()]).transform((value, context) => {
  const text = String(value)
  const parsed = parseBaht(text.replace(/^-/, ''))
  if (parsed.ok && /^-?[\d.]+$/.test(text))
    return text.startsWith('-') ? -parsed.amountMinor : parsed.amountMinor
  context.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})
const Name = z.string().regex(/^[\x21-\x7e]{1,100}$/)
const Refusal = z.object({ Code: Name })
const Transferred = z.object({
  RequestID: Name,
  Username: Name,
  Amount,
  Status: z.enum(['Success', 'Failed', 'Pending']),
  TransactionID: Name.nullish(),
})

/** Codes by which it says that nothing was moved. */
const clearNo: ReadonlySet<string> = new Set([
  'InsufficientCredit',
  'UserLocked',
  'InvalidAmount',
  'Maintenance',
  'Expired',
])

const signedMinor = ({ direction, amountMinor }: TransferOrder): number =>
  direction === 'in' ? amountMinor : -amountMinor
const decimal = (minor: number): string => (minor / 100).toFixed(2)

/** What it says of an order, where it was understood at all. Pure. */
function saidOf(answered: Answered, order: TransferOrder): Said {
  const { status } = answered
  if (status === 404 && bodyOf(Refusal, answered)?.Code === 'NotFound')
    return { kind: 'notFound', reason: 'NotFound' }
  if (status === 400) {
    const code = bodyOf(Refusal, answered)?.Code ?? 'unreadable'
    return { kind: clearNo.has(code) ? 'refused' : 'unknown', reason: code }
  }
  const told = status === 200 ? bodyOf(Transferred, answered) : null
  if (told === null) return { kind: 'unknown', reason: status === 200 ? 'unreadable' : `http${status}` }
  const { RequestID, Username, Status } = told
  if (RequestID !== order.reference || Username !== order.member || told.Amount !== signedMinor(order))
    return { kind: 'differs', reason: `${RequestID} ${Username} ${told.Amount}`.slice(0, 200) }
  if (Status === 'Success') return { kind: 'done', ref: told.TransactionID ?? null }
  return { kind: Status === 'Failed' ? 'refused' : 'unknown', reason: Status }
}

const Balance = z.object({ Credit: Amount })
const Bet = z
  .object({
    OCode: Name,
    /** Counts up where a bet is changed afterwards. */
    Version: z.int().min(1).default(1),
    Username: Name,
    GameCode: Name,
    Amount: Amount.refine((minor) => minor >= 0),
    /** What came back in all. */
    Result: Amount.refine((minor) => minor >= 0),
    Time: z.iso.datetime({ offset: true }).optional(),
  })
  .transform((bet): LoggedBet => ({
    transactionRef: bet.Version === 1 ? bet.OCode : `${bet.OCode} ${bet.Version}`,
    betRef: bet.OCode,
    member: bet.Username,
    gameCode: bet.GameCode,
    stakeMinor: bet.Amount,
    payoutMinor: bet.Result,
    at: bet.Time ?? null,
  }))
const Log = z.object({
  // What else it pays (a jackpot, a competition) stands in lists of their own, whose shape is not public.
  data: z.object({ Game: z.array(Bet).max(1000) }).catchall(z.unknown()),
  nextId: z.string().max(200),
})

/** Lists of a log that hold something and are not read. Pure. */
const unreadOf = (data: z.output<typeof Log>['data']): readonly string[] =>
  Object.entries(data).flatMap(([name, list]) =>
    name !== 'Game' && Array.isArray(list) && list.length > 0 ? [name] : [],
  )

export const transferWalletCalls: TransferAdapter = {
  member: {
    ask: (place, member) => form(place, { Method: 'CU', Username: member }),
    // 201: they are new there.
    read: ({ status }) => status === 200 || status === 201,
  },
  transfer: {
    ask: (place, order) =>
      form(place, {
        Method: 'TC',
        RequestID: order.reference,
        Username: order.member,
        Amount: decimal(signedMinor(order)),
      }),
    read: saidOf,
  },
  check: {
    ask: (place, { reference }) => form(place, { Method: 'TCH', RequestID: reference }),
    read: saidOf,
  },
  balance: {
    ask: (place, member) => form(place, { Method: 'GC', Username: member }),
    read: (answered) => (answered.status === 200 ? (bodyOf(Balance, answered)?.Credit ?? null) : null),
  },
  bets: {
    ask: (place, cursor) => form(place, { Method: 'TS', NextId: cursor }),
    read: (answered) => {
      const told = answered.status === 200 ? bodyOf(Log, answered) : null
      return told && { bets: told.data.Game, unread: unreadOf(told.data), cursor: told.nextId }
    },
  },
  forgottenMs: 60_000,
}

/** It calls us for one thing alone: who came with a token. */
function read(secret: string, word: string, { bytes }: RawBody): Asked {
  const fields = new URLSearchParams(bytes.toString('utf8'))
  // Of a field that comes twice nobody knows which was meant.
  if (new Set(fields.keys()).size < fields.size) return { kind: 'unread', why: 'malformed' }
  const given = Buffer.from(fields.get('Signature') ?? '', 'base64')
  const expected = Buffer.from(signatureOf(secret, [...fields]), 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { kind: 'unread', why: 'badSignature' }
  const call = fields.get('Signature') ?? ''
  if (word !== 'authenticate') return { kind: 'unread', why: 'malformed' }
  return { kind: 'authenticate', token: fields.get('Token') ?? '', call }
}

export const transferWallet: PlayAdapter = {
  read,
  answer: ({ outcome, memberId }) =>
    outcome === 'done' && memberId !== undefined
      ? { Username: encodeId('member', memberId), Currency: 'THB', Status: 'Success' }
      : { Code: outcome, Message: outcome },
}
