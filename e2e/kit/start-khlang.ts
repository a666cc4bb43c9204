import type { FullConfig } from '@playwright/test'
import { freePort } from '../../apps/server/src/platform/cluster/free-port.ts'
import type { RunningKhlang } from './khlang-process.ts'
import { makeKnown, productOf, startQuiet } from './products.ts'

/** Starts a product for each worker, in turn: the first builds the console. @returns what ends them */
export default async function startKhlang({ workers }: FullConfig): Promise<() => Promise<void>> {
  const started: { khlang: RunningKhlang; hookPort: number }[] = []
  while (started.length < workers) {
    const hookPort = await freePort()
    const khlang = await startQuiet({ KHLANG_EGRESS_ALLOW: `127.0.0.1:${hookPort}` })
    started.push({ khlang, hookPort })
  }
  makeKnown(started.map(({ khlang, hookPort }) => productOf(khlang, hookPort)))
  return async () => void (await Promise.all(started.map(({ khlang }) => khlang.stop())))
}
