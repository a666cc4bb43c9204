import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DetailPanelProps } from '../../ui/sheet/DetailPanel.tsx'
import type { PanelProps } from '../list/list-spec.ts'
import { factsPart } from './facts-part.tsx'
import { RecordActs } from './RecordActs.tsx'
import { recordPanel, rowPanel } from './record-panel.tsx'
import { tablePart } from './table-part.tsx'

// What a drawer that is said shows of its thing, and what it asks for it.

const { asked, drawn } = vi.hoisted(() => ({
  asked: { calls: [] as unknown[], answer: {} as object },
  drawn: [] as DetailPanelProps[],
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))
vi.mock('../../ui/use-reading.ts', () => ({ useReading: () => ({ language: 'en', era: 'common' }) }))
vi.mock('../person/permissions.ts', () => ({ useAllows: () => () => true }))
vi.mock('../person/view-reason.ts', () => ({ useViewReason: () => ({}) }))
vi.mock('../call/connection.ts', () => ({ useIsAway: () => true }))
vi.mock('../call/query.ts', () => ({
  useQueryCall: (...all: unknown[]) => {
    asked.calls.push(all)
    return asked.answer
  },
}))
vi.mock('../call/Asked.tsx', () => ({
  Asked: ({ query, children }: { query: { data?: object }; children: (data: object) => ReactNode }) =>
    query.data ? children(query.data) : 'waits',
}))
vi.mock('../../ui/sheet/DetailPanel.tsx', () => ({
  DetailPanel: (props: DetailPanelProps) => {
    drawn.push(props)
    return <>{props.children}</>
  },
}))
vi.mock('../../ui/kit-later.ts', () => ({}))
vi.mock('@mantine/core', () => ({
  Button: ({ children, variant, disabled }: { children: string; variant: string; disabled?: boolean }) =>
    `[${children} ${variant}${disabled ? ' grey' : ''}]`,
}))

beforeEach(() => {
  asked.calls = []
  asked.answer = { data: undefined, error: null, refetch: () => {} }
  drawn.length = 0
})

const words = (shown: ReactNode) =>
  renderToStaticMarkup(shown)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/ +/g, ' ')

interface Thing {
  name: string
  note: string | null
  state: string
  isOpen: boolean
  count: number
}
const thing: Thing = { name: 'A', note: null, state: 'new', isOpen: true, count: 1200 }

describe('facts', () => {
  const Facts = factsPart<Thing>({
    area: 'members',
    names: 'of',
    facts: (fact) => [
      fact.text('name'),
      fact.text('note', { ifAny: true }),
      fact.word('state', 'states', { labelOf: ({ name }) => `own.${name}` }),
      fact.flag('isOpen', 'on', 'off', { label: 'open' }),
      fact.count('count', { isTold: ({ count }) => count > 1000 }),
    ],
  })

  it('are told by their names; what there is not, or is not told, is left out', () => {
    expect(words(<Facts of={thing} />)).toBe(' of.name A own.A states.new open on of.count 1,200 ')
    const other = { ...thing, note: 'b', isOpen: false, count: 3 }
    expect(words(<Facts of={other} />)).toBe(' of.name A of.note b own.A states.new open off ')
  })

  it('are columns of a few rows as well; nothing is a dash', () => {
    const Rows = tablePart<Thing>({
      area: 'members',
      title: 'rows',
      rowKey: ({ name }) => name,
      columns: (fact) => [fact.text('name'), fact.text('note', { label: 'said' })],
    })
    expect(words(<Rows rows={[thing]} />)).toBe(' rows field.name said A – ')
  })

  it('stand one below the other where a phone is too narrow, each with its name', () => {
    const Rows = tablePart<Thing>({
      area: 'members',
      title: 'rows',
      stacks: true,
      rowKey: ({ name }) => name,
      columns: (fact) => [fact.text('name'), fact.text('note', { label: 'said' })],
    })
    const shown = renderToStaticMarkup(<Rows rows={[thing]} />)
    expect([...shown.matchAll(/data-label="([^"]+)"/g)].map(([, label]) => label)).toEqual([
      'field.name',
      'said',
    ])
  })
})

describe('acts', () => {
  it('the first is filled unless it is quiet; what needs the server is grey without it', () => {
    const act = { label: 'a', run: () => {} }
    const acts = [act, { ...act, label: 'b', isSent: true }, { ...act, label: 'c', isOnline: true }]
    expect(words(<RecordActs acts={acts} />)).toBe('[a filled][b default grey][c default grey]')
    expect(words(<RecordActs acts={[{ ...act, isQuiet: true }]} />)).toBe('[a default]')
  })
})

describe('a drawer', () => {
  const panel = { id: 'rol_1', row: undefined, onClose: () => {}, onPrevious: undefined, onNext: undefined }
  const given: PanelProps<never> = { ...panel, onShow: () => {}, onOnly: () => {} }

  it('asks for its thing by the id, and is named when it comes', () => {
    const Panel = recordPanel({
      call: 'roles.get',
      area: 'employees',
      query: { live: 'role' },
      title: ({ roleName }) => roleName,
      acts: () => 'may not',
      body: ({ description }) => description,
    })
    expect(words(<Panel {...given} />)).toBe('waits')
    expect(asked.calls).toEqual([['roles.get', { id: 'rol_1' }, { isTracked: false, live: 'role' }]])
    expect(drawn.at(-1)).toMatchObject({ title: 'list.title', actions: undefined })
    asked.answer = { ...asked.answer, data: { roleName: 'cashier', description: 'pays out' } }
    expect(words(<Panel {...given} />)).toBe(' pays out ')
    expect(drawn.at(-1)).toMatchObject({ title: 'cashier', actions: 'may not' })
  })

  it('of what the list no longer holds is closed, or says so', () => {
    const said = { area: 'a', title: () => 'b', body: () => 'c', useRow: () => ({ data: undefined }) }
    const Closed = rowPanel<Thing>({ ...said, without: 'closed' })
    renderToStaticMarkup(<Closed {...given} />)
    expect(drawn.at(-1)?.isOpen).toBe(false)
    const Said = rowPanel<Thing>({ ...said, without: { title: 'gone', hint: 'why' } })
    expect(words(<Said {...given} />)).toContain('gone why')
  })
})
