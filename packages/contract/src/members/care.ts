import { z } from 'zod'
import { AskAnswer } from '../values/ask-answer.ts'
import { defineCalls } from '../kit/define.ts'
import { Listed, StateNow, AskedAlready, none, pictureErrors } from '../kit/error-details.ts'
import { nothing, bankAccountInput } from './shapes.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { Instant, Remark, idOf, text } from '../values/values.ts'

export const memberCare = defineCalls({
  changePassword: {
    method: 'POST',
    path: '/api/v1/member/change-password/{id}',
    requires: { memberManagement: ['isUpdate', 'isRead'] },
    subject: 'member',
    stepUp: 'recent',
    summary: 'Sets a made-up password, shown once; the site is told that the member’s sessions are over.',
    input: z.strictObject({ id: idOf('member'), reason: Remark }),
    output: z.strictObject({ password: z.string() }),
  },
  changeAccount: {
    method: 'POST',
    path: '/api/v1/member/change-account/{id}',
    requires: { memberManagement: ['isUpdate', 'isRead'] },
    subject: 'member',
    stepUp: 'recent',
    idempotent: true,
    money: 'maker',
    summary:
      'Asks for another bank account; a second person decides it, then withdrawals are held for a while.',
    input: z.strictObject({
      id: idOf('member'),
      ...bankAccountInput,
      reason: Remark,
      /** The uploaded picture that proves it; without one only where the brand's settings allow that. */
      evidenceId: idOf('privateFile').optional(),
    }),
    output: z.strictObject({ ...AskAnswer.shape, nameSimilarityBps: z.int().nullable() }),
    errors: {
      bankAccountInUse: none,
      blacklisted: Listed,
      changeTooSoon: z.strictObject({ from: Instant }),
      conflict: AskedAlready,
      stepUpRequired: none,
      requiredField: none,
      invalidValue: none,
      pictureUsed: none,
      stateRefused: StateNow,
      memberNotFound: none,
    },
  },
  uploadEvidence: {
    method: 'POST',
    path: '/api/v1/member/account-evidence/{id}',
    requires: { memberManagement: ['isUpdate', 'isRead'] },
    subject: 'member',
    idempotent: true,
    upload: true,
    summary:
      'Keeps a picture (JPEG, PNG or WebP, at most 8 MB) for a change of bank account; its pixels alone ' +
      'are kept. One that no request names within 24 hours is removed.',
    input: z.strictObject({ id: idOf('member') }),
    output: z.strictObject({
      id: idOf('privateFile'),
      sha256: z.string(),
      width: z.int(),
      height: z.int(),
    }),
    errors: {
      ...pictureErrors,
    },
  },
  accountChange: {
    method: 'GET',
    path: '/api/v2/member/account-change/{id}',
    requires: { memberManagement: ['isUpdate', 'isRead'] },
    subject: 'member',
    summary:
      'The change of bank account that waits, with what a checker must see, and the rules of a change.',
    input: z.strictObject({ id: idOf('member') }),
    output: z.strictObject({
      /** How long withdrawals are held after a change, and how often an account may be changed. */
      holdHours: z.int(),
      everyDays: z.int(),
      /** Since the last change was so short a time ago: the moment the next may be asked for. */
      possibleFrom: Instant.nullable(),
      /** Whether a change is asked for with a picture. */
      needsEvidence: z.boolean(),
      pending: z
        .strictObject({
          id: idOf('approval'),
          maker: z.string(),
          isOwn: z.boolean(),
          reason: z.string(),
          createdAt: Instant,
          expiresAt: Instant,
          before: z
            .strictObject({ bank: z.string(), accountNoMasked: z.string(), accountName: z.string() })
            .nullable(),
          after: z.strictObject({ bank: z.string(), accountNoMasked: z.string(), accountName: z.string() }),
          nameSimilarityBps: z.int().nullable(),
        })
        .nullable(),
    }),
  },
  reveal: {
    method: 'POST',
    path: '/api/v1/member/reveal/{id}',
    requires: { memberManagement: ['isRead'] },
    subject: 'member',
    stepUp: 'recent',
    summary: 'Shows phone and account numbers in clear; needs the ability revealPii and is logged.',
    input: z.strictObject({ id: idOf('member'), reason: Remark }),
    output: z.strictObject({
      phone: z.string(),
      accounts: z.array(z.strictObject({ id: idOf('memberBankAccount'), accountNo: z.string() })),
      /** Of the change of account that waits, for who compares the two; null when none waits. */
      pending: z
        .strictObject({ id: idOf('approval'), before: z.string().nullable(), after: z.string() })
        .nullable(),
    }),
    errors: { forbidden: none, stepUpRequired: none },
  },
  notes: {
    method: 'GET',
    path: '/api/v2/member/notes/{id}',
    requires: { memberManagement: ['isRead'] },
    subject: 'member',
    summary: 'Notes about a member, pinned first.',
    input: z.strictObject({ id: idOf('member'), ...cursorPage }),
    output: cursorList(
      z.strictObject({
        id: idOf('note'),
        body: z.string(),
        isPinned: z.boolean(),
        author: z.string(),
        createdAt: Instant,
      }),
    ),
  },
  addNote: {
    method: 'POST',
    path: '/api/v1/member/add-note/{id}',
    requires: { memberManagement: ['isRead', 'isUpdate'] },
    subject: 'member',
    idempotent: 'whenGiven',
    summary: 'Adds a note; notes are never changed.',
    input: z.strictObject({ id: idOf('member'), body: text(500, 1), isPinned: z.boolean().default(false) }),
    output: nothing,
  },
  logins: {
    method: 'GET',
    path: '/api/v2/member/logins/{id}',
    requires: { memberManagement: ['isRead'] },
    subject: 'member',
    summary: 'When and from where the member signed in.',
    input: z.strictObject({ id: idOf('member'), ...cursorPage }),
    output: cursorList(
      z.strictObject({
        at: Instant,
        address: z.string(),
        userAgent: z.string().nullable(),
        result: z.string(),
      }),
    ),
  },
  activity: {
    method: 'GET',
    path: '/api/v2/member/activity/{id}',
    requires: { memberManagement: ['isRead', 'isUpdate'] },
    subject: 'member',
    summary: 'Who changed what about this member.',
    input: z.strictObject({ id: idOf('member'), ...cursorPage }),
    output: cursorList(
      z.strictObject({
        at: Instant,
        actor: z.string(),
        /** Of an act that a second person approved: who had asked for it. */
        askedBy: z.string().nullable(),
        action: z.string(),
        result: z.string(),
        reason: z.string().nullable(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
  },
})
