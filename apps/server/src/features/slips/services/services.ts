import type { slipAdapters } from '@khlang/contract/values/slips/values.ts'
import { easySlip } from './easy-slip.ts'
import type { SlipService } from './service.ts'
import { slipOk } from './slip-ok.ts'

export type SlipAdapter = (typeof slipAdapters)[number]

export const slipServices: Readonly<Record<SlipAdapter, SlipService>> = { slipOk, easySlip }
