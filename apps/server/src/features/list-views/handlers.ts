import type { listViews } from '@khlang/contract/list-views.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import * as queries from './queries.ts'
import { layoutChange, mayDelete, mayShare, viewsMax, viewsPerListMax, type ViewScope } from './rules.ts'

/** @throws forbidden where a view would reach others and the person may not share */
function assertScope(actor: EmployeeActor, list: string, scope: ViewScope): void {
  if (scope !== 'private' && !mayShare(actor, list)) throw new ApiError('forbidden', { field: 'scope' })
}

/** What the log says of a view: which filters it sets, not to what, for that can be a name or a phone. */
const toAuditDetail = (list: string, view: Pick<queries.ViewInput, 'name' | 'scope' | 'filters'>) => ({
  list,
  viewName: view.name,
  scope: view.scope,
  filter: Object.keys(view.filters),
})

function toRow(row: queries.ViewRow, actor: EmployeeActor) {
  const { id, name, scope, filters, layout, owner, ownerId, version } = row
  const isOwn = ownerId === actor.id
  return { id, name, scope, filters, layout, owner, isOwn, mayDelete: mayDelete(actor, ownerId), version }
}

export const listViewHandlers: Handlers<typeof listViews> = {
  list: async ({ db, actor, input }) => {
    const [rows, layout] = await Promise.all([
      queries.viewsOf(db, actor, input.list),
      queries.layoutOf(db, actor.id, input.list),
    ])
    const views = rows.map((row) => toRow(row, actor))
    return { views, layout, mayShare: mayShare(actor, input.list) }
  },

  create: async ({ tx, actor, input, record }) => {
    const { list, ...view } = input
    assertScope(actor, list, view.scope)
    const { here, all } = await queries.countViews(tx, actor.id, list)
    if (here >= viewsPerListMax || all >= viewsMax) throw new ApiError('viewsFull')
    const { id } = await queries.addView(tx, actor, list, view)
    const entityId = encodeId('listView', id)
    const action = view.scope === 'private' ? 'viewSaved' : 'viewShared'
    await record({ entity: 'listView', entityId, action, after: toAuditDetail(list, view) })
    return { id }
  },

  update: async ({ tx, actor, input, record }) => {
    const { id, version, ...view } = input
    const row = await queries.lockView(tx, actor, id)
    if (!row) throw new ApiError('notFound')
    if (row.ownerId !== actor.id) throw new ApiError('forbidden')
    if (row.version !== version) throw new ApiError('stale', { details: { version: row.version } })
    assertScope(actor, row.list, view.scope)
    await queries.changeView(tx, actor, row, view)
    const isNewlyShared = row.scope === 'private' && view.scope !== 'private'
    await record({
      entity: 'listView',
      entityId: encodeId('listView', id),
      action: isNewlyShared ? 'viewShared' : 'viewChanged',
      before: toAuditDetail(row.list, row),
      after: toAuditDetail(row.list, view),
    })
    return { version: version + 1 }
  },

  delete: async ({ tx, actor, input, record }) => {
    const row = await queries.lockView(tx, actor, input.id)
    if (!row) throw new ApiError('notFound')
    if (!mayDelete(actor, row.ownerId)) throw new ApiError('forbidden')
    await queries.archiveView(tx, row)
    await record({
      entity: 'listView',
      entityId: encodeId('listView', input.id),
      action: 'viewDeleted',
      before: toAuditDetail(row.list, row),
    })
    return {}
  },

  saveLayout: async ({ tx, actor, input, record }) => {
    const { list, layout } = input
    const stored = await queries.layoutOf(tx, actor.id, list)
    await queries.keepLayout(tx, actor.id, list, layout)
    const { before, after } = layoutChange(stored, layout)
    if (Object.keys(after).length > 0)
      await record({ entity: 'list', entityId: list, action: 'layoutSaved', before, after })
    return {}
  },
}
