import { website } from '@khlang/contract/website/website.ts'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import {
  defineApproval,
  type Agreed,
  type ExecutionContext,
} from '../../platform/approvals/approval-kinds.ts'
import { readSettings } from '../../platform/db/brand-settings.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { activate } from './activate.ts'
import { afters, befores, changeRows, staleKeys, type Changes } from './changes.ts'
import { addVersion, holdSettings } from './queries.ts'

const Value = z.union([z.boolean(), z.int(), z.string()])
/** Settings come and go; a document stays readable, whatever their names are by then. */
const document = z.strictObject({
  versionId: outsideIdSchema('settingsVersion'),
  changes: z.record(z.string(), z.strictObject({ before: Value, after: Value })),
  /** Null: as soon as it is agreed to. */
  effectiveFrom: z.string().nullable(),
})
type Document = z.output<typeof document>

/** Becomes a version; it begins at once, or when its time has come. */
async function execute(context: ExecutionContext, request: Agreed<Document>): Promise<void> {
  const { tx, services, record, announce } = context
  const { versionId, effectiveFrom } = request.document
  const changes = request.document.changes as unknown as Changes
  await holdSettings(tx)
  if (staleKeys(await readSettings(tx), changes).length > 0)
    throw new ApiError('stateRefused', { details: { reason: 'settingsChanged' } })
  const version = await addVersion(tx, {
    id: uuidOf('settingsVersion', versionId),
    changes,
    askedBy: request.makerId,
    approvalId: request.id,
    reason: request.reason,
    effectiveFrom,
  })
  if (version.isDue) {
    await activate(tx, version, record)
    services.settings.forget()
    return
  }
  await record({
    entity: 'settingsVersion',
    entityId: versionId,
    action: 'settingsScheduled',
    reason: request.comment ?? request.reason,
    before: befores(changes),
    after: afters(changes),
    detail: { number: version.number, effectiveFrom },
  })
  await announce('settingsVersion', versionId, version.number)
}

const settingsKind = (kind: 'settingsChange' | 'settingsGuardChange') =>
  defineApproval({
    kind,
    requires: website.changeSettings.requires,
    document,
    before: z.null(),
    subject: ({ versionId }) => ({ entity: 'settingsVersion', id: versionId }),
    differences: async (_db, { document: { changes, effectiveFrom } }) => [
      ...changeRows(changes as unknown as Changes).map(({ key, ...change }) => ({ field: key, ...change })),
      ...(effectiveFrom === null ? [] : [{ field: 'effectiveFrom', before: null, after: effectiveFrom }]),
    ],
    execute,
  })

/** Other settings of the brand, at once or from a moment on. */
export const settingsChange = settingsKind('settingsChange')

/** The same, of what holds people: two agree, and an admin is among those who asked or agreed. */
export const settingsGuardChange = settingsKind('settingsGuardChange')
