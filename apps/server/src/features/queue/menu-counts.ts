import { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { preTransactionQueue } from '@khlang/contract/pre-transactions/queue.ts'
import { preTransactionRequests } from '@khlang/contract/pre-transactions/requests.ts'
import { mayCall, type EmployeeActor } from '../../platform/people/actor.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { countOpenLines } from '../bank-lines/line-queries.ts'
import { groupsOfQueue } from './groups.ts'
import { tabOf } from './queries.ts'
import { countRequests } from '../withdrawals/request-list.ts'

interface Asking {
  readonly db: Reader
  readonly actor: EmployeeActor
  readonly services: Services
}

async function countQueue({ db, actor, services }: Asking): Promise<number> {
  const { rows } = await groupsOfQueue(db, actor, { tab: 'waiting' }, services.reads)
  const waiting = rows.filter(({ kind, state }) => tabOf(kind, state).includes('waiting'))
  return waiting.reduce((sum, { count }) => sum + count, 0)
}

/** What waits behind each entry of the menu; null where this person may not look. */
export async function menuCounts(asking: Asking) {
  const { db, actor, services } = asking
  const [queue, requests, openLines] = await Promise.all([
    mayCall(actor, preTransactionQueue.queueTotals.requires) ? countQueue(asking) : null,
    mayCall(actor, preTransactionRequests.requests.requires)
      ? services.reads.forBrand(actor, 'requests', () => countRequests(db, actor))
      : null,
    seesBrand(actor) && mayCall(actor, preTransactionMatching.lines.requires)
      ? services.reads.read('open lines', () => countOpenLines(db))
      : null,
  ])
  return { queue, requests, openLines }
}
