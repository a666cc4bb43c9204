import { randomUUIDv7 } from 'node:crypto'
import { groupEvents } from '@khlang/contract/values/event-codes.ts'
import type { groupNotifications } from '@khlang/contract/group-notifications.ts'
import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { prepared, type Handlers, type Services } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isOwnAddress } from '../../platform/security/egress-address.ts'
import { mayCallOutside } from '../../platform/security/egress.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { askForPlace } from './ask-place.ts'
import { credentialPlace, retimeWaiting, sendTest, type Windows } from './deliver.ts'
import * as queries from './queries.ts'
import { mayRead, ownerReads } from './may-read.ts'
import { isInHouse } from './place.ts'
import { shownDeliveries, testText } from './sent-text.ts'

type Input = Omit<HandlerInput<typeof groupNotifications.create>, 'credential'>

/** Groups are the staff's: who made one changes it, and an admin. */
function assertStaff(actor: EmployeeActor): void {
  if (!seesBrand(actor)) throw new ApiError('forbidden')
}
const mayChange = (actor: EmployeeActor, ownerId: string): boolean =>
  actor.role.isAdmin || actor.id === ownerId

/**
 * Looks its names up, which may take seconds: call it before the transaction.
 * @throws urlForbidden at the field whose address is not a public one
 */
async function assertAddresses({ actor, services, input }: Making): Promise<void> {
  const asked = [
    ...(input.channel === 'webhook' ? [{ field: 'target', url: input.target }] : []),
    ...(input.baseUrl === null ? [] : [{ field: 'baseUrl', url: input.baseUrl }]),
  ]
  for (const { field, url } of asked)
    if (
      isOwnAddress(url, services.ownHosts) ||
      !(await mayCallOutside(url, services.egressAllow, actor.id))
    )
      throw new ApiError('urlForbidden', { field })
}

/**
 * A group is told what its owner may read, so nobody chooses more for it than they and the owner may; what it
 * had before may stay in the list. Source: decisions 45.
 * @throws invalidValue at `events`
 */
async function assertReadable(
  db: Reader,
  of: { actor: EmployeeActor; group?: queries.GroupRow | undefined; events: Input['events'] },
): Promise<void> {
  const { actor, group, events } = of
  const owns = !group || group.isOrphan || group.ownerId === actor.id
  const reads = owns ? () => true : await ownerReads(db, group.ownerId)
  const added = events.filter((code) => !group?.events.includes(code))
  const closed = added.filter((code) => !mayRead(actor, code) || !reads(code))
  if (closed.length > 0)
    throw new ApiError('invalidValue', { field: 'events', details: { events: closed } })
}

/** How a group is set, as its form has it. */
function settingsOf(row: queries.GroupRow) {
  const { target, baseUrl, events, language, minAmountMinor, banks, templates, mergeSeconds } = row
  const { quietFrom: from, quietUntil: until } = row
  const quietHours = from !== null && until !== null ? { from, until } : null
  const own = { target, baseUrl, events, language, minAmountMinor, banks, quietHours, mergeSeconds }
  return { ...own, templates: templates as Input['templates'] }
}

const sameWindows = (one: Windows, other: Windows): boolean =>
  one.mergeSeconds === other.mergeSeconds &&
  one.quietHours?.from === other.quietHours?.from &&
  one.quietHours?.until === other.quietHours?.until

const valuesOf = (input: Input) => ({
  name: input.name,
  channel: input.channel,
  target: input.target,
  base_url: input.baseUrl,
  events: [...new Set(input.events)],
  language: input.language,
  min_amount_minor: input.minAmountMinor,
  banks: input.banks,
  templates: JSON.stringify(input.templates),
  quiet_from: input.quietHours?.from ?? null,
  quiet_until: input.quietHours?.until ?? null,
  merge_seconds: input.mergeSeconds,
})

function toRow(row: queries.GroupRow, actor: EmployeeActor, { egressAllow }: Services) {
  const { id, name, channel, isLocked, owner, sentToday, failedToday, waiting, version } = row
  const { lastSentAt, lastError, lastErrorAt, isFailing, isOrphan } = row
  const isOpen = row.isPlaceAgreed || isInHouse(row, egressAllow)
  return {
    id,
    name,
    channel,
    eventCount: row.events.length,
    isLocked,
    owner,
    mayChange: mayChange(actor, row.ownerId),
    sentToday,
    failedToday,
    waiting,
    lastSentAt,
    lastError,
    lastErrorAt,
    isFailing,
    isOrphan,
    place: isOpen
      ? ('open' as const)
      : row.placeApprovalId === null
        ? ('closed' as const)
        : ('waiting' as const),
    version,
  }
}

interface Making {
  readonly actor: EmployeeActor
  readonly services: Services
  readonly input: queries.Place
}

/** @throws forbidden, urlForbidden */
async function mayMake(making: Making): Promise<void> {
  assertStaff(making.actor)
  await assertAddresses(making)
}

/** @throws notFound, forbidden; urlForbidden for another place than the group has */
async function mayPoint({ actor, services, input }: Making & { input: { readonly id: string } }) {
  const group = await queries.findGroup(services.db, input.id)
  if (!group) throw new ApiError('notFound')
  if (!mayChange(actor, group.ownerId)) throw new ApiError('forbidden')
  const isSame = group.target === input.target && group.baseUrl === input.baseUrl
  if (!isSame || group.channel !== input.channel) await assertAddresses({ actor, services, input })
}

