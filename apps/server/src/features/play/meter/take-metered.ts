import { ApiError } from '../../../platform/api-error.ts'
import type { RawBody, Services } from '../../../platform/call/context.ts'
import type { Answer, Told } from '../adapters/adapter.ts'
import { takeProviderCall } from '../take-call.ts'
import { countCall, type CallOutcome } from './count-calls.ts'

type Called = Parameters<typeof takeProviderCall>[1]

/**
 * Takes what a game provider calls, and counts what it came to: from when it was read until its answer is
 * known. A provider that is not there is nobody's call.
 * @throws notFound for a provider that is not there
 */
export async function takeMetered(
  services: Services,
  called: Called,
  raw: RawBody,
  address: string,
): Promise<Answer> {
  const beganMs = performance.now()
  const seen: Told['outcome'][] = []
  const count = (outcome: CallOutcome) =>
    countCall(services, { providerId: called.providerId, way: 'in', outcome }, performance.now() - beganMs)
  try {
    const answer = await takeProviderCall(services, called, raw, address, (outcome) => seen.push(outcome))
    count(seen[0] ?? 'noAnswer')
    return answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'notFound') count('noAnswer')
    throw error
  }
}
