import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, StateNow, Version, none } from '../kit/error-details.ts'
import { cursorList, cursorPage, numberedList, numberedPage } from '../kit/paging.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { deviceAsks, deviceStates, messageSources, phoneMessageKinds } from '../values/value-lists.ts'
import { DateOn, Instant, Moment, Search, idOf, line, text } from '../values/values.ts'

const read = { deviceManagement: ['isRead'] } as const
const update = { deviceManagement: ['isUpdate'] } as const
const id = idOf('device')
const one = { id, version: z.int(), reason: line(200, 3) }
const changed = z.strictObject({ version: z.int() })
const state = z.enum(deviceStates)

/** How a phone is called, where it lies, and what else people should know of it. */
const facts = { name: line(60, 1), place: line(120).default(''), note: text(500).default('') }

/** One name under which a bank writes to the phone, and the account that is meant. */
const Sender = { source: z.enum(messageSources), sender: line(60, 1) }

/** One of our accounts, as the screens of phones name it. */
const Account = z.strictObject({ id: idOf('bankAccount'), bank: z.string(), label: z.string() })

/** How a phone runs, as its last heartbeats said; null where it has not said so yet. */
const health = {
  lastSeenAt: Instant.nullable(),
  /** 10,000 is full. */
  batteryBps: z.int().nullable(),
  isCharging: z.boolean().nullable(),
  /** Messages that wait on it. */
  pendingCount: z.int().nullable(),
  /** How far its clock is ahead of the server's, in milliseconds. */
  skewMs: z.int().nullable(),
  model: z.string().nullable(),
  appVersion: z.string().nullable(),
  /** Its app is older than the brand wants it (`phoneAppVersionMin`). */
  isAppOld: z.boolean(),
}

/** What it was asked for last, of each kind: when it was told, and what it answered. */
const DeviceAsk = z.strictObject({
  kind: z.enum(deviceAsks),
  /** Of a sweep: messages from then on. */
  since: Instant.nullable(),
  askedAt: Instant,
  /** Null: asked by the system, for the chain of an account shows a gap. */
  by: z.string().nullable(),
  toldAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  /** Of a sweep: how many messages it had, and sent again. */
  found: z.int().nullable(),
  /** Of a log: its lines, oldest first; long numbers are left out. */
  lines: z.array(z.string()).nullable(),
})

/** A name that wrote to a phone and that nobody agreed to, with its messages of the last days. */
const StrangeSender = z.strictObject({ ...Sender, count: z.int(), lastAt: Instant })

const DeviceRow = z.strictObject({
  id,
  name: z.string(),
  place: z.string(),
  /** `offline`: it should be heard, and has not been for 90 seconds. */
  state,
  ...health,
  accounts: z.array(Account),
  /** The last message of one of its accounts, whichever phone brought it. */
  lastMessageAt: Instant.nullable(),
  /** Its messages of today, by the date in Bangkok: what became a line, and what nobody could read. */
  readToday: z.int(),
  failedToday: z.int(),
  /** A second person has not answered yet whether it may speak for its accounts. */
  isTrustAsked: z.boolean(),
  version: z.int(),
})

