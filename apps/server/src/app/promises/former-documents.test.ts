import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { approvalKinds } from '../approval-kinds.ts'

// What a request froze stays as it was written, for ever. Each kind reads what it ever stored, and whoever
// changes a document adds the form of before here.

const uuid = '01900000-0000-7000-8000-00000000000'
const person = `${uuid}1`
const role = `${uuid}2`
const memberId = encodeId('member', `${uuid}3`)
const lineId = encodeId('statementLine', `${uuid}4`)
const depositId = encodeId('deposit', `${uuid}5`)
const alarmId = encodeId('alarm', `${uuid}6`)
const groupId = encodeId('group', `${uuid}7`)
const adjustmentId = encodeId('adjustment', `${uuid}8`)

const abilities = {
  revealPii: false,
  exportData: false,
  seeOwnBalances: true,
  approvalLimitMinor: null,
  adjustmentPerDayMinor: 5_000_000,
}
const rights = { isAdmin: false, permission: permissionMap(), abilities }
const named = { roleName: 'กะดึก', description: '', ...rights }
const account = { bank: 'SCB', accountNo: '1234567890', accountName: 'สมชาย ใจดี' }
const change = { ...account, nameSimilarityBps: null }
const typed = {
  memberId,
  amountMinor: 100,
  accountId: null,
  bankTime: null,
  reasonCode: 'compensation',
  remarkMember: null,
  remarkStaff: 'why',
}
const line = { lineId, lineVersion: 3, state: 'unmatched', memberId, amountMinor: 100, name: 'kl000001' }
const link = { ...line, depositId: null, score: 0, isConfirmed: false, isOtherMoney: false }
const reasons = { reasons: ['lowScore', 'old'], contradictions: ['payerMask'] }
const place = {
  place: 'line c1 -',
  name: 'โต๊ะฝาก',
  channel: 'line',
  target: 'c1',
  baseUrl: null,
  events: ['deposit.credited'],
}
const evidence = { id: `${uuid}9`, sha256: 'ab' }
const entryId = encodeId('blacklistEntry', `${uuid}b`)
const listed = {
  entryId,
  kind: 'bankAccount',
  value: 'SCB:1234567891',
  reasonCode: 'mule',
  listedFor: 'why',
}
const [distributorId, invoiceId] = [
  encodeId('distributor', `${uuid}c`),
  encodeId('providerInvoice', `${uuid}d`),
]
const seller = {
  distributorId,
  code: 'seller',
  name: 'Seller',
  contact: '',
  billingDay: 7,
  minimumFeeMinor: 0,
  state: 'active',
  version: 1,
}
const byInvoice = { billing: 'credit', lowBalanceMinor: 0 }
const invoice = {
  invoiceId,
  distributorId,
  distributor: 'Seller',
  month: '2026-10-01',
  basis: 'ours',
  feeMinor: 1,
  toldMinor: null,
  settledMinor: 1,
  version: 1,
}
const unpaid = {
  lineId,
  lineVersion: 1,
  state: 'unmatched',
  amountMinor: 1,
  invoiceId,
  invoiceVersion: 1,
  distributorId,
  distributor: 'Seller',
  month: '2026-10-01',
}
const paid = { ...unpaid, payee: '', isPossibleDouble: false }
const accountId = encodeId('bankAccount', `${uuid}e`)
const accountSettings = {
  label: 'SCB 1',
  priority: 1,
  rail: null,
  transferLimitMinor: 500,
  dayLimitMinor: null,
  lowBalanceMinor: null,
  highBalanceMinor: null,
  sweepToId: null,
  sweepKeepMinor: null,
}
const dayId = encodeId('reconcileDay', `${uuid}d`)
const differing = {
  dayId,
  businessOn: '2026-11-01',
  round: 1,
  factsHash: 'aa',
  differenceCount: 1,
  differenceMinor: 500,
}
const because = {
  kind: 'gap',
  label: 'SCB',
  amountMinor: -500,
  reasonCode: 'bankFee',
  note: 'why',
  by: 'x',
}
const restore = { restoreId: `${uuid}a`, restoredTo: '2026-11-01T00:00:00.000Z' }
const reversal = {
  id: adjustmentId,
  memberId,
  amountMinor: 1,
  kind: 'goodwill',
  reference: 'A1',
  name: 'k',
}

