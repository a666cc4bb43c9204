import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, StateNow, none, reason } from '../kit/error-details.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { MayAskAnswer } from '../values/ask-answer.ts'
import { DateOn, Instant, SignedMinor, idOf, line } from '../values/values.ts'

const read = { paymentAuto: ['isRead'] } as const
const update = { paymentAuto: ['isUpdate'] } as const
const id = idOf('statementFile')

/** What a column can be, by its place from 0; null: none is. */
const Column = z.int().min(0).max(59).nullable()
const Columns = z.strictObject({
  date: Column,
  time: Column,
  moneyIn: Column,
  moneyOut: Column,
  amount: Column,
  direction: Column,
  balance: Column,
  description: Column,
  payer: Column,
  channel: Column,
  ref: Column,
})
/** The row of the headings, 0 where there are none, and what each column is. */
const Mapping = z.strictObject({ headerRow: z.int().min(0).max(100_000), columns: Columns })

const fileStates = ['uploaded', 'asked', 'imported', 'refused'] as const
export const fileRowFaults = [
  'dateMissing',
  'dateUnclear',
  'timeUnclear',
  'amountMissing',
  'amountUnclear',
  'amountTwice',
  'directionUnclear',
  'balanceMissing',
  'balanceUnclear',
  'outOfTime',
] as const
export const fileContradictions = ['otherAmount', 'otherBalance', 'notInFile', 'rejected'] as const
export const filePlanFaults = [
  'noRows',
  'rowErrors',
  'fileHole',
  'noBalance',
  'otherAccount',
  'tooManyNew',
  'contradiction',
] as const
export const fileMappingFaults = ['dateColumn', 'amountColumn', 'columnTwice', 'noColumn'] as const
/** Why a file cannot be read at all. */
export const fileFaults = [
  'empty',
  'unreadable',
  'encoding',
  'oldExcel',
  'locked',
  'unpackedTooLarge',
  'xmlEntities',
  'tooManyRows',
  'tooManyColumns',
  'cellTooLong',
] as const
const unreadable = reason(...fileFaults)
/** Somebody gave this account the same file before. */
const Known = z.strictObject({ id, by: z.string(), at: Instant, state: z.enum(fileStates) })

/** How many movements, and what they moved together. */
const Sum = z.strictObject({ count: z.int(), amountMinor: SignedMinor })
const Balance = SignedMinor.nullable()

const Hole = z.strictObject({
  fromMinor: Balance,
  toMinor: Balance,
  fromAt: Instant.nullable(),
  toAt: Instant,
  /** What the file leaves of it: 0 it is closed. */
  leftParts: z.int(),
})

const Contradiction = z.strictObject({
  kind: z.enum(fileContradictions),
  /** Null: the file has no such row. */
  no: z.int().nullable(),
  lineId: idOf('statementLine'),
  isBlocking: z.boolean(),
  /** Of our line. */
  direction: z.enum(['in', 'out']),
  amountMinor: SignedMinor,
  at: Instant,
})

/** What an import would do; null while the columns are not told. */
const Plan = z.strictObject({
  fault: z.enum(filePlanFaults).nullable(),
  /** Somebody else must agree before anything is done. */
  takesTwo: z.boolean(),
  fromAt: Instant.nullable(),
  toAt: Instant.nullable(),
  openingMinor: Balance,
  closingMinor: Balance,
  in: Sum,
  out: Sum,
  newIn: Sum,
  newOut: Sum,
  knownCount: z.int(),
  /** Lines that waited behind a hole and go on, those behind the end of the file among them. */
  healedCount: z.int(),
  beforeOpening: z.int(),
  skipped: z.int(),
  /** As the file prints it, part of it hidden; null: it prints none. */
  statedAccount: z.string().nullable(),
  errorCount: z.int(),
  errors: z.array(z.strictObject({ no: z.int(), fault: z.enum(fileRowFaults), cell: z.string() })),
  holeCount: z.int(),
  holes: z.array(z.strictObject({ no: z.int(), missingMinor: SignedMinor })),
  contradictionCount: z.int(),
  contradictions: z.array(Contradiction),
  gaps: z.array(Hole),
  /** It begins behind the end of the chain: a hole stays between. */
  opensHole: z.boolean(),
  /** The hole behind the end of the chain is gone: nothing of the account waits for messages any more. */
  closesHole: z.boolean(),
  /** The first new rows, as they would be booked. */
  newRows: z.array(
    z.strictObject({
      no: z.int(),
      at: Instant,
      isTimed: z.boolean(),
      direction: z.enum(['in', 'out']),
      amountMinor: SignedMinor,
      balanceAfterMinor: Balance,
      text: z.string(),
    }),
  ),
})

