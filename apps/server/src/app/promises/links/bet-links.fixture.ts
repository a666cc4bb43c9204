import { randomUUIDv7 } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { idOf, row, uuid } from '../../../testing/world/trials.ts'

// Of `approval-links.fixture.ts`: bets that never were. Bets go by months, so theirs are ids of today.

const [betId, otherBetId] = [randomUUIDv7(), randomUUIDv7()]
const aBet = (id: string) =>
  row('bets', {
    id: `'${id}'`,
    provider_id: uuid(97),
    ref: `'${id}'`,
    game_id: uuid(98),
    member_id: uuid(10),
    state: `'lost'`,
    stake_minor: 700,
    payout_minor: 0,
    placed_at: 'now()',
    settled_at: 'now()',
    business_on: 'current_date',
    settled_on: 'current_date',
    version: 2,
  })
export const betRows = [aBet(betId), aBet(otherBetId)]

export const betNamings = [
  {
    kind: 'betVoid',
    of: 'bet_voids.approval_id',
    act: row('bet_voids', {
      id: uuid(113),
      bet_id: `'${betId}'`,
      bet_version: 2,
      member_id: uuid(10),
      stake_minor: 700,
      payout_minor: 0,
      approval_id: uuid(500),
      reason: `'x'`,
    }),
    document: {
      betId: encodeId('bet', betId),
      betVersion: 2,
      memberId: encodeId('member', idOf(10)),
      stakeMinor: 700,
      payoutMinor: 0,
      amountMinor: 700,
    },
    wrong: [
      { betId: encodeId('bet', otherBetId) },
      { betVersion: 1 },
      { memberId: encodeId('member', idOf(11)) },
      { stakeMinor: 701 },
      { payoutMinor: 1 },
    ],
  },
]
