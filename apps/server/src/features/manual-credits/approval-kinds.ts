import { preTransactionManual } from '@khlang/contract/pre-transactions/manual.ts'
import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { isOwnMember } from '../../platform/approvals/approval-levels.ts'
import type { Reader } from '../../platform/db/db.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import { creditByHand, ManualDocument } from './manual-credit.ts'
import * as queries from './queries.ts'

async function differences(db: Reader, { document }: { readonly document: ManualDocument }) {
  const { code } = memberCash(document.memberId)
  const before = (await balancesOf(db, [code])).get(code) ?? 0
  const accounts = await queries.depositAccounts(db)
  const account = accounts.find(({ id }) => encodeId('bankAccount', id) === document.accountId)
  const { kind, bankTime, reasonCode, remarkMember, remarkStaff } = document
  const accountLabel = account?.label ?? null
  const facts = { kind, accountLabel, bankTime, reasonCode, remarkMember, remarkStaff }
  return [
    { field: 'balanceMinor', before, after: before + document.amountMinor },
    // What has no side before it, where there is something to show.
    ...Object.entries(facts)
      .filter(([, value]) => value !== null && value !== '')
      .map(([field, after]) => ({ field, before: null, after })),
  ]
}

/** Money typed by a person; decided among the requests, so whoever decides it has their flags besides. */
const typedMoney = (kind: 'manualDeposit' | 'manualCredit') =>
  defineApproval({
    kind,
    requires: preTransactionManual.createDeposit.requires,
    alsoNeeds: requestUpdate,
    concerns: (actor) => isOwnMember(actor, sql`a.document ->> 'memberId'`),
    document: ManualDocument,
    before: z.strictObject({ memberUuid: z.guid() }),
    subject: ({ memberId }) => ({ entity: 'member', id: memberId }),
    amountMinor: ({ amountMinor }) => amountMinor,
    evidence: ({ slip }) => (slip ? { id: slip.id, sha256: slip.sha256 } : null),
    log: { asked: 'askManualDeposit' },
    differences,
    execute: async (context, { document, ...request }) => {
      const { tx, actor, settings, services, record, announce } = context
      const { id: approvalId, makerId, isAlone, reason } = request
      const { memberId } = document
      await queries.manualMember(tx, actor, uuidOf('member', memberId))
      await announce('member', memberId)
      const nowMs = services.now()
      if (isAlone) {
        const detail = { approvalId: encodeId('approval', approvalId), soleOwner: true }
        const about = { entity: 'member', entityId: memberId } as const
        await record({ ...about, action: 'manualDeposit', reason, after: document, detail })
      } else await queries.assertNotCreditedMeanwhile(tx, approvalId, document)
      const checkerId = isAlone ? null : actor.id
      await creditByHand(tx, document, { makerId, checkerId, approvalId, settings, nowMs })
    },
  })

/** Real money without its line, and money from our own cost: two kinds, so that one of each may wait. */
export const manualDeposit = typedMoney('manualDeposit')
export const manualCredit = typedMoney('manualCredit')
