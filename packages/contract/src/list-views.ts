import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { Version, none } from './kit/error-details.ts'
import { viewScopes } from './values/value-lists.ts'
import { idOf, line, text } from './values/values.ts'

const id = idOf('listView')
const scope = 'own views and layouts; what the staff shares with a role or with everyone'

/** A list as the console names it: `members`, `settings.approvals.mine`. A new list needs nothing here. */
const list = z.string().regex(/^[a-z][A-Za-z0-9.-]{0,59}$/, 'invalidFormat')
/** A column's id, or a parameter of the screen's address. */
const part = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,39}$/, 'invalidFormat')
const columnMax = 60

/** Search parameters of the screen's address that differ from its defaults, each with its values. */
const Filters = z
  .record(part, z.array(text(200)).min(1).max(100))
  .refine((filters) => JSON.stringify(filters).length <= 4000, 'textTooLong')

/** Columns by id: their order, which are hidden, widths in pixels; `density` null follows the console's. */
const Layout = z.strictObject({
  order: z.array(part).max(columnMax),
  hidden: z.array(part).max(columnMax),
  widths: z
    .record(part, z.int().min(1).max(2000))
    .refine((widths) => Object.keys(widths).length <= columnMax, 'outOfRange'),
  density: z.enum(['compact', 'comfortable']).nullable(),
})

const viewInput = {
  name: line(60, 1),
  scope: z.enum(viewScopes),
  filters: Filters,
  /** Null: the view leaves everybody's columns as they are. */
  layout: Layout.nullable().default(null),
}

const ListView = z.strictObject({
  id,
  ...viewInput,
  layout: Layout.nullable(),
  owner: z.string(),
  isOwn: z.boolean(),
  /** Own ones, and for an admin every one they see. */
  mayDelete: z.boolean(),
  version: z.int(),
})

/** Saved views of the lists, and how each person arranged a list's columns. */
export const listViews = defineCalls({
  list: {
    method: 'POST',
    path: '/api/v1/list-view/list',
    requires: 'token',
    scope,
    isRead: true,
    summary: 'The views of one list that the caller sees, by name, and their own layout of its columns.',
    input: z.strictObject({ list }),
    output: z.strictObject({
      views: z.array(ListView),
      layout: Layout.nullable(),
      /** Whether they may save views of this list for their role and for everyone. */
      mayShare: z.boolean(),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/list-view/create',
    requires: 'token',
    scope,
    summary: 'Saves filters under a name. Sharing asks for roleManagement isUpdate and the list’s right.',
    input: z.strictObject({ list, ...viewInput }),
    output: z.strictObject({ id }),
    errors: { forbidden: none, viewNameInUse: none, viewsFull: none },
  },
  update: {
    method: 'POST',
    path: '/api/v1/list-view/update/{id}',
    requires: 'token',
    scope,
    subject: 'listView',
    summary: 'Changes name, scope, filters and columns of an own view.',
    input: z.strictObject({ id, version: z.int(), ...viewInput }),
    output: z.strictObject({ version: z.int() }),
    errors: {
      stale: Version,
      forbidden: none,
      viewNameInUse: none,
    },
  },
  delete: {
    method: 'POST',
    path: '/api/v1/list-view/delete/{id}',
    requires: 'token',
    scope,
    subject: 'listView',
    summary:
      'Takes an own view away; an admin takes away what others share too. The row is kept, archived.',
    input: z.strictObject({ id }),
    output: z.strictObject({}),
    errors: { forbidden: none },
  },
  saveLayout: {
    method: 'POST',
    path: '/api/v1/list-view/save-layout',
    requires: 'token',
    scope,
    summary: 'Keeps how the caller arranged the columns of a list; of a hundred lists, the newest.',
    input: z.strictObject({ list, layout: Layout }),
    output: z.strictObject({}),
  },
})
