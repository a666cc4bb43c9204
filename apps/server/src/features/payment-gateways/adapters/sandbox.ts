import type { Adapter } from './adapter.ts'
import { signedHttp } from './signed-http.ts'

/**
 * The gateway of the pretend outside world. It speaks the plain protocol, so that what is tried with it is
 * what a real one of that protocol meets; production knows no gateway by this name.
 */
export const sandbox: Adapter = { ...signedHttp, name: 'sandbox' }