export const groupNotificationHandlers: Handlers<typeof groupNotifications> = {
  list: async ({ db, actor, input, services }) => {
    assertStaff(actor)
    const { records, totalRecords } = await queries.listGroups(db, input)
    return numberedPageOf(
      input,
      records.map((row) => toRow(row, actor, services)),
      totalRecords,
    )
  },

  get: async ({ db, actor, input, services }) => {
    const row = await queries.findGroup(db, input.id)
    if (!row) throw new ApiError('notFound')
    const deliveries = await shownDeliveries(db, actor, { group: row, brand: services.brand })
    return { ...toRow(row, actor, services), ...settingsOf(row), deliveries }
  },

  create: prepared(mayMake, async (context) => {
    const { tx, actor, input, services, record, announce } = context
    await assertReadable(tx, { actor, events: input.events })
    const { credential, ...rest } = input
    const id = randomUUIDv7()
    const sealed = services.secrets.seal(credentialPlace(id), credential)
    await tx
      .insertInto('chat_groups')
      .values({ id, ...valuesOf(rest), credential: sealed, owner_id: actor.id })
      .execute()
    const entityId = encodeId('group', id)
    await record({ entity: 'group', entityId, action: 'groupCreated', after: rest })
    const place = await askForPlace(context, id)
    await announce('group', entityId, 1)
    return { id, place }
  }),

  update: prepared(mayPoint, async (context) => {
    const { tx, actor, input, services, record, announce } = context
    const { id, version, credential, ...rest } = input
    const group = await queries.lockGroup(tx, id)
    if (!mayChange(actor, group.owner_id)) throw new ApiError('forbidden')
    if (group.is_locked) throw new ApiError('groupLocked')
    if (group.version !== version) throw new ApiError('stale', { details: { version: group.version } })
    // A stored secret never goes where it was not given for: another address asks for it anew.
    const isElsewhere = group.channel !== rest.channel || group.base_url !== rest.baseUrl
    const isOtherHook = rest.channel === 'webhook' && group.target !== rest.target
    if (credential === undefined && (isElsewhere || isOtherHook))
      throw new ApiError('requiredField', { field: 'credential' })
    const stored = await queries.findGroup(tx, id)
    await assertReadable(tx, { actor, group: stored, events: rest.events })
    const before = stored ? { name: stored.name, channel: stored.channel, ...settingsOf(stored) } : null
    const secret =
      credential === undefined ? {} : { credential: services.secrets.seal(credentialPlace(id), credential) }
    await tx
      .updateTable('chat_groups')
      .set({
        ...valuesOf(rest),
        ...secret,
        // Of somebody who works here no more it becomes whose who goes on with it.
        ...(stored?.isOrphan ? { owner_id: actor.id } : {}),
        version: version + 1,
      })
      .where('id', '=', id)
      .execute()
    if (before === null || !sameWindows(before, rest)) await retimeWaiting(tx, id, rest, services.now())
    const entityId = encodeId('group', id)
    await record({
      entity: 'group',
      entityId,
      action: 'groupChanged',
      before,
      after: rest,
      detail: { hasNewCredential: credential !== undefined },
    })
    const place = await askForPlace(context, id)
    await announce('group', entityId, version + 1)
    return { version: version + 1, place }
  }),

  toggleLocked: async ({ tx, actor, input, record, announce }) => {
    const group = await queries.lockGroup(tx, input.id)
    if (!mayChange(actor, group.owner_id)) throw new ApiError('forbidden')
    const isLocked = !group.is_locked
    await tx
      .updateTable('chat_groups')
      .set({ is_locked: isLocked, version: group.version + 1 })
      .where('id', '=', input.id)
      .execute()
    // What waits while a group is locked is stale when it opens again.
    if (isLocked)
      await tx
        .updateTable('chat_deliveries')
        .set({ state: 'dropped', done_at: new Date() })
        .where('group_id', '=', input.id)
        .where('state', '=', 'pending')
        .execute()
    const entityId = encodeId('group', input.id)
    await record({ entity: 'group', entityId, action: isLocked ? 'groupLocked' : 'groupOpened' })
    await announce('group', entityId, group.version + 1)
    return { isLocked, version: group.version + 1 }
  },

  events: async ({ actor }) => {
    assertStaff(actor)
    return { events: groupEvents.filter((code) => mayRead(actor, code)) }
  },

  test: async ({ db, actor, input, services, requestId }) => {
    const group = await queries.findGroup(db, input.id)
    if (!group) throw new ApiError('notFound')
    if (!mayChange(actor, group.ownerId)) throw new ApiError('forbidden')
    if (group.isLocked) throw new ApiError('groupLocked')
    // Also to a place that nobody agreed to yet: the fixed sentence tells nothing, and proves the place.
    const error = await sendTest(services, group, testText(services.brand))
    const entityId = encodeId('group', input.id)
    const result = error === null ? 'done' : 'failed'
    await recordActivity(db, actor, requestId, { entity: 'group', entityId, action: 'groupTested', result })
    return { isSent: error === null, error }
  },
}
