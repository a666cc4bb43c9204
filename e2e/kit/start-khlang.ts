import type { FullConfig } from '@playwright/test'
import { buildConsole } from '../../apps/server/src/app/start/build-console.ts'
import { freePort } from '../../apps/server/src/platform/cluster/free-port.ts'
import type { RunningKhlang } from './khlang-process.ts'
import { makeKnown, productOf, startQuiet } from './products.ts'

async function startOne(): Promise<{ khlang: RunningKhlang; hookPort: number }> {
  const hookPort = await freePort()
  return { khlang: await startQuiet({ KHLANG_EGRESS_ALLOW: `127.0.0.1:${hookPort}` }), hookPort }
}

/** Starts a product for each worker over one console, built before. @returns what ends them */
export default async function startKhlang({ workers }: FullConfig): Promise<() => Promise<void>> {
  await buildConsole(console.log)
  const started = await Promise.all(Array.from({ length: workers }, startOne))
  makeKnown(started.map(({ khlang, hookPort }) => productOf(khlang, hookPort)))
  return async () => void (await Promise.all(started.map(({ khlang }) => khlang.stop())))
}
