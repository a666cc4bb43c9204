// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Money } from '../figures/Money.tsx'
import type { Column } from './table-columns.ts'
import { TableCards } from './TableCards.tsx'

// What a phone shows of a row, and what somebody hears who does not see it.

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))

interface Row {
  name: string
  state: string
  note: string
  stakeMinor: number
  bets: number
}
const row: Row = { name: 'kl1', state: 'active', note: 'a note', stakeMinor: 123_400, bets: 12 }

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Member', cell: (each) => each.name, card: 'title' },
  { id: 'state', header: 'State', cell: (each) => each.state, card: 'aside' },
  { id: 'note', header: 'Note', cell: (each) => each.note, card: 'line' },
  { id: 'bets', header: 'Bets', cell: (each) => each.bets, align: 'end', card: 'line' },
  {
    id: 'stake',
    header: 'Stakes',
    cell: (each) => <Money minor={each.stakeMinor} />,
    align: 'end',
    card: 'line',
  },
  { id: 'hidden', header: 'Else', cell: () => 'else' },
]

/** The card of one row, as markup. */
function card(of: readonly Column<Row>[], shown: Row = row): Element {
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(
    <TableCards
      label="Members"
      rows={[shown]}
      ids={['1']}
      columns={of}
      heldId={null}
      selected={null}
      fresh={new Set()}
      selectLabel={(id) => id}
      openLabel={null}
      totals={undefined}
    />,
  )
  const found = place.querySelector('li')
  if (!found) throw new Error('No card')
  return found
}
const words = (of: Element) => of.textContent.replaceAll(/\s+/g, ' ').trim()
const named = (of: Element) => [...of.querySelectorAll('[data-figure]')].map(words)

it('each figure stands behind its name, and the words beside them are heard with theirs', () => {
  const shown = card(columns)
  expect(named(shown)).toEqual(['Bets 12', 'Stakes 1,234.00'])
  expect(words(shown)).toBe('kl1State activeNote a noteBets 12Stakes 1,234.00')
  // Its head, and what stands below it.
  expect(shown.children.length).toBe(2)
})

it('the title stands alone; a figure beside it is named', () => {
  const asides = columns.map((each) => (each.id === 'stake' ? { ...each, card: 'aside' as const } : each))
  const shown = card(asides)
  expect(words(shown.firstElementChild as Element)).toBe('kl1State activeStakes 1,234.00')
  const swapped = columns.map((each) => (each.id === 'stake' ? { ...each, card: 'title' as const } : each))
  const head = card(swapped.filter(({ id }) => id !== 'name')).firstElementChild as Element
  expect(words(head)).toBe('1,234.00State active')
})

it('one figure ends its line, several have one of their own', () => {
  const lines = (of: readonly Column<Row>[]) =>
    [...card(of).querySelectorAll('[data-figures]')].map((line) => words(line))
  expect(lines(columns)).toEqual(['Note a note', 'Bets 12Stakes 1,234.00'])
  const bets = columns.filter(({ id }) => id === 'bets')
  const note = columns.filter(({ id }) => id === 'note')
  expect(lines([...bets, ...note])).toEqual(['Note a noteBets 12'])
})

it('a dash in place of a word is left out, in place of a figure it is named', () => {
  const dashed = columns.map((each) =>
    ['note', 'bets'].includes(each.id) ? { ...each, cell: () => '–' } : each,
  )
  expect(words(card(dashed))).toBe('kl1State activeBets –Stakes 1,234.00')
  const fields = dashed.map(({ card: place, ...each }) =>
    place === 'line' ? each : { ...each, card: place },
  )
  expect(words(card(fields as Column<Row>[]))).toBe('kl1State activeBets–Stakes1,234.00Elseelse')
})
