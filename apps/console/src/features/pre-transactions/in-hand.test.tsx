import type { ReactNode } from 'react'
import { Button, NativeSelect, Radio } from '@mantine/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, drawnPart, drawnParts, leave } from '../../lib/drawn-hooks.fixture.ts'
import { Asked } from '../../lib/call/Asked.tsx'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { DateField } from '../../ui/filters/DateField.tsx'
import { Filters } from '../../ui/filters/Filters.tsx'
import { AmountInput } from '../../ui/form/AmountInput.tsx'
import { CreditedBefore } from './line-actions/CreditedBefore.tsx'
import { LinkSheet, type LinkTarget } from './line-actions/LinkSheet.tsx'
import TakeBack from './line-actions/TakeBack.tsx'
import { TakeBackSheet } from './line-actions/TakeBackSheet.tsx'
import { TransferSheet } from './line-actions/TransferSheet.tsx'
import { LineDetail } from './matching/LineDetail.tsx'
import { MatchingOpen } from './matching/MatchingOpen.tsx'
import { parseMatching } from './matching/matching-search.ts'
import { ClockInput } from './missing/ClockInput.tsx'
import MissingDeposit from './missing/MissingDeposit.tsx'
import { Transfer } from './missing/MissingTransfer.tsx'
import Queue from './queue/Queue.tsx'
import { actsColumn } from './queue/RowActions.tsx'
import DepositRequest from './requests/DepositRequest.tsx'
import PreDeposit from './wizard/PreDeposit.tsx'
import PreWithdraw from './wizard/PreWithdraw.tsx'

// What was chosen and typed about one thing belongs to that thing, and goes when another is in hand.

