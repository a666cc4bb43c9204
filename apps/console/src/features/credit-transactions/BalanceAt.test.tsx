import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { draw, drawnPart } from '../../lib/drawn-hooks.fixture.ts'
import { BalanceAt } from './BalanceAt.tsx'

// Above which of a member's entries the moment stands that was asked about.

vi.mock('react', async (original) => ({
  ...(await original<object>()),
  ...(await import('../../lib/drawn-hooks.fixture.ts')).drawnHooks,
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('@mantine/core', () => ({ TextInput: () => null }))
vi.mock('../../lib/call/Asked.tsx', () => ({ Asked: () => null }))
vi.mock('../../lib/call/query.ts', () => ({ useQueryCall: () => ({}) }))
vi.mock('../../lib/record/table-part.tsx', () => ({ tablePart: () => 'around' }))
vi.mock('../../lib/words/formats.ts', () => ({ bangkokDateOn: () => '2026-11-21' }))
vi.mock('../../lib/words/transfer-kinds.ts', () => ({ entryLabelKey: String }))
vi.mock('../../ui/filters/DateField.tsx', () => ({ DateField: () => null }))
vi.mock('../../ui/sheet/DetailPanel.tsx', () => ({ DetailPanel: () => null }))
vi.mock('../../ui/page/EmptyState.tsx', () => ({ EmptyState: () => null }))
vi.mock('../../ui/form/FormPage.tsx', () => ({ FieldRow: () => null }))
vi.mock('../../ui/figures/Money.tsx', () => ({ Money: () => null }))
vi.mock('../../ui/figures/Time.tsx', () => ({ Time: () => null }))
vi.mock('./MemberPick.tsx', () => ({ MemberPick: () => null }))

type Part = (given: object) => unknown
/** What a part of the panel draws, by its name. */
const inside = (drawn: unknown, name: string): unknown => {
  const { type, props } = drawnPart(drawn, name)
  return (type as Part)(props)
}

/** The entry that the moment stands above, of those at these moments; the panel asks about midnight. */
function markedOf(moments: readonly string[]): unknown[] {
  const panel = draw(() => BalanceAt({ memberId: 'mbr_1', memberName: 'A', onClose: () => undefined }))
  const asked = drawnPart(inside(panel, 'Answer'), 'Asked')
  const around = moments.map((at) => ({ id: at, at }))
  const answer = { cashMinor: 0, lockedMinor: 0, around }
  const balance = inside((asked.props['children'] as (given: object) => ReactNode)(answer), 'Balance')
  const { rows } = drawnPart(balance, 'around').props as { rows: { id: string; isMoment: boolean }[] }
  return rows.filter(({ isMoment }) => isMoment).map(({ id }) => id)
}

const [before, midnight, after] = [
  '2026-11-20T16:59:59.999Z',
  '2026-11-20T17:00:00.000Z',
  '2026-11-20T17:00:00.001Z',
]

it('the moment stands above the last entry before it', () => {
  expect(markedOf([after, before, '2026-11-20T12:00:00.000Z'])).toEqual([before])
})

it('an entry of the very moment is in the balance, and marked', () => {
  expect(markedOf([before, midnight, after])).toEqual([midnight])
})

it('where all came later none is marked', () => {
  expect(markedOf([after])).toEqual([])
})
