import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { website } from '@khlang/contract/website/website.ts'
import { settingKeys } from '@khlang/contract/website/setting-keys.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { addDays, businessOn } from '../../platform/business-day.ts'
import type { Context, Handlers } from '../../platform/call/context.ts'
import { readSettings } from '../../platform/db/brand-settings.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import type { Tx } from '../../platform/db/db.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import { activate } from './activate.ts'
import { settingsChange, settingsGuardChange } from './approval-kinds.ts'
import { afters, changesOf, isGuarded, refusedKey, type Changes } from './changes.ts'
import { describeSettings } from './describe.ts'
import * as queries from './queries.ts'
import { trialOf } from './trial/trial.ts'

type Website = typeof website

/** How far ahead a change may be agreed to. */
const aheadDaysMax = 366
const dayMs = 86_400_000

/** @throws conflict where somebody asked for another value of the same setting already */
async function assertNotAsked(tx: Tx, changes: Changes): Promise<void> {
  const keys = Object.keys(changes)
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from approvals a where a.kind in ('settingsChange', 'settingsGuardChange')
       and a.state = 'pending' and a.expires_at > now()
       and a.document -> 'changes' ?| ${keys}::text[]) as is`.execute(tx)
  if (rows[0]?.is) throw new ApiError('conflict', { details: { reason: 'approvalPending' } })
}

/** @throws stale, invalidValue, invalidDate, conflict */
async function changeSettings({ tx, input, services, ask }: Context<Website['changeSettings']>) {
  const { changes: wished, version, effectiveAt, reason } = input
  await queries.holdSettings(tx)
  const inForce = await queries.versionInForce(tx)
  if (inForce.version !== version) throw new ApiError('stale', { details: { version: inForce.version } })
  const stands = await readSettings(tx)
  const changes = changesOf(stands, wished)
  const refused = refusedKey(stands, changes)
  if (refused !== null || Object.keys(changes).length === 0)
    throw new ApiError('invalidValue', { field: refused === null ? 'changes' : `changes.${refused}` })
  const aheadMs = effectiveAt === null ? 0 : Date.parse(effectiveAt) - services.now()
  if (aheadMs < 0 || aheadMs > aheadDaysMax * dayMs)
    throw new ApiError('invalidDate', { field: 'effectiveAt' })
  await assertNotAsked(tx, changes)
  const id = randomUUIDv7()
  const kind = isGuarded(changes) ? settingsGuardChange : settingsChange
  const document = { versionId: encodeId('settingsVersion', id), changes, effectiveFrom: effectiveAt }
  return { ...(await ask(kind, document, { reason })), id }
}

/** @throws stateRefused where it is off already */
async function switchOff({ tx, input, actor, services, record }: Context<Website['switchOff']>) {
  const { key, reason } = input
  await queries.holdSettings(tx)
  const changes = changesOf(await readSettings(tx), { [key]: false })
  if (Object.keys(changes).length === 0) throw new ApiError('stateRefused', { details: { state: 'off' } })
  const version = await queries.addVersion(tx, {
    id: randomUUIDv7(),
    changes,
    askedBy: actor.id,
    approvalId: null,
    reason,
    effectiveFrom: null,
  })
  await activate(tx, version, record)
  services.settings.forget()
  return { version: version.number }
}

/** @throws notFound, stateRefused where it has begun or is over */
async function withdrawVersion(context: Context<Website['withdrawVersion']>) {
  const { tx, input, actor, record, announce } = context
  await queries.holdSettings(tx)
  const version = await queries.lockVersion(tx, { number: input.number })
  if (version === null) throw new ApiError('notFound')
  const { id, state, number } = version
  if (state !== 'scheduled') throw new ApiError('stateRefused', { details: { state } })
  await queries.endVersion(tx, id, { state: 'withdrawn', by: actor.id, reason: input.reason })
  const entityId = encodeId('settingsVersion', id)
  await record({
    entity: 'settingsVersion',
    entityId,
    action: 'settingsWithdrawn',
    reason: input.reason,
    before: afters(version.changes),
    detail: { number },
  })
  await announce('settingsVersion', entityId, number)
  return { version: number }
}

export const websiteHandlers: Handlers<Website> = {
  settings: async ({ db, services }) => {
    const [stands, inForce, pending, scheduled, held] = await Promise.all([
      readSettings(db),
      queries.versionInForce(db),
      queries.pendingChanges(db),
      queries.scheduledVersions(db),
      heldRestore(db),
    ])
    const records = describeSettings(stands, initialSettings(services.profile))
    return { ...inForce, isHeld: held !== null, records, pending, scheduled }
  },

  settingsAt: async ({ db, input }) => {
    const found = await queries.settingsAt(db, input.at)
    if (found === null) return { version: null, records: [] }
    const setters = await queries.settersAt(db, input.at)
    const records = settingKeys.map((key) => ({
      key,
      value: found.settings[key],
      by: setters.get(key) ?? null,
    }))
    return { version: found.version, records }
  },

  versions: async ({ db, actor, input, services: { secrets } }) => {
    const keyset = keysetOf({ list: 'settingsVersions', sort: queries.newestFirst, input, actor, secrets })
    return queries.pageOfVersions(db, keyset, input)
  },

  trySettings: async ({ db, input, services }) => {
    const stands = await readSettings(db)
    const yesterday = addDays(businessOn(stands, services.now()), -1)
    return trialOf(db, { stands, wished: input.changes, on: input.on ?? yesterday })
  },

  changeSettings,
  switchOff,
  withdrawVersion,
}
