import { preTransactionManual } from '@khlang/contract/pre-transaction-manual.ts'
import { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import { requestUpdate } from '@khlang/contract/pre-transaction-shapes.ts'
import { sql } from 'kysely'
import { decodeId, encodeId } from '@khlang/contract/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import type { FormerKind } from '../../platform/former-kinds.ts'
import type { EmployeeActor } from '../../platform/actor.ts'
import { isOwnMember } from '../../platform/approval-tiers.ts'
import type { Reader } from '../../platform/db.ts'
import { balancesOf } from '../../platform/ledger-store.ts'
import { linkDifferences, type LinkDocument } from './link-approval.ts'
import { linkApproved } from './link.ts'
import { shortfallOf } from '../reversals/link-reversal.ts'
import { carryOut, type ManualDocument } from '../manual-credits/manual-credit.ts'
import * as queries from '../manual-credits/queries.ts'
import { unlinkNow, type UnlinkDocument } from '../reversals/unlink.ts'

/** What has no side before it: told, where there is something to tell. */
const told = (facts: Readonly<Record<string, unknown>>) =>
  Object.entries(facts)
    .filter(([, value]) => value !== null && value !== '')
    .map(([field, after]) => ({ field, before: null, after }))

async function manualDifferences(db: Reader, document: ManualDocument) {
  const { code } = memberCash(document.memberId)
  const before = (await balancesOf(db, [code])).get(code) ?? 0
  const accounts = await queries.depositAccounts(db)
  const account = accounts.find(({ id }) => encodeId('bankAccount', id) === document.accountId)
  const { kind, bankTime, reasonCode, remarkMember, remarkStaff } = document
  return [
    { field: 'balanceMinor', before, after: before + document.amountMinor },
    ...told({
      kind,
      accountLabel: account?.label ?? null,
      bankTime,
      reasonCode,
      remarkMember,
      remarkStaff,
    }),
  ]
}

const isHisOwn = (actor: EmployeeActor) => isOwnMember(actor, sql`a.document ->> 'memberId'`)

/** Money typed by a person; settled among the requests, so whoever settles it has their flags besides. */
const manual: FormerKind = {
  requires: preTransactionManual.createDeposit.requires,
  alsoNeeds: requestUpdate,
  concerns: isHisOwn,
  differences: (db, { document }) => manualDifferences(db, document as ManualDocument),
  carryOut: async ({ tx, actor, settings, services, announce }, settled) => {
    const document = settled.document as ManualDocument
    await queries.manualMember(tx, actor, decodeId('member', document.memberId) ?? '')
    await announce('member', document.memberId)
    await queries.assertNotCreditedMeanwhile(tx, settled.id, document)
    const by = { makerId: settled.makerId, checkerId: actor.id, approvalId: settled.id, settings }
    await carryOut(tx, document, { ...by, nowMs: services.now() })
  },
}
/** Real money without its line, and money from our own cost: two kinds, so that one of each may wait. */
export const manualDeposit = manual
export const manualCredit = manual

/** A credited line is taken from its member; the differences tell what he would owe as things stand. */
export const depositUnlink: FormerKind = {
  requires: preTransactionMatching.askUnlink.requires,
  concerns: isHisOwn,
  differences: async (db, asked) => {
    const { memberId, amountMinor, state } = asked.document as UnlinkDocument
    const wallet = await shortfallOf(db, decodeId('member', memberId) ?? '', amountMinor)
    const { balanceMinor: before, shortfallMinor } = wallet
    return [
      { field: 'lineState', before: state, after: 'unmatched' },
      { field: 'balanceMinor', before, after: before + shortfallMinor - amountMinor },
      ...(shortfallMinor > 0 ? [{ field: 'owedMinor', before: 0, after: shortfallMinor }] : []),
    ]
  },
  carryOut: async (carrying, { id, askedBy, document, reason }) => {
    await unlinkNow(carrying, document as UnlinkDocument, { approvalId: id, askedBy, reason })
  },
}

/** A line is linked by hand in spite of what speaks against it; whoever agrees sees the evidence. */
export const lineLink: FormerKind = {
  requires: preTransactionMatching.link.requires,
  concerns: isHisOwn,
  differences: (db, { document }) => linkDifferences(db, document as LinkDocument),
  carryOut: linkApproved,
}
