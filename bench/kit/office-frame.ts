import { queueRowsMax } from '@khlang/contract/values/value-lists.ts'
import type { Console, Heard } from './console.ts'

/** What the simulated person needs of a list. */
export type Page = {
  readonly records: readonly { readonly id: string; readonly kind?: string }[]
  readonly afterCursor?: string | null
}
/** One of them, by chance. */
export const one = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)]

/** `run` at once when it rests, and once more at the end of the pause: the console's `useThrottled`. */
export function throttled(run: () => void, everyMs: number | (() => number)): () => void {
  let timer: NodeJS.Timeout | null = null
  let isAsked = false
  const go = (): void => {
    run()
    const rest = (): void => {
      timer = null
      if (!isAsked) return
      isAsked = false
      go()
    }
    timer = setTimeout(rest, typeof everyMs === 'number' ? everyMs : everyMs())
    timer.unref()
  }
  return () => {
    if (timer === null) go()
    else isAsked = true
  }
}

/** Events that bring their row need no call; of the others the ids are kept until they are asked for. */
export class Due {
  #ids = { deposit: new Set<string>(), withdrawal: new Set<string>() }
  add(kind: 'deposit' | 'withdrawal', { id, row }: Heard): boolean {
    if (row !== undefined) return false
    this.#ids[kind].add(id)
    return true
  }
  take(): { deposits: `dep_${string}`[]; withdrawals: `wdr_${string}`[] } | null {
    const deposits = [...this.#ids.deposit].slice(0, queueRowsMax) as `dep_${string}`[]
    const withdrawals = [...this.#ids.withdrawal].slice(0, queueRowsMax) as `wdr_${string}`[]
    for (const id of deposits) this.#ids.deposit.delete(id)
    for (const id of withdrawals) this.#ids.withdrawal.delete(id)
    return deposits.length + withdrawals.length === 0 ? null : { deposits, withdrawals }
  }
}

/** MenuCounters, ApprovalCounter, BellButton, RestoredBanner and QueueCaller: on every screen. */
export function openFrame(console: Console): void {
  console.show('dashboard.menu', {})
  console.show('approvals.count', {})
  console.show('notifications.unread', {})
  console.show('dashboard.restored', {})
  const refresh = throttled(() => console.invalidate('dashboard.menu'), 5000)
  for (const topic of ['deposit', 'withdrawal', 'statementLine', 'member', 'approval'])
    console.on(topic, refresh)
  console.on('approval', () => {
    console.invalidate('approvals.count')
    console.invalidate('dashboard.restored')
  })
  console.on('notification', () => console.invalidate('notifications'))
  console.every(60_000, () => {
    console.invalidate('approvals.count')
    console.invalidate('dashboard.restored')
  })
  const due = new Due()
  const ask = throttled(() => {
    const ids = due.take()
    if (ids) void console.call('preTransactions.queueRows', ids)
  }, 1000)
  for (const kind of ['deposit', 'withdrawal'] as const)
    console.on(kind, (event) => {
      if (event.topic !== '*' && due.add(kind, event)) ask()
    })
}
