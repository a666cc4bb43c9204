import type { Console, Heard } from './console.ts'
import { Due, one, openFrame, throttled, type Page } from './office-frame.ts'

// What each screen of the console asks, and when: by the same throttles, on the same events. Whoever changes
// the console's asking changes it here.

/** A page of the queue that grew by so many live rows is asked for again (row-merge.ts). */
const grownMax = 450
const personMs = 10_000
/** Members by a phone or a name: one of them, or more than a search finds at most, however large the book. */
const queueSearches = ['bench7', '0800048213']
const memberSearches = ['สมชาย', 'นภา', 'bench1', '0800048213']

type QueueFilter = {
  tab: 'waiting' | 'all' | 'deposits' | 'withdrawals' | 'done'
  search?: string
  accountId?: `oba_${string}`
}

/** The queue: its page, sums and accounts; events are merged, everything else is asked for once a second. */
export function openQueue(console: Console, nth: number): void {
  openFrame(console)
  const home: QueueFilter = { tab: nth % 2 === 0 ? 'waiting' : 'all' }
  let filter = home
  let accounts: readonly { readonly id: string }[] = []
  let rows: Page['records'] = []
  let grown = new Set<string>()
  const view = (next: QueueFilter): void => {
    console.hide('preTransactions.queue', { ...filter, size: 50 })
    console.hide('preTransactions.queueTotals', filter)
    filter = next
    grown = new Set()
    console.show('preTransactions.queue', { ...filter, size: 50 }, (data) => {
      rows = (data as Page).records
    })
    console.show('preTransactions.queueTotals', filter)
  }
  view(home)
  console.show('preTransactions.accounts', {}, (data) => {
    accounts = (data as Page).records
  })
  const everyMs = () => (filter.search === undefined ? 1000 : 5000)
  const refreshSums = throttled(() => {
    console.invalidate('preTransactions.queueTotals')
    console.invalidate('preTransactions.accounts')
  }, everyMs)
  const refreshList = throttled(() => {
    grown = new Set()
    console.invalidate('preTransactions.queue')
  }, everyMs)
  const due = new Due()
  let isUnderWay = false
  const fetchRows = async (): Promise<void> => {
    if (isUnderWay) return
    isUnderWay = true
    await new Promise((done) => setTimeout(done))
    for (let ids = due.take(); ids !== null; ids = due.take())
      await console.call('preTransactions.queueRows', ids)
    isUnderWay = false
  }
  const hear = (kind: 'deposit' | 'withdrawal') => (event: Heard) => {
    refreshSums()
    if (event.topic === '*') return refreshList()
    if (due.add(kind, event)) void fetchRows()
    // A filter that only the server knows, or a page that grew too long: the page is asked for again.
    grown.add(event.id)
    if (filter.search !== undefined || (filter.tab === 'all' && grown.size > grownMax)) refreshList()
  }
  console.on('deposit', hear('deposit'))
  console.on('withdrawal', hear('withdrawal'))
  console.on('bankAccount', refreshSums)
  console.on('statementLine', refreshSums)
  // A person looks at something else every ten seconds, and comes back.
  let act = nth
  console.every(personMs, () => {
    act += 1
    if (filter !== home) return view(home)
    const account = one(accounts)?.id as `oba_${string}` | undefined
    if (act % 4 === 0) view({ tab: 'done' })
    else if (act % 4 === 1 && account !== undefined) view({ tab: 'all', accountId: account })
    else if (act % 4 === 2) view({ tab: 'all', search: one(queueSearches) ?? '' })
    else openRow(console, one(rows))
  })
}

/** The sheet of a withdrawal; a deposit in the list is shown without a call. */
function openRow(console: Console, row: Page['records'][number] | undefined): void {
  if (row?.id.startsWith('wdr_') === true)
    void console.call('preTransactions.withdrawal', { id: row.id as `wdr_${string}` })
}

