import type { creditTransactions } from '@khlang/contract/credit-transactions.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { memberCash, memberLocked } from '@khlang/ledger/accounts.ts'
import type { Actor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { exportRows, fileAskOf } from '../../platform/files/exports.ts'
import { balanceAt } from '../../platform/posting/ledger-store.ts'
import { seesSubject, seesBrand } from '../../platform/people/visibility.ts'
import { creditFile } from './credit-file.ts'
import { creditRow, fateOf, takeBackOf, transferId } from './credit-row.ts'
import * as queries from './queries.ts'
import { sourcesOf } from './sources.ts'

/** A seller sees a posting that has a line of one of their members, staff every one. */
async function seesLines(
  db: Reader,
  actor: Actor,
  lines: readonly queries.JournalLine[],
): Promise<boolean> {
  if (seesBrand(actor)) return true
  for (const code of new Set(lines.flatMap((line) => [line.debit, line.credit]))) {
    const memberId = decodeId('member', code.split(':')[1] ?? '')
    if (memberId !== null && (await seesSubject(db, actor, 'member', memberId))) return true
  }
  return false
}

const numberOf = (id: string): number => {
  const found = /^trf_([1-9]\d{0,15})$/.exec(id)
  if (!found) throw new ApiError('notFound')
  return Number(found[1])
}

export const creditTransactionHandlers: Handlers<typeof creditTransactions> = {
  list: async ({ input, actor, services }) => {
    const { size: _size, after: _after, before: _before, ...filter } = input
    const { listDb, secrets } = services
    const page = await queries.listEntries(listDb, { actor, filter }, { input, secrets })
    return { ...page, records: page.records.map(creditRow) }
  },

  totals: ({ input, actor, services }) => queries.sumEntries(services.listDb, { actor, filter: input }),

  journal: async ({ input, actor, db }) => {
    const lines = await queries.journalOf(db, numberOf(input.id))
    const [first] = lines
    if (!first || !(await seesLines(db, actor, lines))) throw new ApiError('notFound')
    const source = (await sourcesOf(db, [first.source_id]))(first.source_id)
    const back = lines.find((line) => line.reversed_by_id !== null)?.reversed_by_id ?? null
    const reverses = lines.find((line) => line.reverses_id !== null)?.reverses_id ?? null
    const credit = { kind: first.kind, reverses_id: reverses, reversed_by_id: back }
    return {
      postingId: first.posting_id,
      kind: first.kind,
      at: first.at,
      businessOn: first.business_on,
      valueOn: first.value_on,
      sourceId: first.source_id,
      reference: source.reference,
      fate: fateOf(credit, source, true),
      reversedBy: back === null ? null : transferId(back),
      reverses: reverses === null ? null : transferId(reverses),
      takeBack: takeBackOf(credit, source),
      lines: lines.map((line) => ({
        transferId: transferId(line.id),
        debit: line.debit,
        credit: line.credit,
        amountMinor: line.amount_minor,
        debitAfterMinor: line.from_after,
        creditAfterMinor: line.to_after,
      })),
    }
  },

  balanceAt: async ({ input, actor, db }) => {
    if (!(await seesSubject(db, actor, 'member', input.memberId))) throw new ApiError('notFound')
    const id = encodeId('member', input.memberId)
    const [cash, locked, around] = await Promise.all([
      balanceAt(db, memberCash(id).code, input.at),
      balanceAt(db, memberLocked(id).code, input.at),
      queries.entriesAround(db, { actor, filter: { memberId: input.memberId } }, input.at),
    ])
    return { cashMinor: cash ?? 0, lockedMinor: locked ?? 0, around: around.map(creditRow) }
  },

  exportList: (context) => exportRows(context, creditFile(fileAskOf(context))),
}