const page = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  params: { id: 'mbr_1' },
  search: {} as object,
  changed: [] as unknown[],
  typed: [] as unknown[],
  keys: [] as { key: string }[],
  mayAct: true,
  settled: null as null | ((lineId: string) => void),
}))
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  ...(await import('../../lib/drawn-hooks.fixture.ts')).drawnHooks,
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('@tanstack/react-router', () => ({ useParams: () => page.params }))
vi.mock('@mantine/hooks', () => ({ useDebouncedValue: (value: unknown) => [value] }))
vi.mock('@mantine/core', () => {
  const names = 'ActionIcon Alert Button Checkbox Modal NativeSelect Skeleton Textarea TextInput'
  const parts = Object.fromEntries(names.split(' ').map((name) => [name, () => null]))
  return { ...parts, Radio: Object.assign(() => null, { Group: () => null }) }
})
vi.mock('../../lib/call/query.ts', () => ({
  useQueryCall: (name: string) => ({ data: page.answers[name], error: null }),
}))
vi.mock('../../lib/call/error-text.ts', () => ({ useErrorText: () => String }))
vi.mock('../../lib/call/connection.ts', () => ({ useIsAway: () => false }))
vi.mock('../../lib/call/settling.ts', () => ({ openSettling: () => undefined }))
vi.mock('../../lib/alerts/notices.ts', () => ({ say: () => undefined }))
vi.mock('../../lib/person/permissions.ts', () => ({
  useAllows: () => (needed: Record<string, string[]>) =>
    page.mayAct || Object.values(needed).every((acts) => !acts.includes('isUpdate')),
}))
vi.mock('../../lib/address/search.ts', () => ({
  useScreenSearch: () => [page.search, (changes: object) => void page.changed.push(changes)],
}))
vi.mock('../../lib/form/ActSheet.tsx', () => ({ ActSheet: () => null }))
vi.mock('../../lib/form/use-form.ts', () => ({
  useForm: () => ({
    draft: { amountMinor: null, remark: '' },
    change: (changes: object) => void page.typed.push(changes),
    amount: () => ({}),
    text: () => ({}),
    page: {},
  }),
}))
vi.mock('../../ui/use-reading.ts', () => ({ useReading: () => ({ language: 'th', era: 'common' }) }))
vi.mock('../../ui/kit-later.ts', () => ({}))
vi.mock('../../ui/keys/shortcuts.ts', () => ({
  useShortcuts: (_: string, keys: { key: string }[]) => {
    page.keys = keys
  },
}))
vi.mock('../../ui/figures/Time.tsx', () => ({ Time: () => null }))
vi.mock('../../ui/filters/Filters.tsx', () => ({ Filters: () => null }))
vi.mock('../../ui/filters/DateField.tsx', () => ({ DateField: () => null }))
vi.mock('../../ui/form/AmountInput.tsx', () => ({ AmountInput: () => null }))
vi.mock('../../ui/form/FormPage.tsx', () => ({
  FormPage: () => null,
  FormSection: () => null,
  FieldRow: () => null,
}))
vi.mock('../../ui/page/ErrorState.tsx', () => ({ ErrorState: () => null }))
vi.mock('../../ui/page/EmptyState.tsx', () => ({ EmptyState: () => null }))
vi.mock('../../ui/page/Page.tsx', () => ({ Page: () => null }))
vi.mock('../../ui/page/Tabs.tsx', () => ({ Tabs: () => null }))
vi.mock('../../ui/table/tools/KeysetPager.tsx', () => ({ KeysetPager: () => null }))
vi.mock('./own-accounts.ts', () => ({
  useOwnAccounts: () => ({ options: [], nameOf: String }),
  accountName: String,
}))
vi.mock('./decision/use-decider.ts', () => ({
  useDecider: () => ({
    mayTake: () => true,
    mayApprove: () => true,
    mayReject: () => true,
    isOverLimit: () => false,
    isHeld: ({ claimedBy }: { claimedBy: string | null }) => claimedBy !== null,
  }),
}))
vi.mock('./decision/DepositReject.tsx', () => ({ DepositReject: () => null }))
vi.mock('./line-actions/TakeBackSheet.tsx', () => ({ TakeBackSheet: () => null }))
vi.mock('./line-actions/LinkRule.tsx', () => ({ LinkRule: () => null }))
vi.mock('./line-actions/LineActions.tsx', () => ({ LineActions: () => null }))
vi.mock('./line-actions/LineNotes.tsx', () => ({ LineNotes: () => null }))
vi.mock('./line-actions/use-line-sheets.tsx', () => ({
  useLineSheets: (_: unknown, __: unknown, onSettled: (lineId: string) => void) => {
    page.settled = onSettled
    return {}
  },
}))
vi.mock('./lines/Candidate.tsx', () => ({ Candidate: () => null, MemberName: () => null }))
vi.mock('./lines/LineHead.tsx', () => ({ LineHead: () => null }))
vi.mock('./lines/LineList.tsx', () => ({ LineList: () => null, Payer: () => null }))
vi.mock('./lines/LineMessages.tsx', () => ({ LineMessages: () => null }))
vi.mock('./lines/MemberFinder.tsx', () => ({ MemberFinder: () => null }))
vi.mock('./lines/ScoreChips.tsx', () => ({ ScoreChips: () => null }))
vi.mock('./lines/DecisionSentence.tsx', () => ({ DecisionSentence: () => null }))
vi.mock('./missing/MissingVerdict.tsx', () => ({ MissingVerdict: () => null }))
vi.mock('./matching/AgeingBar.tsx', () => ({ AgeingBar: () => null }))
vi.mock('./matching/MatchingFilters.tsx', () => ({ MatchingFilters: () => null }))
vi.mock('./matching/use-matching-keys.ts', () => ({
  useMove: () => ({ lastAt: { current: 1 }, by: () => undefined }),
  useFirstInHand: () => undefined,
  useMatchingKeys: () => undefined,
}))
vi.mock('./queue/AccountStrip.tsx', () => ({ AccountStrip: () => null }))
vi.mock('./queue/QueueActions.tsx', () => ({ QueueActions: () => null }))
vi.mock('./queue/QueueList.tsx', () => ({ QueueList: () => null }))
vi.mock('./queue/queue-fields.ts', () => ({ queueFields: () => [] }))
vi.mock('./queue/use-queue.ts', () => ({ useQueue: () => ({ rows: [], accounts: [] }) }))
vi.mock('./rows/RowCells.tsx', () => ({ StateTag: () => null }))
vi.mock('./rows/RowFacts.tsx', () => ({ RowFacts: () => null, RowLinks: () => null }))
vi.mock('./rows/Split.tsx', () => ({ Split: () => null }))
vi.mock('./wizard/DepositFields.tsx', () => ({ DepositFields: () => null }))
vi.mock('./wizard/DepositPreviewCard.tsx', () => ({ DepositPreviewCard: () => null }))
vi.mock('./wizard/DepositSheet.tsx', () => ({ DepositSheet: () => null }))
vi.mock('./wizard/MadePage.tsx', () => ({ MadePage: () => null }))
vi.mock('./wizard/MemberCard.tsx', () => ({ MemberCard: () => null }))
vi.mock('./wizard/WithdrawalPreviewCard.tsx', () => ({ WithdrawalPreviewCard: () => null }))
vi.mock('./wizard/WithdrawalSheet.tsx', () => ({ WithdrawalSheet: () => null }))

