import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { faultRuns, proofChecks } from '../values/value-lists.ts'
import { DateOn, Instant, SignedMinor, idOf } from '../values/values.ts'

const read = { dashboard: ['isRead'] } as const

const Check = z.strictObject({
  code: z.enum(proofChecks),
  checkedAt: Instant,
  tookMs: z.int(),
  /** Rows that break it: 0 where it holds; null where it could not be looked at in its time. */
  found: z.int().nullable(),
  example: z.string().nullable(),
})

/** What an owner asks of the book: that it is whole, covered, sealed and kept; and what it was. */
export const proofCalls = defineCalls({
  proof: {
    method: 'GET',
    path: '/api/v2/dashboard/proof',
    requires: read,
    isOfStaff: true,
    summary: 'What the book proves of itself: its promises, cover of member money, seals and backups.',
    input: z.strictObject({}),
    output: z.strictObject({
      checks: z.array(Check),
      /** Null for who may not see balances, or what is owed. */
      cover: z
        .strictObject({ ownMinor: SignedMinor, owedMinor: SignedMinor, coverBps: z.int().nullable() })
        .nullable(),
      lastDay: z
        .strictObject({ businessOn: DateOn, closedAt: Instant, digest: z.string(), transferCount: z.int() })
        .nullable(),
      /** The chain of the activity log: how far it is sealed, and how far a signature outside holds it. */
      chain: z.strictObject({
        sealedSeq: z.int(),
        sealedAt: Instant.nullable(),
        head: z.string().nullable(),
        signedSeq: z.int(),
        signedAt: Instant.nullable(),
        verifiedAt: Instant.nullable(),
        findings: z.int().nullable(),
      }),
      archive: z.strictObject({
        state: z.enum(['off', 'ok', 'late', 'failing']),
        lastArchivedAt: Instant.nullable(),
      }),
      lastRestore: z
        .strictObject({ restoredTo: Instant, restoredAt: Instant, releasedAt: Instant.nullable() })
        .nullable(),
      /** The last run of each kind that was kept here; a kind that is missing was never run. */
      faultRuns: z.array(
        z.strictObject({
          name: z.enum(faultRuns),
          version: z.string(),
          beganAt: Instant,
          endedAt: Instant,
          rounds: z.int(),
          broken: z.int(),
          example: z.string().nullable(),
        }),
      ),
      /** Whose balance may be asked for: our accounts, and those that the book has one of. */
      accounts: z.array(z.strictObject({ id: idOf('bankAccount'), bank: z.string(), label: z.string() })),
      shared: z.array(z.string()),
    }),
  },
  balanceAt: {
    method: 'GET',
    path: '/api/v2/dashboard/balance-at',
    requires: read,
    isOfStaff: true,
    summary: 'What an account of the book held at a past moment, and what it holds now.',
    input: z.strictObject({
      of: z.enum(['bankAccount', 'member', 'shared']),
      /** Its id, the name to sign in with, or its code. */
      name: z.string().min(1).max(80),
      at: Instant,
    }),
    output: z.strictObject({
      records: z.array(
        z.strictObject({ part: z.string(), balanceMinor: SignedMinor, nowMinor: SignedMinor }),
      ),
    }),
    errors: { notFound: none, forbidden: none, invalidValue: none },
  },
})
