import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { chromium, type Page } from 'playwright-core'
import { businessOn } from '../apps/server/src/platform/business-day.ts'
import { createPool } from '../apps/server/src/platform/db/db.ts'
import { findBrowser } from '../tools/browser.mjs'
import { cashierTokens } from './kit/cashier.ts'
import { closePhones, seedDesks, sendTransfer, servicesOf, type Desk } from './kit/desks.ts'
import { p99, type BenchEnv } from './kit/env.ts'
import { ownDeployment, startRail, startServer } from './kit/office-server.ts'

const database = 'bench_screen'
const members = Number(process.env['KHLANG_BENCH_MEMBERS'] ?? 300_000)
const accounts = 6
interface Rhythm {
  readonly perSecond: number
  readonly limitMs: number
}
const rhythms: readonly Rhythm[] = [
  { perSecond: 10, limitMs: 250 },
  { perSecond: 50, limitMs: 400 },
]
const warmSeconds = 3
/** Every second payer asked so long before their money came. */
const askAheadMs = 200

// Runs in the page: notes for each amount, a cell's whole text, when its row first stood there credited, in
// ms since 1970.
const watchRows = `
  const seen = (globalThis.benchSeen = new Map())
  const look = (row) => {
    if (!row.textContent.includes('เติมแล้ว')) return
    for (const { textContent } of row.cells)
      if (!seen.has(textContent)) seen.set(textContent, Date.now())
  }
  new MutationObserver((changes) => {
    const rows = new Set()
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) {
        const element = node.nodeType === 1 ? node : node.parentElement
        const row = element?.closest('tr[data-row]')
        if (row) rows.add(row)
        else for (const inner of element?.querySelectorAll('tr[data-row]') ?? []) rows.add(inner)
      }
    rows.forEach(look)
  }).observe(document, { subtree: true, childList: true, characterData: true })`

/** Opens the queue as a cashier who has signed in. */
async function openQueue(page: Page, url: string, token: string): Promise<void> {
  await page.addInitScript(`localStorage.setItem('khlang.admin.token', '${token}');${watchRows}`)
  await page.goto(`${url}/pre-transaction/deposit-withdraw?tab=all`)
  await page.getByRole('grid').waitFor()
  // The live stream is open when the console has asked for what it may have missed.
  await sleep(3000)
}

/** Half of the members have asked to deposit something, as on a busy day. */
const seedRequests = (env: BenchEnv, on: string) =>
  env.admin(
    database,
    `insert into deposits (reference, member_id, state, method, amount_requested_minor, by_kind, business_on,
       id, created_at)
     select 'BS' || m.n, m.id, 'pending', 'bank', 50000 + (m.n * 37) % 900000, 'member', '${on}',
       uuidv7(interval '-1 hour'), now() - interval '1 hour'
       from (select id, row_number() over (order by id) as n from members) m where m.n % 2 = 0;
`,
  )

/** All those members are new to the job that keeps the lists. */
async function factsRead(env: BenchEnv): Promise<void> {
  const isBehind = async () => {
    const { rows } = await env.admin(database, 'select exists (select from member_facts_stale) as is')
    return (rows[0] as { is: boolean }).is
  }
  while (await isBehind()) await sleep(500)
}

/** A request for exactly what is about to be paid. */
const openRequest = (pool: pg.Pool, on: string, n: number, amountMinor: number) =>
  pool.query(
    `insert into deposits (reference, member_id, state, method, amount_requested_minor, by_kind, business_on)
     select $1, id, 'pending', 'bank', $2, 'member', $3 from members where username = $4`,
    [`BR${amountMinor}`, amountMinor, on, `bench${payerOf(n)}`],
  )

