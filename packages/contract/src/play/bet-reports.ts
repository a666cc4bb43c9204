import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { cursorList, cursorPage, totals } from '../kit/paging.ts'
import { betStates, gameTypes, playWordKinds } from '../values/play-values.ts'
import { DateOn, Instant, Search, SignedMinor, idOf } from '../values/values.ts'

const read = { betReport: ['isRead'] } as const

const named = z.strictObject({ th: z.string(), en: z.string() })

/** What a member bet in one round. */
const Bet = z.strictObject({
  id: idOf('bet'),
  /** What its provider calls the round by. */
  ref: z.string(),
  member: z.strictObject({ id: idOf('member'), username: z.string() }),
  provider: z.strictObject({ id: idOf('gameProvider'), name: named }),
  game: z.strictObject({ name: named, type: z.enum(gameTypes) }),
  state: z.enum(betStates),
  stakeMinor: SignedMinor,
  payoutMinor: SignedMinor,
  /** What came back less what was staked, from the member's side; null while it runs. */
  winLossMinor: SignedMinor.nullable(),
  placedAt: Instant,
  settledAt: Instant.nullable(),
  businessOn: DateOn,
  version: z.int(),
})

const filter = {
  from: DateOn.optional(),
  to: DateOn.optional(),
  state: z.array(z.enum(betStates)).max(10).optional(),
  providerId: idOf('gameProvider').optional(),
  type: z.array(z.enum(gameTypes)).max(10).optional(),
  memberId: idOf('member').optional(),
  /** A round by its reference, or a bet by its id: whole. */
  search: Search.optional(),
}

export const betReports = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/bet-report/list',
    requires: read,
    summary: 'Bets, the newest first.',
    input: z.strictObject({ ...filter, ...cursorPage }),
    output: cursorList(Bet),
  },
  totals: {
    method: 'GET',
    path: '/api/v2/bet-report/totals',
    requires: read,
    summary: 'Stakes, payouts and win or loss over the whole filter.',
    input: z.strictObject(filter),
    output: totals({ stakeMinor: SignedMinor, payoutMinor: SignedMinor, winLossMinor: SignedMinor }),
  },
  get: {
    method: 'GET',
    path: '/api/v1/bet-report/{id}',
    requires: read,
    subject: 'bet',
    summary: 'One bet with everything that its provider told of it.',
    input: z.strictObject({ id: idOf('bet') }),
    output: Bet.extend({
      words: z.array(
        z.strictObject({
          transactionRef: z.string(),
          kind: z.enum(playWordKinds),
          amountMinor: SignedMinor,
          balanceMinor: SignedMinor,
          toldAt: Instant,
        }),
      ),
    }),
    errors: { notFound: none },
  },
})