/** A line for each field, to the last limit: a document that reads less than before is seen. */
function shapeOf(schema: z.ZodType): string[] {
  const {
    $schema: _,
    properties = {},
    ...whole
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  const fields = Object.entries(properties).map(([name, shape]) => `  ${name} ${JSON.stringify(shape)}`)
  return [`  ${JSON.stringify(whole)}`, ...fields]
}

type Kind = keyof typeof approvalKinds
/** Kind, the thing as the row names it, the document as it was stored, what was before, what is added. */
const withdrawalId = encodeId('withdrawal', `${uuid}9`)
const secondApproval = {
  withdrawalId,
  memberId,
  amountMinor: 5_000_000,
  toBank: 'KBANK',
  toAccountNo: '1234567890',
  toAccountName: 'x y',
  accountId: null,
  name: 'W1 · member1',
}
const stored: readonly [Kind, string, string, object, object | null, object][] = [
  [
    'employeeRole',
    'employee',
    person,
    { employeeId: person, roleId: role, rights },
    { roleId: role, rights },
    {},
  ],
  [
    'employeeLimits',
    'employee',
    person,
    { employeeId: person, approvalLimitMinor: null, adjustmentPerDayMinor: 5 },
    { approvalLimitMinor: 1, adjustmentPerDayMinor: null },
    {},
  ],
  ['roleChange', 'role', role, { roleId: role, ...rights }, rights, { roleName: '', description: '' }],
  ['roleChange', 'role', role, { roleId: role, ...named }, named, {}],
  ['otpReset', 'employee', person, { employeeId: person }, null, {}],
  ['memberAccountChange', 'member', memberId, change, account, { memberId, evidence: null }],
  ['memberAccountChange', 'member', memberId, { ...change, evidence }, null, { memberId }],
  ['memberAccountChange', 'member', memberId, { memberId, ...change, evidence }, null, {}],
  ['manualDeposit', 'member', memberId, { ...typed, kind: 'realDeposit' }, { memberUuid: `${uuid}3` }, {}],
  ['manualCredit', 'member', memberId, { ...typed, kind: 'goodwill' }, { memberUuid: `${uuid}3` }, {}],
  ['manualCreditReversal', 'adjustment', adjustmentId, reversal, null, {}],
  ['depositUnlink', 'statementLine', lineId, { ...line, depositId }, null, {}],
  ['lineLink', 'statementLine', lineId, { ...link, ...reasons }, null, { clearsId: null }],
  ['lineLink', 'statementLine', lineId, { ...link, ...reasons, clearsId: depositId }, null, {}],
  ['withdrawalApproval', 'withdrawal', withdrawalId, secondApproval, null, {}],
  ['payoutFuse', 'alarm', alarmId, { alarmId, detail: { sentMinor: 1, limitMinor: 2 } }, null, {}],
  ['restoredRelease', 'alarm', alarmId, restore, null, { alarmId }],
  ['restoredRelease', 'alarm', alarmId, { ...restore, alarmId }, null, {}],
  ['groupPlace', 'group', groupId, place, null, { groupId }],
  ['groupPlace', 'group', groupId, { ...place, groupId }, null, {}],
  ['blacklistRemoval', 'blacklistEntry', entryId, listed, null, { label: 'SCB xxx-x-x6789-x' }],
  ['blacklistRemoval', 'blacklistEntry', entryId, { ...listed, label: 'as it was' }, null, {}],
  [
    'dayClose',
    'reconcileDay',
    dayId,
    { ...differing, explained: ['SCB -5.00: why (x)'] },
    null,
    { netMinor: null },
  ],
  [
    'bankAccountChange',
    'bankAccount',
    accountId,
    { accountId, ...accountSettings },
    accountSettings,
    { usesUniqueSatang: false },
  ],
  ['distributorSetup', 'distributor', distributorId, seller, seller, byInvoice],
  ['lineInvoice', 'statementLine', lineId, paid, null, { kind: 'fee' }],
  ['lineUninvoice', 'statementLine', lineId, unpaid, null, { kind: 'fee' }],
  ['distributorInvoice', 'providerInvoice', invoiceId, invoice, null, { kind: 'fee' }],
  ['dayClose', 'reconcileDay', dayId, { ...differing, netMinor: -500, explained: [because] }, null, {}],
]

/** What was added to what stood before the request. */
const formerBefore: Partial<Record<Kind, object>> = {
  roleChange: { roleName: '', description: '' },
  bankAccountChange: { usesUniqueSatang: false },
  distributorSetup: byInvoice,
}

test.each(stored)('%s about %s %s reads %o', (kind, entity, id, document, before, added) => {
  const read = approvalKinds[kind].frozen({ entity, entity_id: id, document, before })
  expect(read.document).toEqual({ ...document, ...added })
  expect(read.about.entity).toBe(entity)
  expect(read.before).toEqual(before && { ...formerBefore[kind], ...before })
})

// A new kind comes into this file by itself. What was changed in a document that is stored already wants the
// form of before above, and a `former` of the kind that reads it.
test('what each kind freezes is in approval-documents.txt (vitest -u after a meant change)', async () => {
  const shapes = Object.values(approvalKinds).flatMap(({ kind, document, before }) => [
    `${kind}, what is asked`,
    ...shapeOf(document),
    `${kind}, what was before`,
    ...shapeOf(before),
  ])
  expect(new Set(stored.map(([kind]) => kind)).size).toBeGreaterThan(10)
  await expect(`${shapes.join('\n')}\n`).toMatchFileSnapshot('./approval-documents.txt')
})
