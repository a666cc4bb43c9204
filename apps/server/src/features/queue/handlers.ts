import type { preTransactionQueue } from '@khlang/contract/pre-transactions/queue.ts'
import { countedBy } from '@khlang/contract/values/queue-counting.ts'
import { queueTabs } from '@khlang/contract/values/value-lists.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { bankAccount, screenMinor } from '@khlang/ledger/accounts.ts'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { exportRows, fileAskOf } from '../../platform/files/exports.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import { maskAccountNo, maskOwnAccountNo, maskPhone } from '../../platform/people/masks.ts'
import { countNumberSearch } from '../../platform/call/number-searches.ts'
import { seesBalances, seesBrand } from '../../platform/people/visibility.ts'
import { createPending, rejectDeposit } from './deposit-requests.ts'
import { findMissing } from './find-missing.ts'
import { queueFile } from './queue-file.ts'
import { groupsOfQueue } from './groups.ts'
import { accountRows } from './own-accounts.ts'
import * as queries from './queries.ts'
import { searchMembers } from '../matching/suggestions.ts'

type QueueRow = queries.QueueRow

/** Inside ids of the union's two kinds as the outside names them. */
const toRow = (row: QueueRow): QueueRow => ({ ...row, id: encodeId(row.kind, row.id) })

export const queueHandlers: Handlers<typeof preTransactionQueue> = {
  accounts: async ({ db, actor, settings, services }) => {
    if (!seesBrand(actor)) return { records: [] }
    const maySee = seesBalances(actor)
    const on = businessOn(settings, services.now())
    const { rows, codes, balances } = await services.reads.read(`accounts ${on}`, async () => {
      const found = await accountRows(db, on)
      const codesOf = found.map((row) => bankAccount(encodeId('bankAccount', row.id)).code)
      return { rows: found, codes: codesOf, balances: await balancesOf(db, codesOf) }
    })
    return {
      records: rows.map((row, position) => ({
        id: row.id,
        bank: row.bank,
        label: row.label,
        accountNoMasked: maskOwnAccountNo(row.account_no),
        role: row.role,
        state: row.state,
        balanceMinor: maySee ? screenMinor('asset', balances.get(codes[position] ?? '') ?? 0) : null,
        bankBalanceMinor: maySee ? row.last_balance_minor : null,
        lastMessageAt: row.last_message_at,
        isBroken: row.is_broken,
        inTodayMinor: row.in_today,
        outTodayMinor: row.out_today,
      })),
    }
  },

  queue: async ({ db, input, actor, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    const page = await queries.pageOfQueue(db, actor, input, services)
    return { ...page, records: page.records.map(toRow) }
  },

  queueRow: async ({ db, input, actor }) => {
    const id = decodeId(input.kind, input.id)
    const [row] = id === null ? [] : await queries.rowsOfQueue(db, actor, input.kind, [id])
    if (!row) throw new ApiError('notFound')
    return toRow(row)
  },

  queueRows: async ({ db, input, actor }) => {
    const kinds = await Promise.all([
      queries.rowsOfQueue(db, actor, 'deposit', input.deposits),
      queries.rowsOfQueue(db, actor, 'withdrawal', input.withdrawals),
    ])
    return { records: kinds.flat().map(toRow) }
  },

  queueTotals: async ({ db, input, actor, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    const { rows, isEstimate } = await groupsOfQueue(db, actor, input, services.reads)
    const inTab = (tab: queries.Tab) =>
      rows.filter((row) => queries.tabOf(row.kind, row.state).includes(tab))
    const count = (of: typeof rows) => of.reduce((sum, row) => sum + row.count, 0)
    const sum = (of: typeof rows) => of.reduce((total, row) => total + row.sum, 0)
    const here = inTab(input.tab)
    const counted = here.filter(countedBy(input))
    const [deposits, withdrawals] = [
      counted.filter((row) => row.kind === 'deposit'),
      counted.filter((row) => row.kind === 'withdrawal'),
    ]
    return {
      count: count(here),
      isEstimate,
      depositCount: count(deposits),
      depositMinor: sum(deposits),
      withdrawalCount: count(withdrawals),
      withdrawalMinor: sum(withdrawals),
      netMinor: sum(deposits) - sum(withdrawals),
      notCountedCount: count(here) - count(counted),
      tabs: Object.fromEntries(queueTabs.map((tab) => [tab, count(inTab(tab))])),
    }
  },

  exportQueue: async (context) => {
    await countNumberSearch(context)
    return exportRows(context, await queueFile(context.tx, fileAskOf(context)))
  },

  searchMember: async ({ db, input, actor, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    const found = await searchMembers(db, actor, input.search)
    return {
      records: found.map(({ accountNo, phone, ...member }) => ({
        ...member,
        accountNoMasked: accountNo === null ? null : maskAccountNo(accountNo),
        phoneMasked: maskPhone(phone),
      })),
    }
  },

  findMissing,
  createPending,
  rejectDeposit,
}
