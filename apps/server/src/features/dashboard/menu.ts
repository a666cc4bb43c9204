import type { dashboard } from '@khlang/contract/dashboard.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { countWaitingChanges, mayDecideChanges } from '../members/waiting-changes.ts'
import { menuCounts } from '../queue/menu-counts.ts'

/** One answer for all numbers of the menu: every console asks for them all day. */
export const menuHandlers: Pick<Handlers<typeof dashboard>, 'menu'> = {
  menu: async ({ db, actor, services }) => {
    const [counts, changes] = await Promise.all([
      menuCounts({ db, actor, services }),
      mayDecideChanges(actor) ? countWaitingChanges(db, actor) : null,
    ])
    return { ...counts, accountChanges: changes?.toSettle ?? null }
  },
}
