import { decodeId, encodeId } from '@khlang/contract/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { FormerKind } from '../../platform/former-kinds.ts'
import { agreeToPlace, placeRequires, type PlaceDocument } from './place.ts'
import { findGroup, lockGroup } from './queries.ts'

/** A chat group outside the house is told of events. Source: decisions 45. */
export const groupPlace: FormerKind = {
  requires: placeRequires,
  // Any member of staff may make a group; who agrees to its place looks after people.
  makerNeeds: {},
  differences: async (_db, { document }) => {
    const { channel, target, baseUrl, events } = document as PlaceDocument
    const shown = { channel, target, ...(baseUrl === null ? {} : { baseUrl }), events }
    return Object.entries(shown).map(([field, after]) => ({ field, before: null, after }))
  },
  carryOut: async ({ tx, announce, record }, { about, document, comment }) => {
    const id = decodeId('group', about.entityId) ?? ''
    const entityId = encodeId('group', id)
    const { place, channel, target, baseUrl } = document as PlaceDocument
    await lockGroup(tx, id)
    const group = await findGroup(tx, id)
    if (group?.place !== place) throw new ApiError('stateRefused', { details: { reason: 'placeChanged' } })
    await agreeToPlace(tx, id, place)
    await record({
      entity: 'group',
      entityId,
      action: 'groupPlaceAgreed',
      reason: comment,
      after: { channel, target, baseUrl },
    })
    await announce('group', entityId)
  },
}
