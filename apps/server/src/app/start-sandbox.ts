import type { Services } from '../platform/context.ts'
import type { Config } from './config.ts'

/** Starts the pretend outside world as a process of its own. */
export async function startSandbox(
  _services: Services,
  _config: Config,
  _dataDir: string,
  _port: number,
): Promise<{ stop: () => Promise<void> }> {
  return { stop: () => Promise.resolve() }
}