beforeEach(() => {
  for (const list of [page.changed, page.typed]) list.length = 0
  for (const name of Object.keys(page.answers)) Reflect.deleteProperty(page.answers, name)
  page.params = { id: 'mbr_1' }
  page.mayAct = true
})
afterEach(leave)

type Acts = Readonly<Record<string, (...given: never[]) => unknown>>
const nothing = () => undefined
const actsOf = (drawn: unknown, kind: unknown) => drawnPart(drawn, kind).props as Acts
/** A component that the one drawn hands all to, drawn in its place. */
function within(whole: ReactNode, name: string): () => unknown {
  const { type, props } = drawnPart(whole, name)
  return () => draw(() => (type as (given: unknown) => unknown)(props))
}

const line = {
  id: 'stl_1',
  version: 3,
  accountId: 'oba_1',
  direction: 'in',
  amountMinor: 70_000,
  state: 'unmatched',
}

it('a line that is said to be money credited before closes that deposit, not the one that fits', () => {
  const before = { id: 'dep_1', reference: 'D1', member: { id: 'mbr_2', username: 'kl2' } }
  page.answers['preTransactions.previewLink'] = { isOwnMember: false, creditedBefore: [before] }
  const member = { id: 'mbr_2', username: 'kl2', name: 'B', state: 'active' }
  const suggestion = { member, score: 1, signals: [], deposit: { id: 'dep_9', reference: 'D9' } }
  const target = { line, suggestion } as never as LinkTarget
  const given = { target, accountName: String, onClose: nothing, onLinked: nothing, onTaken: nothing }
  const sheet = within(LinkSheet(given), 'Sheet')
  const sentAs = (which: unknown) => {
    actsOf(sheet(), CreditedBefore)['onChange']?.(which as never)
    const { isPossible, input } = drawnPart(sheet(), ActSheet).props as {
      isPossible: boolean
      input: () => object
    }
    return [isPossible, input()]
  }
  expect(drawnPart(sheet(), ActSheet).props['isPossible']).toBe(false)
  const input = { id: 'stl_1', version: 3, memberId: 'mbr_2', isConfirmed: true }
  expect(sentAs({ depositId: 'dep_1' })).toEqual([true, { ...input, depositId: 'dep_1' }])
  expect(sentAs('other')).toEqual([true, { ...input, depositId: 'dep_9', isOtherMoney: true }])
})

it('a credit is taken back by one person only while there is time, and then asked for', () => {
  const actAt = (seconds: number | null, canAskUnlink = true) => {
    leave()
    const canUndoUntil = seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString()
    page.answers['preTransactions.line'] = { line, canUndoUntil, canAskUnlink, unlinkAsked: null }
    const shown = within(
      TakeBack({ credit: { id: 'dep_1', lineId: 'stl_1' }, onClose: nothing }),
      'OfLine',
    )()
    return drawnParts(shown, TakeBackSheet)[0]?.props['act']
  }
  expect([actAt(60), actAt(-1), actAt(null), actAt(-1, false)]).toEqual([
    'undoLink',
    'askUnlink',
    'askUnlink',
    undefined,
  ])
})

it('another half that somebody took meanwhile is none', () => {
  const other = { ...line, id: 'stl_2', direction: 'out', receivedAt: '2026-11-21T00:00:00.000Z' }
  const given = {
    line: line as never,
    accountName: String,
    onClose: nothing,
    onDone: nothing,
    onTaken: nothing,
  }
  const sheetOf = (...records: object[]) => {
    page.answers['preTransactions.oppositeLines'] = { records }
    return draw(() => TransferSheet(given))
  }
  const found = drawnPart(sheetOf(other), Asked).props as { children: (data: object) => ReactNode }
  actsOf(found.children({ records: [other] }), Radio.Group)['onChange']?.('stl_2' as never)
  const chosen = drawnPart(sheetOf(other), ActSheet).props as { isPossible: boolean; input: () => object }
  expect([chosen.isPossible, chosen.input()]).toEqual([
    true,
    { id: 'stl_1', version: 3, oppositeId: 'stl_2' },
  ])
  expect(drawnPart(sheetOf(), ActSheet).props['isPossible']).toBe(false)
})

