import type { distributors } from '@khlang/contract/play/distributors.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { distributorContract, distributorSetup } from './approval-kinds.ts'
import { lockContract, lockDistributor, overlaps } from './queries.ts'
import { endOf, type ContractTerms, type DistributorTerms } from './terms.ts'
import { holdProvider } from './writes.ts'

/** @throws invalidValue where another distributor has this code */
async function assertFree(tx: Tx, code: string, id: string | null): Promise<void> {
  const taken = await tx.selectFrom('distributors').select('id').where('code', '=', code).executeTakeFirst()
  if (taken && taken.id !== id) throw new ApiError('invalidValue', { field: 'code' })
}

export async function askForDistributor({ tx, input, ask }: Context<typeof distributors.create>) {
  const { reason, ...words } = input
  await assertFree(tx, words.code, null)
  const id = randomUUIDv7()
  const document: DistributorTerms = { ...words, distributorId: encodeId('distributor', id), version: null }
  return { ...(await ask(distributorSetup, document, { reason })), id }
}

export async function askForTerms({ tx, input, ask }: Context<typeof distributors.update>) {
  const { id, reason, version, ...words } = input
  const before = await lockDistributor(tx, id, version)
  await assertFree(tx, words.code, id)
  return ask(distributorSetup, { ...before, ...words }, { reason, before, version })
}

const assertDays = (validFrom: string, validUntil: string): void => {
  if (validUntil < validFrom) throw new ApiError('invalidValue', { field: 'validUntil' })
}

/** @throws stateRefused where another contract of the same games stands on a day of it */
async function assertAlone(tx: Tx, document: ContractTerms): Promise<void> {
  if (await overlaps(tx, document))
    throw new ApiError('stateRefused', { details: { reason: 'contractOverlaps' } })
}

export async function askForContract({ tx, input, ask }: Context<typeof distributors.addContract>) {
  const { id, providerId, gameType, feeBps, validFrom, reason } = input
  const validUntil = endOf(input.validUntil)
  assertDays(validFrom, validUntil)
  const { distributorId, name, state } = await lockDistributor(tx, id)
  if (state === 'closed') throw new ApiError('stateRefused', { details: { reason: 'distributorClosed' } })
  const provider = await holdProvider(tx, providerId)
  if (provider === null) throw new ApiError('invalidValue', { field: 'providerId' })
  const document: ContractTerms = {
    contractId: encodeId('distributorContract', randomUUIDv7()),
    distributorId,
    providerId: encodeId('gameProvider', providerId),
    distributor: name,
    provider,
    gameType,
    feeBps,
    validFrom,
    validUntil,
    version: null,
  }
  await assertAlone(tx, document)
  return ask(distributorContract, document, { reason })
}

export async function askForEnd({ tx, input, ask }: Context<typeof distributors.endContract>) {
  const { id, version, reason } = input
  const before = await lockContract(tx, id, version)
  const document = { ...before, validUntil: endOf(input.validUntil) }
  assertDays(document.validFrom, document.validUntil)
  await assertAlone(tx, document)
  return ask(distributorContract, document, { reason, before, version })
}
