import type { playAdapters } from '@khlang/contract/values/play-values.ts'
import type { PlayAdapter } from './adapter.ts'
import { betAndResult } from './bet-and-result.ts'
import { transferInOut } from './transfer-in-out.ts'

export type AdapterName = (typeof playAdapters)[number]

/** Every way that game providers speak. */
export const adapters: Readonly<Record<AdapterName, PlayAdapter>> = { betAndResult, transferInOut }
