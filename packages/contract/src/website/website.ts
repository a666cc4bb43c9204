import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, StateNow, Version, none, reason } from '../kit/error-details.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { DateOn, Instant, Moment, SignedMinor, idOf, line } from '../values/values.ts'
import { SettingsPatch, settingKeys, switchSettings } from './setting-keys.ts'

const read = { websiteConfigAndCoreSystem: ['isRead'] } as const
const update = { websiteConfigAndCoreSystem: ['isUpdate'] } as const

const key = z.enum(settingKeys)
const Value = z.union([z.boolean(), z.int(), z.string()])
const Change = z.strictObject({ key, before: Value, after: Value })

/** One setting: what stands, what a new brand begins with, and between which bounds. */
const Setting = z.strictObject({
  key,
  value: Value,
  initial: Value,
  kind: z.enum(['switch', 'number', 'choice', 'text']),
  min: z.int().nullable(),
  max: z.int().nullable(),
  choices: z.array(z.string()),
  /** Shown and never changed: why. */
  fixed: z.enum(['ledger', 'closedDays']).nullable(),
  /** Two must agree, an admin among those who asked or agreed. */
  isGuarded: z.boolean(),
  isUsed: z.boolean(),
})

const versionStates = ['scheduled', 'active', 'past', 'withdrawn', 'refused'] as const

const SettingsVersion = z.strictObject({
  id: idOf('settingsVersion'),
  number: z.int(),
  state: z.enum(versionStates),
  changes: z.array(Change),
  /** Null: what stood when versions began to be kept. */
  askedBy: z.string().nullable(),
  /** Null where one person alone may: a switch turned off, or nobody else could agree. */
  agreedBy: z.string().nullable(),
  approvalId: idOf('approval').nullable(),
  reason: z.string(),
  effectiveFrom: Instant,
  activatedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endedBy: z.string().nullable(),
  endedReason: z.string().nullable(),
})

const Pending = z.strictObject({
  approvalId: idOf('approval'),
  changes: z.array(Change),
  askedBy: z.string(),
  askedAt: Instant,
  expiresAt: Instant,
  reason: z.string(),
  /** Null: as soon as somebody agrees. */
  effectiveFrom: Instant.nullable(),
})

const outcomes = ['auto', 'suggest', 'unmatched', 'onePerson', 'twoPeople', 'blocked'] as const
const Outcome = z.enum(outcomes)
const Moved = z.strictObject({ from: Outcome, to: Outcome, count: z.int(), amountMinor: SignedMinor })

/** One side of a trial: what was decided that day, and what would have been. */
const triedOf = (kind: 'withdrawal' | 'statementLine') =>
  z.strictObject({
    /** False: nothing that is proposed has a say in these decisions. */
    isTouched: z.boolean(),
    /** Decisions looked at; `isCut`: there were more than are looked at. */
    count: z.int(),
    isCut: z.boolean(),
    same: z.int(),
    moved: z.array(Moved),
    unknown: z.array(
      z.strictObject({
        why: z.enum(['notKept', 'notReproduced', 'factUnknown', 'tooMany']),
        count: z.int(),
        amountMinor: SignedMinor,
      }),
    ),
    rows: z.array(
      z.strictObject({
        id: idOf(kind),
        /** The withdrawal's number; of a line the name of its account. */
        label: z.string(),
        at: Instant,
        amountMinor: SignedMinor,
        from: Outcome,
        to: Outcome,
        why: z.array(z.string()),
      }),
    ),
  })

const proposal = {
  changes: SettingsPatch,
  /** The version in force that the person had before them. */
  version: z.int(),
}

/** The brand's settings: what is in force, what was, what will be, and what another value would have done. */
export const website = defineCalls({
  settings: {
    method: 'GET',
    path: '/api/v1/website/core-system',
    requires: read,
    isOfStaff: true,
    summary: 'The settings in force with their bounds, what waits for a second person, what is scheduled.',
    input: z.strictObject({}),
    output: z.strictObject({
      version: z.int(),
      since: Instant,
      /** After a restore nothing is credited or approved by itself, whatever stands here. */
      isHeld: z.boolean(),
      records: z.array(Setting),
      pending: z.array(Pending),
      scheduled: z.array(SettingsVersion),
    }),
  },
  settingsAt: {
    method: 'GET',
    path: '/api/v1/website/core-system/at',
    requires: read,
    isOfStaff: true,
    summary: 'The settings as they were in force at a moment, and who had changed each last.',
    input: z.strictObject({ at: Moment }),
    output: z.strictObject({
      /** Null: from before versions were kept. */
      version: z.int().nullable(),
      records: z.array(
        z.strictObject({
          key,
          value: Value,
          /** The version that had set it; null: as it was when versions began to be kept. */
          by: z
            .strictObject({
              version: z.int(),
              since: Instant,
              askedBy: z.string().nullable(),
              /** Null where one person alone may. */
              agreedBy: z.string().nullable(),
              reason: z.string(),
            })
            .nullable(),
        }),
      ),
    }),
  },
  versions: {
    method: 'GET',
    path: '/api/v2/website/core-system/versions',
    requires: read,
    isOfStaff: true,
    summary: 'The versions of the settings, newest first.',
    input: z.strictObject({ ...cursorPage, state: z.array(z.enum(versionStates)).max(5).optional() }),
    output: cursorList(SettingsVersion),
  },
  trySettings: {
    method: 'POST',
    path: '/api/v1/website/core-system/try',
    requires: update,
    isOfStaff: true,
    isRead: true,
    summary:
      'What decisions of a business date would have been under other settings; yesterday, if not said.',
    input: z.strictObject({ changes: SettingsPatch, on: DateOn.optional() }),
    output: z.strictObject({
      on: DateOn,
      /** Changed keys that no stored decision can tell about. */
      untried: z.array(key),
      deposits: triedOf('statementLine'),
      withdrawals: triedOf('withdrawal'),
    }),
  },
  changeSettings: {
    method: 'POST',
    path: '/api/v1/website/core-system/change',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    summary: 'Asks for other settings, at once or from a moment on.',
    input: z.strictObject({
      ...proposal,
      effectiveAt: Moment.nullable().default(null),
      reason: line(200, 3),
    }),
    output: z.strictObject({ ...AskAnswer.shape, id: idOf('settingsVersion') }),
    errors: {
      stale: Version,
      invalidValue: none,
      invalidDate: none,
      conflict: AskedAlready,
      stateRefused: reason('settingsChanged'),
      stepUpRequired: none,
    },
  },
  switchOff: {
    method: 'POST',
    path: '/api/v1/website/core-system/switch-off',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    summary: 'Turns one of the four switches off, at once and by one person.',
    input: z.strictObject({ key: z.enum(switchSettings), reason: line(200, 3) }),
    output: z.strictObject({ version: z.int() }),
    errors: { stateRefused: StateNow },
  },
  withdrawVersion: {
    method: 'POST',
    path: '/api/v1/website/core-system/versions/withdraw',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    summary: 'Takes back a change that is agreed to and has not begun.',
    input: z.strictObject({ number: z.int().min(1), reason: line(200, 3) }),
    output: z.strictObject({ version: z.int() }),
    errors: { stateRefused: StateNow },
  },
})
