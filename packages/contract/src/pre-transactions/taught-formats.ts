import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { StateNow, Version, none } from '../kit/error-details.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { TaughtMark, TaughtShape } from '../values/taught-shape.ts'
import { taughtEras, taughtProblems, taughtStates, trialFailures } from '../values/taught-values.ts'
import { Instant, Remark, SignedMinor, idOf, line } from '../values/values.ts'
import { matchingRead, matchingUpdate } from './shapes.ts'

const id = idOf('taughtFormat')
const messageId = idOf('message')
const direction = z.enum(['in', 'out'])
const acts = { stale: Version, stateRefused: StateNow } as const

/** What a message says where a format reads it. */
const Reading = z.strictObject({
  direction,
  amountMinor: SignedMinor,
  balanceAfterMinor: SignedMinor.nullable(),
  ownMask: z.string().nullable(),
  bankTime: Instant.nullable(),
  payerBank: z.string().nullable(),
  payerMask: z.string().nullable(),
  payerName: z.string().nullable(),
  channel: z.string().nullable(),
  ref: z.string().nullable(),
})

const Marked = {
  messageId,
  direction,
  era: z.enum(taughtEras).default('auto'),
  marks: z.array(TaughtMark).max(30),
}

const Row = z.strictObject({
  id,
  name: z.string(),
  number: z.int(),
  bank: z.string(),
  source: z.string(),
  senders: z.array(z.string()),
  direction,
  state: z.enum(taughtStates),
  /** Of its lines, those that people linked and that stand; counted to 20. */
  confirmedCount: z.int(),
  /** Lines that it read, counted to 10,000. */
  readCount: z.int(),
  lastReadAt: Instant.nullable(),
  maker: z.string(),
  /** Who agreed; null while nobody has. */
  checker: z.string().nullable(),
  createdAt: Instant,
  activatedAt: Instant.nullable(),
  version: z.int(),
})

const Sample = z.strictObject({
  messageId,
  text: z.string(),
  sender: z.string(),
  receivedAt: Instant,
  reading: Reading.nullable(),
  chain: z.enum(['fits', 'contradicts', 'unknown']),
  odd: z.array(z.enum(['bigAmount', 'accountUnknown', 'timeOdd'])),
})

const Trial = z.strictObject({
  scanned: z.int(),
  newlyRead: z.int(),
  /** Read today, or taken for no money, and fitting all the same. */
  conflicts: z.int(),
  /** Of other banks' accounts. */
  others: z.int(),
  /** Of those newly read whose balance could be compared with the lines beside them. */
  chainFits: z.int(),
  chainContradicts: z.int(),
  bigAmount: z.int(),
  accountUnknown: z.int(),
  timeOdd: z.int(),
  failure: z.enum([...trialFailures, 'fault']).nullable(),
  triedAt: Instant,
  samples: z.strictObject({
    newlyRead: z.array(Sample),
    conflicts: z.array(Sample),
    others: z.array(Sample),
    contradictions: z.array(Sample),
    odd: z.array(Sample),
  }),
})

const Made = z.strictObject({ id })

/** Wordings of banks that people teach. Who may not see balances reads the list of them, and nothing more. */
export const taughtFormats = defineCalls({
  begin: {
    method: 'POST',
    path: '/api/v1/pre-transaction/teach/begin',
    requires: matchingUpdate,
    isOfStaff: true,
    isRead: true,
    summary: 'An unread message to be taught: its text as formats read it, and a first proposal of marks.',
    input: z.strictObject({ messageId }),
    output: z.strictObject({
      /** Normalised; without what the payer wrote. Marks are places in it. */
      text: z.string(),
      bank: z.string(),
      source: z.string(),
      sender: z.string(),
      /** Every sender of this bank and source that our phones may hear. */
      senders: z.array(z.string()),
      accountNames: z.array(z.string()),
      receivedAt: Instant,
      direction,
      marks: z.array(TaughtMark),
    }),
    errors: { stateRefused: none },
  },
  preview: {
    method: 'POST',
    path: '/api/v1/pre-transaction/teach/preview',
    requires: matchingUpdate,
    isOfStaff: true,
    isRead: true,
    summary:
      'What the marks make of this message and of the newest unread ones, and what speaks against them.',
    input: z.strictObject(Marked),
    output: z.strictObject({
      shape: TaughtShape,
      reading: Reading.nullable(),
      accountName: z.string().nullable(),
      problems: z.array(z.strictObject({ code: z.enum(taughtProblems), words: z.string().nullable() })),
      /** Of the newest 200 unread messages of this bank and source. */
      fitting: z.int(),
      looked: z.int(),
    }),
    errors: { stateRefused: none, invalidValue: none },
  },
  teach: {
    method: 'POST',
    path: '/api/v1/pre-transaction/teach/create',
    requires: matchingUpdate,
    isOfStaff: true,
    idempotent: true,
    summary: 'Makes a version of a format from a marked message, and tries it over every message there is.',
    input: z.strictObject({
      ...Marked,
      name: line(60, 3),
      /** The sender of the message is among them. */
      senders: z.array(line(60, 1)).max(20),
      /** The version that this one takes the place of; a new format where absent. */
      changesId: id.optional(),
    }),
    output: Made,
    errors: {
      stateRefused: StateNow.optional(),
      invalidValue: none,
      formatRefused: z.strictObject({ problems: z.array(z.enum(taughtProblems)) }),
    },
  },
  tryAgain: {
    method: 'POST',
    path: '/api/v1/pre-transaction/teach/try-again/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    idempotent: true,
    subject: 'taughtFormat',
    summary: 'Another version with the same shape, tried anew: the way back for one that was switched off.',
    input: z.strictObject({ id }),
    output: Made,
    errors: { stateRefused: StateNow },
  },
  list: {
    method: 'GET',
    path: '/api/v2/pre-transaction/teach/list',
    requires: matchingRead,
    isOfStaff: true,
    summary: 'Taught formats, each version, newest first.',
    input: z.strictObject({ ...cursorPage, state: z.array(z.enum(taughtStates)).max(10).optional() }),
    output: cursorList(Row),
  },
  get: {
    method: 'GET',
    path: '/api/v2/pre-transaction/teach/get/{id}',
    requires: matchingRead,
    isOfStaff: true,
    subject: 'taughtFormat',
    summary:
      'One version: its shape, how far its trial is, what it found with samples, its other versions.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      ...Row.shape,
      shape: TaughtShape,
      progressDone: z.int(),
      progressTotal: z.int().nullable(),
      /** Null while it is tried, and for who may not see balances. */
      trial: Trial.nullable(),
      mayAsk: z.boolean(),
      rereadCount: z.int(),
      isRereading: z.boolean(),
      approvalId: idOf('approval').nullable(),
      versions: z.array(
        z.strictObject({ id, number: z.int(), state: z.enum(taughtStates), createdAt: Instant }),
      ),
    }),
  },
  ask: {
    method: 'POST',
    path: '/api/v1/pre-transaction/teach/ask/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    idempotent: true,
    subject: 'taughtFormat',
    summary: 'Asks a second person to let a tried format read messages.',
    input: z.strictObject({ id, version: z.int(), reason: Remark }),
    output: AskAnswer,
    errors: acts,
  },
  switchOff: {
    method: 'POST',
    path: '/api/v1/pre-transaction/teach/off/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'taughtFormat',
    summary: 'Switches a format off at once, or drops one that nobody agreed to yet.',
    input: z.strictObject({ id, version: z.int(), reason: Remark }),
    output: z.strictObject({ version: z.int() }),
    errors: acts,
  },
})