/** Phones that report our bank accounts: what they say is credited, so two people agree to each. */
export const devices = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v1/device/list',
    requires: read,
    isOfStaff: true,
    summary: 'The phones, by name; those that were revoked at the end.',
    input: z.strictObject({ ...numberedPage, search: Search.default(''), state: state.optional() }),
    output: numberedList(DeviceRow),
  },
  get: {
    method: 'GET',
    path: '/api/v1/device/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'device',
    summary: 'One phone whole: its accounts, the names it is written to under, and how it was paired.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      ...DeviceRow.shape,
      note: z.string(),
      createdAt: Instant,
      senders: z.array(z.strictObject({ account: Account, ...Sender })),
      /** Names of the last days that it may not report any account by: among them may be a bank's. */
      strangers: z.array(StrangeSender),
      /** Of the key that it is heard by: 16 signs to compare with the phone’s own screen. */
      fingerprint: z.string().nullable(),
      /** The request that a second person has not answered yet. */
      requestId: idOf('approval').nullable(),
      /** A code that nobody took yet, or a phone that took it and is not agreed to. */
      pairing: z
        .strictObject({
          state: z.enum(['open', 'expired', 'taken']),
          expiresAt: Instant,
          by: z.string(),
          takenAt: Instant.nullable(),
          model: z.string().nullable(),
          fingerprint: z.string().nullable(),
        })
        .nullable(),
      asks: z.array(DeviceAsk),
    }),
  },
  messages: {
    method: 'GET',
    path: '/api/v2/device/messages',
    requires: { ...read, pretransactionNotMatch: ['isRead'] },
    isOfStaff: true,
    summary:
      'What phones passed on, newest first: of seven days at most, the last ones where none are given. Who ' +
      'may not see balances reads the first amount of each.',
    input: z.strictObject({
      ...cursorPage,
      deviceIds: z.array(id).max(100).optional(),
      kind: z.enum(phoneMessageKinds).optional(),
      from: DateOn.optional(),
      to: DateOn.optional(),
    }),
    output: cursorList(
      z.strictObject({
        id: idOf('message'),
        device: z.string(),
        kind: z.enum(phoneMessageKinds),
        source: z.enum(messageSources),
        sender: z.string(),
        text: z.string(),
        account: Account.nullable(),
        /** Why it could not be read. */
        failure: z.string().nullable(),
        /** Somebody has set it aside. */
        isDismissed: z.boolean(),
        sentAt: Instant,
        receivedAt: Instant,
      }),
    ),
  },
  accounts: {
    method: 'GET',
    path: '/api/v1/device/accounts',
    requires: read,
    isOfStaff: true,
    summary: 'Our accounts, each with the names under which its bank is publicly known to write.',
    input: z.strictObject({}),
    output: z.strictObject({
      records: z.array(
        z.strictObject({
          ...Account.shape,
          accountNoMasked: z.string(),
          /** The usual ones, which most phones show, stand first. */
          known: z.array(z.strictObject({ sender: z.string(), isUsual: z.boolean() })),
        }),
      ),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/device/create',
    requires: { deviceManagement: ['isCreate'] },
    isOfStaff: true,
    idempotent: true,
    summary: 'Adds a phone. It speaks for no account until it is paired and two have agreed.',
    input: z.strictObject(facts),
    output: z.strictObject({ id }),
    errors: { deviceNameInUse: none },
  },
  update: {
    method: 'POST',
    path: '/api/v1/device/{id}/update',
    requires: update,
    isOfStaff: true,
    subject: 'device',
    idempotent: true,
    summary: 'Changes how it is called and what is noted of it.',
    input: z.strictObject({ id, version: z.int(), ...facts }),
    output: changed,
    errors: { stale: Version, stateRefused: StateNow, deviceNameInUse: none },
  },
  pair: {
    method: 'POST',
    path: '/api/v1/device/{id}/pair',
    requires: update,
    isOfStaff: true,
    subject: 'device',
    stepUp: 'recent',
    summary: 'A new one-time code to pair a phone with, good for ten minutes; earlier ones end.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      /** Shown once. The picture that a phone reads is the address of `autoApi.pair` with this behind a #. */
      code: z.string(),
      expiresAt: Instant,
    }),
    errors: { stateRefused: StateNow, stepUpRequired: none },
  },
  trust: {
    method: 'POST',
    path: '/api/v1/device/{id}/trust',
    requires: update,
    isOfStaff: true,
    subject: 'device',
    idempotent: true,
    stepUp: 'recent',
    summary: 'Asks a second person whether this phone, by the key it took, may speak for these accounts.',
    input: z.strictObject({
      ...one,
      senders: z
        .array(z.strictObject({ accountId: idOf('bankAccount'), ...Sender }))
        .min(1)
        .max(60),
    }),
    output: AskAnswer,
    errors: {
      stale: Version,
      stateRefused: StateNow,
      conflict: AskedAlready,
      devicePairFirst: none,
      stepUpRequired: none,
    },
  },
  pause: {
    method: 'POST',
    path: '/api/v1/device/{id}/pause',
    requires: update,
    isOfStaff: true,
    subject: 'device',
    idempotent: true,
    summary: 'What it sends is refused until it is resumed; it keeps its messages.',
    input: z.strictObject(one),
    output: changed,
    errors: { stale: Version, stateRefused: StateNow },
  },
  resume: {
    method: 'POST',
    path: '/api/v1/device/{id}/resume',
    requires: update,
    isOfStaff: true,
    subject: 'device',
    idempotent: true,
    stepUp: 'recent',
    summary: 'It is heard again, for the accounts that two agreed to.',
    input: z.strictObject(one),
    output: changed,
    errors: { stale: Version, stateRefused: StateNow, stepUpRequired: none },
  },
  sweep: {
    method: 'POST',
    path: '/api/v1/device/{id}/sweep',
    requires: update,
    isOfStaff: true,
    subject: 'device',
    idempotent: true,
    summary: 'Asks the phone to send again every message since a moment; nothing is credited twice.',
    input: z.strictObject({ id, since: Moment, reason: line(200, 3) }),
    output: z.strictObject({}),
    errors: { stateRefused: StateNow },
  },
  ask: {
    method: 'POST',
    path: '/api/v1/device/{id}/ask',
    requires: update,
    isOfStaff: true,
    subject: 'device',
    idempotent: true,
    summary: 'Asks the phone for a test entry, which never becomes money, or for its last log lines.',
    input: z.strictObject({ id, kind: z.enum(['test', 'log']) }),
    output: z.strictObject({}),
    errors: { stateRefused: StateNow },
  },
  revoke: {
    method: 'POST',
    path: '/api/v1/device/{id}/revoke',
    requires: update,
    isOfStaff: true,
    subject: 'device',
    idempotent: true,
    summary: 'Its keys are dead at once and for ever; what it sent stays.',
    input: z.strictObject(one),
    output: changed,
    errors: { stale: Version, stateRefused: StateNow },
  },
})
