import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useShortcuts } from '../ui/keys/shortcuts.ts'
import { useScreenSearch } from './address/search.ts'
import { draw, leave } from './drawn-hooks.fixture.ts'
import { endTakingBack, useTakeBack, useTakingBack } from './person/taking-back.ts'

// What a screen does by its address, its keys and its rights as they are now.

const page = vi.hoisted(() => ({
  router: {
    history: {
      location: { pathname: '/list', search: '' },
      push: (href: string): void => void href,
      replace: (href: string): void => void href,
    },
  },
  keydown: null as null | ((event: object) => void),
  rights: [] as string[],
}))
vi.mock('react', async () => (await import('./drawn-hooks.fixture.ts')).drawnHooks)
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => page.router,
  useRouterState: () => page.router.history.location.search,
}))
vi.mock('./person/permissions.ts', () => ({
  useAllows: () => (needed: object) => Object.keys(needed).every((name) => page.rights.includes(name)),
}))
vi.stubGlobal('Element', class extends Map {})
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', {
  addEventListener: (name: string, hear: (event: object) => void) => {
    if (name === 'keydown') page.keydown = hear
  },
  removeEventListener: () => {
    page.keydown = null
  },
})

beforeEach(() => {
  page.router.history.location.search = ''
})
afterEach(leave)

it('two changes of an address at once are both kept', () => {
  const { history } = page.router
  history.push = history.replace = (href) => {
    history.location.search = href.slice('/list'.length)
  }
  const parse = (raw: object) => ({ ...raw }) as Record<string, string | undefined>
  const [, change] = draw(() => useScreenSearch(parse))
  change({ state: 'active' })
  change({ bank: 'KBANK' }, { replace: true })
  expect(history.location.search).toBe('?state=active&bank=KBANK')
  change({ state: undefined })
  expect(history.location.search).toBe('?bank=KBANK')
})

it('a key does what it does now, and nothing once its screen is left', () => {
  const run: string[] = []
  const keys = (as: string) =>
    draw(() => useShortcuts('group', [{ key: 'a', label: 'act', run: () => run.push(as) }]))
  const press = () => page.keydown?.({ key: 'a', code: 'KeyA', preventDefault: () => {} })
  keys('on one row')
  keys('on the next')
  press()
  leave()
  press()
  expect(run).toEqual(['on the next'])
})

it('a credit is offered to be taken back by whose right it is: of a line to link, typed to add', () => {
  const offered = (lineId: string | null, ...rights: string[]) => {
    page.rights = rights
    return draw(() => useTakeBack())('dep_1', { lineId }) !== null
  }
  const [ofLines, ofMembers] = ['pretransactionNotMatch', 'memberManagement']
  expect([offered('stl_1', ofLines), offered('stl_1', ofMembers)]).toEqual([true, false])
  expect([offered(null, ofLines), offered(null, ofMembers)]).toEqual([false, true])
  expect(draw(() => useTakeBack())('dep_1', null)).toBeNull()
  draw(() => useTakeBack())('dep_1', { lineId: null })?.()
  expect(useTakingBack()).toEqual({ id: 'dep_1', lineId: null })
  endTakingBack()
  expect(useTakingBack()).toBeNull()
})