/** What waits for a person; read again whole. */
export function openRequests(console: Console): void {
  openFrame(console)
  let rows: Page['records'] = []
  console.show('preTransactions.requests', { size: 50 }, (data) => {
    rows = (data as Page).records
  })
  console.show('preTransactions.approvals', {})
  const refresh = throttled(() => {
    console.invalidate('preTransactions.requests')
    console.invalidate('preTransactions.approvals')
  }, 300)
  console.on('withdrawal', refresh)
  console.on('deposit', refresh)
  console.on('approval', refresh)
  console.every(personMs, () => openRow(console, one(rows)))
}

/** Open lines with one in hand; all of it is made old by every line. */
export function openMatching(console: Console): void {
  openFrame(console)
  let rows: Page['records'] = []
  let held: `stl_${string}` | undefined
  const hold = (id: string | undefined): void => {
    if (held !== undefined) console.hide('preTransactions.line', { id: held })
    held = id as `stl_${string}` | undefined
    if (held !== undefined) console.show('preTransactions.line', { id: held })
  }
  console.show('preTransactions.lines', { scope: 'open', size: 50 }, (data) => {
    rows = (data as Page).records
    if (held === undefined) hold(rows[0]?.id)
  })
  console.show('preTransactions.accounts', {})
  console.on('statementLine', () => console.invalidate('preTransactions.lines'))
  console.on('statementLine', () => console.invalidate('preTransactions.lineTotals', { scope: 'open' }))
  console.on('statementLine', () => console.invalidate('preTransactions.line'))
  console.every(personMs, () => hold(one(rows)?.id))
}

export function openDashboard(console: Console): void {
  openFrame(console)
  console.show('dashboard.now', {})
  console.show('dashboard.day', {})
  console.show('dashboard.alarms', {})
  let timer: NodeJS.Timeout | null = null
  const refresh = (): void => {
    timer ??= setTimeout(() => {
      timer = null
      for (const figures of ['now', 'day', 'alarms']) console.invalidate(`dashboard.${figures}`)
    }, 1000)
  }
  for (const topic of [
    'deposit',
    'withdrawal',
    'statementLine',
    'message',
    'bankAccount',
    'transfer',
    'member',
  ])
    console.on(topic, refresh)
  console.on('approval', () => console.invalidate('dashboard.alarms'))
  console.every(30_000, () => console.invalidate('dashboard.alarms'))
}

/** The list of members: a page, a search, a member, one after another every five seconds. */
export function openMembers(console: Console): void {
  openFrame(console)
  const base = { size: 25, sort: 'createdAt', isAscending: false } as const
  let input: Omit<typeof base, 'sort'> & {
    sort: 'createdAt' | 'match'
    after?: string
    search?: string
  } = base
  let last: Page = { records: [] }
  let open: `mbr_${string}` | undefined
  const view = (next: typeof input): void => {
    console.hide('members.list', input)
    input = next
    console.show('members.list', input, (data) => {
      last = data as Page
    })
    console.show('members.totals', next.search === undefined ? {} : { search: next.search })
  }
  const leave = (): void => {
    if (open === undefined) return
    console.hide('members.get', { id: open })
    console.hide('preTransactions.queue', { memberId: open, tab: 'all', size: 25 })
    open = undefined
  }
  view(base)
  console.on('member', () => {
    if (open !== undefined) console.invalidate('preTransactions.queue', { memberId: open })
  })
  let act = 0
  console.every(personMs / 2, () => {
    act += 1
    leave()
    console.hide('members.totals', input.search === undefined ? {} : { search: input.search })
    if (act % 4 === 1 && last.afterCursor) view({ ...base, after: last.afterCursor })
    else if (act % 4 === 2) view({ ...base, sort: 'match', search: one(memberSearches) ?? '' })
    else if (act % 4 === 3) {
      open = one(last.records)?.id as typeof open
      if (open === undefined) return
      console.show('members.get', { id: open })
      console.show('preTransactions.queue', { memberId: open, tab: 'all', size: 25 })
    } else view(base)
  })
}
