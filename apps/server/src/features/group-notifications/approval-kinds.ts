import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { agreeToPlace, placeKind, placeRequires } from './place.ts'
import { findGroup, lockGroup } from './queries.ts'

/** A chat group outside the house is told of events. Source: decisions 45. */
export const groupPlace = defineApproval({
  kind: placeKind,
  requires: placeRequires,
  // Any member of staff may make a group; who agrees to its place looks after people.
  makerNeeds: {},
  document: z.strictObject({
    groupId: outsideIdSchema('group'),
    /** Channel, target and address as `chat_place()` writes them: what the database compares. */
    place: z.string(),
    name: z.string(),
    channel: z.string(),
    target: z.string(),
    baseUrl: z.string().nullable(),
    events: z.array(z.string()),
  }),
  before: z.null(),
  // At first the group stood in the row of the request alone.
  former: (stored, groupId) => ({ groupId, ...stored }),
  subject: ({ groupId }) => ({ entity: 'group', id: groupId }),
  differences: async (_db, { document }) => {
    const { channel, target, baseUrl, events } = document
    const shown = { channel, target, ...(baseUrl === null ? {} : { baseUrl }), events }
    return Object.entries(shown).map(([field, after]) => ({ field, before: null, after }))
  },
  execute: async ({ tx, announce, record }, { document, comment }) => {
    const { groupId, place, channel, target, baseUrl } = document
    const id = uuidOf('group', groupId)
    await lockGroup(tx, id)
    const group = await findGroup(tx, id)
    if (group?.place !== place) throw new ApiError('stateRefused', { details: { reason: 'placeChanged' } })
    await agreeToPlace(tx, id, place)
    await record({
      entity: 'group',
      entityId: groupId,
      action: 'groupPlaceAgreed',
      reason: comment,
      after: { channel, target, baseUrl },
    })
    await announce('group', groupId)
  },
})
