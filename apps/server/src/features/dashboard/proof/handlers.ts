import type { dashboard } from '@khlang/contract/dashboard.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfBank, accountsOfMember, screenMinor, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { seesBalances, visibleMember } from '../../../platform/people/visibility.ts'
import { balanceAt, balancesOf } from '../../../platform/posting/ledger-store.ts'
import { readArchive } from '../../../platform/work/archive-watch.ts'
import { memberLiability, ownAccounts } from '../queries.ts'
import { seesFinance } from '../sight.ts'
import * as queries from './queries.ts'

/** Our money and what members may ask for, to who may see both. */
async function coverOf(db: Reader, actor: EmployeeActor) {
  if (!seesBalances(actor) || !seesFinance(actor)) return null
  const [accounts, owedMinor] = await Promise.all([ownAccounts(db), memberLiability(db)])
  const ownMinor = accounts.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0)
  return {
    ownMinor,
    owedMinor,
    coverBps: owedMinor <= 0 ? null : Math.floor((ownMinor / owedMinor) * 10_000),
  }
}

/** A member that the person may read, by their name to sign in with. @throws forbidden, notFound */
async function memberNamed(db: Reader, actor: EmployeeActor, username: string): Promise<string> {
  if (!actor.permissions.memberManagement.isRead) throw new ApiError('forbidden')
  const { rows } = await sql<{ id: string }>`
    select m.id from members m
     where m.username = ${username} and ${visibleMember(actor, sql.ref('m.id'))}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound', { field: 'name' })
  return encodeId('member', rows[0].id)
}

/** The accounts of the book behind a name. @throws forbidden, notFound */
async function accountsNamed(db: Reader, actor: EmployeeActor, of: string, name: string) {
  if (of === 'member') return accountsOfMember(await memberNamed(db, actor, name))
  if (!seesBalances(actor)) throw new ApiError('forbidden')
  if (of === 'shared') {
    if (!seesFinance(actor)) throw new ApiError('forbidden')
    const shared = sharedAccounts.filter(({ code }) => code === name)
    if (shared.length === 0) throw new ApiError('notFound', { field: 'name' })
    return shared
  }
  if (decodeId('bankAccount', name) === null) throw new ApiError('notFound', { field: 'name' })
  return accountsOfBank(name)
}

export const proofHandlers: Pick<Handlers<typeof dashboard>, 'proof' | 'balanceAt'> = {
  proof: async ({ db, actor }) => {
    const [checks, cover, lastDay, chain, archive, lastRestore, faultRuns, accounts] = await Promise.all([
      queries.keptChecks(db),
      coverOf(db, actor),
      queries.lastClosedDay(db),
      queries.chainNow(db),
      readArchive(db),
      queries.lastRestore(db),
      queries.lastFaultRuns(db),
      seesBalances(actor) ? queries.accountsToAsk(db) : [],
    ])
    return {
      checks,
      cover,
      lastDay,
      chain,
      archive: { state: archive.state, lastArchivedAt: archive.lastArchivedAt },
      lastRestore,
      faultRuns,
      accounts,
      shared: seesBalances(actor) && seesFinance(actor) ? sharedAccounts.map(({ code }) => code) : [],
    }
  },

  balanceAt: async ({ db, actor, input: { of, name, at }, services }) => {
    if (Date.parse(at) > services.now()) throw new ApiError('invalidValue', { field: 'at' })
    const accounts = await accountsNamed(db, actor, of, name)
    const codes = accounts.map(({ code }) => code)
    const now = await balancesOf(db, codes)
    const then = await Promise.all(codes.map((code) => balanceAt(db, code, at)))
    if (then.every((balance) => balance === null)) throw new ApiError('notFound', { field: 'name' })
    return {
      records: accounts.map(({ code, kind }, place) => ({
        // The part after the id: `cash`, `in_transit`; the account itself where there is none.
        part: of === 'shared' ? code : partOf(code),
        balanceMinor: screenMinor(kind, then[place] ?? 0),
        nowMinor: screenMinor(kind, now.get(code) ?? 0),
      })),
    }
  },
}

/** `member:mbr_x:cash` is `cash`, `bank:oba_x` is `bank`. */
const partOf = (code: string): string => {
  const [first = '', , last] = code.split(':')
  return last ?? first
}