const StatementFile = z.strictObject({
  id,
  name: z.string(),
  bytes: z.int(),
  encoding: z.enum(['utf8', 'utf16', 'windows874', 'xlsx']),
  sha256: z.string(),
  state: z.enum(fileStates),
  uploadedBy: z.string(),
  uploadedAt: Instant,
  /** Null until it is asked for. */
  rowCount: z.int().nullable(),
  newCount: z.int().nullable(),
  inMinor: SignedMinor.nullable(),
  outMinor: SignedMinor.nullable(),
  fromOn: DateOn.nullable(),
  toOn: DateOn.nullable(),
  openingMinor: Balance,
  closingMinor: Balance,
  approvalId: idOf('approval').nullable(),
  /** When it was imported, or refused, and by whom. */
  endedAt: Instant.nullable(),
  endedBy: z.string().nullable(),
})

/** Statements as the bank exports them: read, shown, and imported whole or not at all. */
export const statementFiles = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/payment-auto/{id}/statement-files',
    requires: read,
    isOfStaff: true,
    subject: 'bankAccount',
    summary: 'Files that were imported into an account, or asked for, newest first.',
    input: z.strictObject({ id: idOf('bankAccount'), ...cursorPage }),
    output: cursorList(StatementFile),
  },
  get: {
    method: 'GET',
    path: '/api/v1/payment-auto/statement-file/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'statementFile',
    summary: 'One file.',
    input: z.strictObject({ id }),
    output: z.strictObject({ ...StatementFile.shape, accountId: idOf('bankAccount') }),
  },
  upload: {
    method: 'POST',
    path: '/api/v1/payment-auto/{id}/statement-file',
    requires: update,
    isOfStaff: true,
    subject: 'bankAccount',
    idempotent: true,
    upload: 'statement',
    summary:
      'Keeps a statement (CSV in UTF-8, UTF-16 or Windows-874, or XLSX, at most 10 MB), sealed. One that ' +
      'nobody asks for within 24 hours is removed.',
    input: z.strictObject({ id: idOf('bankAccount') }),
    output: z.strictObject({ id, rowCount: z.int() }),
    errors: {
      statementUnreadable: unreadable,
      statementTooLarge: none,
      statementKnown: Known.optional(),
      requiredField: none,
      tooManyRequests: none,
    },
  },
  preview: {
    method: 'POST',
    path: '/api/v1/payment-auto/statement-file/{id}/preview',
    requires: read,
    isOfStaff: true,
    subject: 'statementFile',
    isRead: true,
    summary: 'What is in a file and what importing it would do: for who uploaded it, or may see balances.',
    input: z.strictObject({ id, mapping: Mapping.nullable() }),
    output: z.strictObject({
      mapping: Mapping,
      /** Where it comes from: said here, saved for the bank, guessed from the headings, or nowhere. */
      mappingFrom: z.enum(['said', 'saved', 'guessed', 'none']),
      /** Of the saved one: who saved it, and when. */
      savedBy: z.strictObject({ by: z.string(), at: Instant, version: z.int() }).nullable(),
      mappingFault: z.enum(fileMappingFaults).nullable(),
      width: z.int(),
      rowCount: z.int(),
      /** Rows from the headings on, as they stand. */
      sample: z.array(z.strictObject({ no: z.int(), cells: z.array(z.string()) })),
      plan: Plan.nullable(),
    }),
    errors: { forbidden: none, statementUnreadable: unreadable, statementGone: none },
  },
  ask: {
    method: 'POST',
    path: '/api/v1/payment-auto/statement-file/{id}/import',
    requires: update,
    isOfStaff: true,
    subject: 'statementFile',
    idempotent: true,
    stepUp: 'recent',
    money: 'maker',
    summary:
      'Imports a file, whole or not at all: at once where it brings nothing new, else when a second person ' +
      'agrees. Its columns are kept for the next file of the bank.',
    input: z.strictObject({ id, mapping: Mapping, name: line(200, 1), reason: line(200, 3) }),
    output: MayAskAnswer,
    errors: {
      forbidden: none,
      statementUnreadable: unreadable,
      statementGone: none,
      statementKnown: Known.optional(),
      statementRefused: reason(...filePlanFaults, ...fileMappingFaults),
      stateRefused: StateNow,
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
})