it('what was typed for one member or line never stands in the form of another', () => {
  const keyOf = (drawn: unknown) => (drawn as { key: string | null }).key
  for (const Form of [PreDeposit, PreWithdraw]) {
    page.params = { id: 'mbr_1' }
    const first = keyOf(draw(() => Form()))
    expect(keyOf(draw(() => Form()))).toBe(first)
    page.params = { id: 'mbr_2' }
    expect(keyOf(draw(() => Form()))).not.toBe(first)
    leave()
  }
  const given = { accountName: String, onLink: nothing, onAct: nothing }
  const [first, other] = ['stl_1', 'stl_2'].map((id) => keyOf(LineDetail({ ...given, id })))
  expect(first).not.toBe(other)
})

it('a withdrawal of all is of what the wallet holds', () => {
  const preview = { member: { username: 'kl1' }, beforeMinor: 90_050, afterMinor: 100, checks: [] }
  page.answers['preTransactions.previewWithdrawal'] = preview
  const form = within(draw(() => PreWithdraw()) as ReactNode, 'WithdrawalPage')
  leave()
  actsOf(form(), Button)['onClick']?.()
  expect(page.typed).toEqual([{ amountMinor: 90_050 }])
})

it('an answer goes as soon as anything else is asked', () => {
  const changed = vi.fn<() => void>()
  const form = () => draw(() => Transfer({ memberId: 'mbr_1', onAsk: nothing, onChanged: changed }))
  const typed = [
    [AmountInput, 500],
    [NativeSelect, { currentTarget: { value: 'oba_1' } }],
    [DateField, '2026-11-20'],
    [ClockInput, '14:05'],
  ] as const
  for (const [at, [field, value]] of typed.entries()) {
    actsOf(form(), field)['onChange']?.(value as never)
    expect(changed).toHaveBeenCalledTimes(at + 1)
  }
})

it('who may not refuse a deposit is offered no key for it either', () => {
  const row = { id: 'dep_1', kind: 'deposit', state: 'pending', version: 1 } as never
  const keys = () => {
    draw(() => DepositRequest({ id: 'dep_1', rows: [row], isRejecting: false, onShow: nothing }))
    return page.keys.map(({ key }) => key)
  }
  expect(keys()).toContain('r')
  page.mayAct = false
  expect(keys()).not.toContain('r')
})

it('a line that is settled gives its place to the next only where it was in hand', () => {
  page.answers['preTransactions.lines'] = { records: ['stl_1', 'stl_2', 'stl_3'].map((id) => ({ id })) }
  const search = { ...parseMatching({}), line: 'stl_2' }
  const changed: unknown[] = []
  draw(() => MatchingOpen({ search, onChange: (changes) => changed.push(changes) }))
  page.settled?.('stl_3')
  expect(changed).toEqual([])
  page.settled?.('stl_2')
  expect(changed).toEqual([{ line: 'stl_3' }])
})

it('the queue begins another filter at its first page, with nothing open', () => {
  page.search = { tab: 'all', after: 'cursor', open: 'dep_1' }
  actsOf(
    draw(() => Queue()),
    Filters,
  )['onChange']?.({ search: 'a' } as never)
  expect(page.changed).toStrictEqual([
    { tab: 'all', search: 'a', after: undefined, before: undefined, open: undefined },
  ])
})

it('an answer about missing money is of the question that was asked last, and of nobody else', () => {
  const wizard = within(MissingDeposit({ isOpen: true, onClose: nothing }), 'Wizard')
  const finder = () =>
    drawnPart(wizard(), 'MemberFinder').props as { children: (search: string) => ReactNode }
  const found = drawnPart(finder().children('kl'), 'FoundMembers').props as Acts
  found['onChoose']?.({ id: 'mbr_1' } as never)
  const ask = (question: object) => {
    actsOf(wizard(), Transfer)['onAsk']?.(question as never)
    return drawnPart(wizard(), 'MissingVerdict').key
  }
  const first = ask({ memberId: 'mbr_1', amountMinor: 500 })
  expect(ask({ memberId: 'mbr_1', amountMinor: 501 })).not.toBe(first)
  actsOf(wizard(), Transfer)['onChanged']?.()
  expect(drawnParts(wizard(), 'MissingVerdict')).toEqual([])
})

it('a row that another person has in hand offers to look, and no act', () => {
  const { cell } = actsColumn(String as never, { onOpen: nothing, onQuick: nothing })
  const acts = (claimedBy: string | null) => {
    const row = { id: 'wdr_1', state: 'review', claimedBy } as never
    const shown = within(cell(row) as ReactNode, 'RowActions')()
    return drawnParts(shown, 'RowAct').map(({ props }) => props['label'])
  }
  expect(acts(null)).toEqual(['act.open', 'act.approve', 'act.reject'])
  expect(acts('Malee')).toEqual(['act.open'])
})
