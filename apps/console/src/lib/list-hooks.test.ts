import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, leave } from './drawn-hooks.fixture.ts'

// What belongs to a person and to one question of a list, and goes with them.

const page = vi.hoisted(() => {
  vi.stubGlobal('document', { addEventListener: () => {} })
  return { mayExport: true, exported: [] as unknown[], changed: [] as unknown[] }
})
vi.mock('react', async () => (await import('./drawn-hooks.fixture.ts')).drawnHooks)
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('./call/call.ts', () => ({ call: async () => ({}), CallError: Error }))
vi.mock('./call/error-text.ts', () => ({ useErrorText: () => String }))
vi.mock('./call/query.ts', () => ({
  useCall: () => ({
    canSend: true,
    send: async (input: unknown) => {
      page.exported.push(input)
      return { jobId: 'job_1' }
    },
  }),
  useQueryCall: () => ({ data: undefined }),
}))
vi.mock('./person/profile.ts', () => ({
  useProfile: () => ({ role: { abilities: { exportData: page.mayExport } } }),
}))
vi.mock('./address/search.ts', () => ({
  useScreenSearch: () => [{ size: 25 }, (...all: unknown[]) => void page.changed.push(all)],
}))
vi.mock('./alerts/notices.ts', () => ({ say: () => {} }))
vi.mock('./list/use-words.ts', () => ({ useWords: () => ({ t: String }) }))
const { beginSession } = await import('./call/session.ts')
const { keepLayout, useKeptLayout } = await import('./list/list-layouts.ts')
const { useExport } = await import('./list/use-export.ts')
const { useList } = await import('./list/use-list.ts')

beforeEach(() => {
  vi.useFakeTimers()
  page.mayExport = true
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

const columns = [{ id: 'name' }, { id: 'phone' }, { id: 'level' }]
const layout = { order: ['level', 'phone', 'name'], hidden: ['phone'], widths: {}, density: null }
const exportOf = () =>
  draw(() =>
    useExport('members.exportList', {
      filter: { search: 'somchai' },
      listId: 'members',
      columns,
      inFile: ['name', 'phone', 'level'] as never,
    }),
  )

it('who may export gets what the list is filtered by and shows, in its order; nobody else does', async () => {
  keepLayout('members', layout as never)
  expect(await exportOf()?.onExport('csv')).toBe(true)
  expect(page.exported).toEqual([{ search: 'somchai', format: 'csv', columns: ['level', 'name'] }])
  page.mayExport = false
  expect(exportOf()).toBeNull()
})

it('the columns of one person are not those of who signs in next', () => {
  beginSession('of one')
  keepLayout('members', layout as never)
  expect(draw(() => useKeptLayout('members'))).toEqual(layout)
  beginSession('of another')
  expect(draw(() => useKeptLayout('members'))).toBeNull()
})

it('another filter begins at its first page with nothing open: a cursor belongs to one filter', () => {
  const made = {
    spec: { area: 'members', call: 'members.list', paging: 'keyset' },
    asking: { filters: [], paging: 'keyset', size: 25, keeps: {}, sort: undefined, panel: undefined },
    openKey: 'open',
    read: () => ({}),
    rowsIn: (rows: unknown) => rows,
  }
  draw(() => useList(made as never, {})).filterBy({ search: 'a' })
  const first = { after: undefined, before: undefined, page: undefined, open: undefined }
  expect(page.changed).toStrictEqual([[{ search: 'a', ...first }, { replace: true }]])
})
