import { keyPlace } from '../../../features/slips/ask-service.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { SandboxKeys } from '../sandbox-keys.ts'

/** The slip service of the pretend outside world, in use; where it listens is written at each start. */
export async function storeSlipService({ db, secrets }: Services, { slips }: SandboxKeys): Promise<void> {
  if (!slips) return
  const { serviceId: id, apiKey } = slips
  await db
    .insertInto('slip_services')
    .values({
      id,
      adapter: 'slipOk',
      base_url: 'http://127.0.0.1:1',
      branch: '1',
      api_key: secrets.seal(keyPlace(id), apiKey),
      api_key_last4: apiKey.slice(-4),
      is_sandbox: true,
    })
    .execute()
}
