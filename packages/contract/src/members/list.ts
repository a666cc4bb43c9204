import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { Listed, MemberNow, StateAllowed, none } from '../kit/error-details.ts'
import { Exported, exportChoice } from '../exports.ts'
import {
  BankCode,
  AccountNo,
  Username,
  Phone,
  MemberRow,
  flags,
  limits,
  MemberDetail,
  memberFilter,
  bankAccountInput,
} from './shapes.ts'
import { memberExportColumns } from '../values/export-columns.ts'
import { memberSorts, sourceChannels } from '../values/value-lists.ts'
import { cursorList, cursorPage, totals } from '../kit/paging.ts'
import { BirthOn, Remark, SignedMinor, idOf, line, text } from '../values/values.ts'

export const memberList = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/member/list',
    requires: { memberManagement: ['isRead'] },
    summary: 'Members by filter, newest first, by balance and sums, or the nearest to the search first.',
    input: z.strictObject({
      ...memberFilter,
      ...cursorPage,
      sort: z.enum([...memberSorts, 'match']).default('createdAt'),
      isAscending: z.boolean().default(false),
    }),
    output: cursorList(MemberRow).extend({
      /** Of the many that the search finds, only the nearest are sorted and listed. */
      isOfNearest: z.boolean(),
    }),
  },
  totals: {
    method: 'GET',
    path: '/api/v2/member/totals',
    requires: { memberManagement: ['isRead'] },
    summary: 'Count and sums over the whole filter.',
    input: z.strictObject(memberFilter),
    output: totals({
      balanceMinor: SignedMinor,
      depositMinor: SignedMinor,
      withdrawalMinor: SignedMinor,
      netMinor: SignedMinor,
    }),
  },
  get: {
    method: 'GET',
    path: '/api/v2/member/get/{id}',
    requires: { memberManagement: ['isRead', 'isUpdate'] },
    subject: 'member',
    summary: 'One member whole: balances from the ledger, flags, limits, accounts.',
    input: z.strictObject({ id: idOf('member') }),
    output: MemberDetail,
  },
  checkDuplicate: {
    method: 'POST',
    path: '/api/v1/member/check-duplicate',
    requires: { memberManagement: ['isCreate'] },
    isRead: true,
    summary: 'Tells, while typing, whether a phone, account, user name or name is taken or blacklisted.',
    input: z.strictObject({
      phone: Phone.optional(),
      username: Username.optional(),
      bank: BankCode.optional(),
      accountNo: AccountNo.optional(),
      firstName: line(60).optional(),
      lastName: line(60).optional(),
    }),
    output: z.strictObject({
      taken: z.array(z.enum(['phone', 'username', 'bankAccount'])),
      similarNames: z.int(),
      blacklisted: z.array(z.strictObject({ kind: z.string(), reason: z.string() })),
      suggestedUsername: z.string(),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/member/create',
    requires: { memberManagement: ['isCreate'] },
    idempotent: true,
    summary:
      'Registers a member with a bank account and opens the wallet. Answers a first password, shown once.',
    input: z.strictObject({
      username: Username,
      phone: Phone,
      firstName: line(60, 1),
      lastName: line(60, 1),
      ...bankAccountInput,
      lineId: line(60).optional(),
      email: z.email().max(120).optional(),
      birthOn: BirthOn.optional(),
      sourceChannel: z.enum(sourceChannels).default('other'),
      note: text(500).optional(),
    }),
    output: z.strictObject({ id: idOf('member'), username: z.string(), password: z.string() }),
    errors: {
      phoneInUse: none,
      usernameInUse: none,
      bankAccountInUse: none,
      blacklisted: Listed,
    },
  },
  update: {
    method: 'POST',
    path: '/api/v1/member/update/{id}',
    requires: { memberManagement: ['isRead', 'isUpdate'] },
    subject: 'member',
    idempotent: 'whenGiven',
    summary: 'Changes flags, limits, level and tags.',
    input: z.strictObject({
      id: idOf('member'),
      version: z.int(),
      ...flags,
      ...limits,
      level: z.int().min(0).max(99),
      tags: z.array(line(30, 1)).max(20),
      reason: Remark,
    }),
    output: z.strictObject({ version: z.int() }),
    errors: {
      stale: MemberNow,
      memberNotFound: none,
    },
  },
  setState: {
    method: 'POST',
    path: '/api/v1/member/set-state/{id}',
    requires: { memberManagement: ['isRead', 'isUpdate'] },
    subject: 'member',
    idempotent: 'whenGiven',
    summary: 'Suspends (may log in, no money), locks (no login), or activates again.',
    input: z.strictObject({
      id: idOf('member'),
      version: z.int(),
      state: z.enum(['active', 'suspended', 'locked']),
      reason: Remark,
    }),
    output: z.strictObject({ version: z.int() }),
    errors: {
      stale: MemberNow,
      stateRefused: StateAllowed,
      memberNotFound: none,
    },
  },
  exportList: {
    method: 'POST',
    path: '/api/v1/member/export',
    requires: { memberManagement: ['isRead'] },
    rate: 'export',
    stepUp: 'recent',
    summary:
      'The filter’s members as CSV or XLSX in base64, masked; more than 10,000 rows as a file made in ' +
      'the background. Needs exportData, is logged.',
    input: z.strictObject({
      ...memberFilter,
      ...exportChoice(memberExportColumns),
    }),
    output: Exported,
    errors: { forbidden: none, stepUpRequired: none },
  },
})