const payerOf = (n: number): number => 1 + ((n * 7919) % members)
const shown = (minor: number): string => (minor / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

interface Outside {
  readonly port: number
  readonly desks: readonly Desk[]
  readonly ask: (n: number, amountMinor: number) => Promise<unknown>
}

/** Sends each transfer at its time, an account's own one after another. @returns when each was sent */
async function sendAll(
  { port, desks, ask }: Outside,
  amounts: readonly number[],
  perSecond: number,
): Promise<number[]> {
  const sentAt: number[] = []
  const begun = Date.now()
  const lines = desks.map(async (desk, at) => {
    for (let n = at; n < amounts.length; n += desks.length) {
      const dueAt = begun + askAheadMs + (n * 1000) / perSecond
      await sleep(Math.max(0, dueAt - askAheadMs - Date.now()))
      if (n % 2 === 0) await ask(n, amounts[n] ?? 0)
      await sleep(Math.max(0, dueAt - Date.now()))
      sentAt[n] = Date.now()
      await sendTransfer(port, desk, { payer: payerOf(n), amountMinor: amounts[n] ?? 0 })
    }
  })
  await Promise.all(lines)
  return sentAt
}

/** Sends so many a second and judges when each stood in the page. */
async function sendAndSee(env: BenchEnv, page: Page, outside: Outside, rhythm: Rhythm): Promise<boolean> {
  const { perSecond, limitMs } = rhythm
  const warm = perSecond * warmSeconds
  // No amount is told twice, at whatever rhythm.
  const amounts = Array.from(
    { length: warm + perSecond * env.seconds },
    (_, n) => 1_234_567 + n * 101 + perSecond,
  )
  const sentAt = await sendAll(outside, amounts, perSecond)
  await sleep(2000)
  const seen = new Map(await page.evaluate<[string, number][]>('[...globalThis.benchSeen]'))
  const waits = amounts.map((amount, n) => (seen.get(shown(amount)) ?? Infinity) - (sentAt[n] ?? 0))
  const unseen = waits.filter((wait) => wait === Infinity).length
  const late = Math.max(...sentAt.map((at, n) => at - (sentAt[0] ?? 0) - (n * 1000) / perSecond))
  const judged = waits.slice(warm)
  const worst = p99(judged)
  const middle = judged[judged.length >> 1] ?? 0
  env.print(
    `${judged.length} messages at ${perSecond}/s over ${accounts} accounts, ${members} members: median ` +
      `${middle.toFixed(0)} ms, p99 ${worst.toFixed(0)} ms (limit ${limitMs}), never shown ${unseen}, ` +
      `sent late at most ${late.toFixed(0)} ms`,
  )
  return worst <= limitMs && unseen === 0
}

/**
 * From the first byte of a phone's signed message to its row in the document of a signed-in console, half of
 * the payers with an open request: 10 and 50 a second over 6 accounts.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  await (await env.prepare(database, 1)).end()
  const pool = createPool(env.adminUrl(database), { max: 6, name: 'khlang-bench' })
  const services = servicesOf(pool, env.adminUrl(database))
  await ownDeployment(env, database, services.secrets)
  const desks = await seedDesks(env, services, { database, members, desks: accounts })
  const on = businessOn(await services.settings.get(), Date.now())
  await seedRequests(env, on)
  const [token = ''] = await cashierTokens(services, 1)
  // What the seed leaves behind for the background would be done in the measured seconds.
  await env.admin(database, 'vacuum analyze')
  await env.admin(database, 'checkpoint')
  const rail = await startRail()
  const server = await startServer(env, database, rail)
  const url = `http://127.0.0.1:${server.port}`
  await factsRead(env)
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await openQueue(page, url, token)
  const outside: Outside = {
    port: server.port,
    desks,
    ask: (n, amountMinor) => openRequest(pool, on, n, amountMinor),
  }
  const kept: boolean[] = []
  for (const rhythm of rhythms) kept.push(await sendAndSee(env, page, outside, rhythm))
  await browser.close()
  await server.stop()
  await rail.stop()
  await services.db.destroy()
  closePhones()
  return kept.every(Boolean)
}
