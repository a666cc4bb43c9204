import type { gatewayAdapters } from '@khlang/contract/values/gateway-values.ts'
import type { Adapter } from './adapter.ts'
import { opn } from './opn.ts'
import { sandbox } from './sandbox.ts'
import { signedHttp } from './signed-http.ts'

export type AdapterName = (typeof gatewayAdapters)[number]

/** Every way to speak to a gateway: another one is a file beside these, and its row. */
export const adapters: Readonly<Record<AdapterName, Adapter>> = { signedHttp, opn, sandbox }
