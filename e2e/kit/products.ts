import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runKhlang, type RunningKhlang } from './khlang-process.ts'

export interface Account {
  readonly role: string
  readonly username: string
  readonly password: string
}

/** A running product as the tests see it. */
export interface Product {
  readonly url: string
  /** The page and control calls of its sandbox. */
  readonly outside: string
  /** Where a test may listen as a system outside; the product may call it. */
  readonly hookPort: number
  readonly accounts: readonly Account[]
}

const variable = 'KHLANG_E2E_PRODUCTS'

/** What the tests need to know of a product that has just started. */
export const productOf = (khlang: RunningKhlang, hookPort = 0): Product => ({
  url: khlang.address,
  outside: /Sandbox page at (http:\S+)/.exec(khlang.said)?.[1] ?? '',
  hookPort,
  accounts: JSON.parse(readFileSync(join(khlang.dataDir, 'sandbox-accounts.json'), 'utf8')) as Account[],
})

/** Starts a product of the sandbox whose outside world moves only when it is told to (`outside.ts`). */
export const startQuiet = (environment: Readonly<Record<string, string>> = {}): Promise<RunningKhlang> =>
  runKhlang({ KHLANG_PROFILE: 'sandbox', KHLANG_SANDBOX_EVENTS: 'off', ...environment })

/** Makes these products known to this process and to the workers that it starts. */
export function makeKnown(products: readonly Product[]): void {
  process.env[variable] = JSON.stringify(products)
}

/** The product of this worker: no two workers share one, so that no test sees what another file does. */
export function product(): Product {
  const products = JSON.parse(process.env[variable] ?? '[]') as readonly Product[]
  const own = products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]
  if (!own) throw new Error('No product was started for this worker')
  return own
}
