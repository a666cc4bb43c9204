import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../random.ts'
import { baht } from '../provider-words.ts'
import type { Moved, WalletBook } from './wallet-book.ts'

interface Said {
  readonly status: number
  readonly body: object
  /** Answers only after so long. */
  readonly afterMs?: number
}

interface Parts {
  readonly book: WalletBook
  readonly secret: string
  readonly random: Random
  /** Whether it misbehaves now and then. */
  readonly isMoody: boolean
}

/** What happens to money that is moved: most is done and said at once. */
const moods = [
  ['plain', 80],
  ['late', 5],
  ['answerLost', 5],
  ['neverCame', 2],
  ['refused', 4],
  ['pending', 4],
] as const

const lateMs = 4000
const pendingMs = 20_000
/** A form that is older is not taken: whoever asks about it may rely on that. */
const oldMs = 30_000
const pageSize = 100

const no = (status: number, Code: string): Said => ({ status, body: { Code, Message: Code } })
const shown = ({ reference, member, amountMinor, status }: Moved): Said => ({
  status: 200,
  body: {
    RequestID: reference,
    Username: member,
    Amount: baht(amountMinor),
    Status: status,
    TransactionID: `W${reference.slice(-12)}`,
  },
})

function isSigned(fields: URLSearchParams, secret: string): boolean {
  const sorted = [...fields]
    .filter(([name]) => name !== 'Signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  const right = createHmac('sha1', secret).update(text).digest()
  const given = Buffer.from(fields.get('Signature') ?? '', 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The provider's own interface. @returns null: it never answers */
export function answerWallet(parts: Parts, body: string, nowMs: number): Said | null {
  const fields = new URLSearchParams(body)
  const field = (name: string): string => fields.get(name) ?? ''
  if (!isSigned(fields, parts.secret)) return no(403, 'Signature')
  if (nowMs - Number(field('Timestamp')) * 1000 > oldMs) return no(400, 'Expired')
  const { book } = parts
  switch (field('Method')) {
    case 'CU': {
      const isNew = book.open(field('Username'))
      return { status: isNew ? 201 : 200, body: { Status: isNew ? 'Created' : 'OK' } }
    }
    case 'TC':
      return transfer(parts, field, nowMs)
    case 'TCH': {
      const moved = book.find(field('RequestID'), nowMs)
      return moved ? shown(moved) : no(404, 'NotFound')
    }
    case 'GC':
      return {
        status: 200,
        body: { Username: field('Username'), Credit: baht(book.held(field('Username'))) },
      }
    case 'TS':
      return log(parts, Number(field('NextId') || 0))
    default:
      return no(400, 'Method')
  }
}

function transfer(
  { book, random, isMoody }: Parts,
  field: (name: string) => string,
  nowMs: number,
): Said | null {
  const mood = isMoody ? random.weighted(moods) : 'plain'
  if (mood === 'neverCame') return null
  const reference = field('RequestID')
  if (!book.isOpen(field('Username'))) return no(404, 'NoSuchUser')
  if (book.find(reference, nowMs) !== null) return no(400, 'DuplicateRequest')
  if (mood === 'refused') return no(400, 'UserLocked')
  const amountMinor = Math.round(Number(field('Amount')) * 100)
  const asked = { reference, member: field('Username'), amountMinor, decideAtMs: nowMs + pendingMs }
  const moved = book.move(asked, mood === 'pending')
  if (moved === null) return no(400, 'InsufficientCredit')
  if (mood === 'answerLost') return null
  return { ...shown(moved), ...(mood === 'late' ? { afterMs: lateMs } : {}) }
}

function log({ book, random, isMoody }: Parts, from: number): Said {
  // Now and then it tells the last ones again.
  const { bets, next } = book.log(isMoody && random.chance(0.1) ? Math.max(from - 5, 0) : from, pageSize)
  const Game = bets.map((bet) => ({
    OCode: bet.code,
    Version: bet.version,
    Username: bet.member,
    GameCode: bet.game,
    Amount: baht(bet.stakeMinor),
    Result: baht(bet.wonMinor),
    Time: bet.at,
  }))
  return { status: 200, body: { data: { Game }, nextId: String(next) } }
}
