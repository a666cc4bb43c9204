import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Sheet } from '../rows/queue-shapes.ts'
import { DecisionActions } from './DecisionActions.tsx'
import { SheetNotes } from './SheetNotes.tsx'
import type { Claim } from './use-claim.ts'

// What a withdrawal's sheet offers in each state, and what it says where it offers less.

interface Pressable {
  readonly children: string
  readonly disabled?: boolean
}
const { buttons, keys, own } = vi.hoisted(() => ({
  buttons: [] as Pressable[],
  keys: [] as string[],
  own: { isAway: false, mayResolve: true },
}))
vi.mock('@mantine/core', () => ({
  Button: (props: Pressable) => {
    buttons.push(props)
    return null
  },
  Kbd: () => null,
}))
vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string | string[]) => (Array.isArray(key) ? key[0] : key) }),
}))
vi.mock('../../../lib/call/connection.ts', () => ({ useIsAway: () => own.isAway }))
vi.mock('../../../lib/person/permissions.ts', () => ({
  useAllows: () => (needed: ResourceRequires) =>
    own.mayResolve || !('pretransactionReconcileWithdraw' in needed),
}))
vi.mock('../../../ui/keys/shortcuts.ts', () => ({
  useShortcuts: (_: string, all: { key: string }[]) => keys.push(...all.map(({ key }) => key)),
}))
vi.mock('../../../ui/kit-later.ts', () => ({}))
vi.mock('./ApproveSheet.tsx', () => ({ ApproveSheet: () => null }))
vi.mock('./RejectSheet.tsx', () => ({ RejectSheet: () => null }))
vi.mock('./ResolveSheet.tsx', () => ({ ResolveSheet: () => null }))
vi.mock('../../../lib/person/right-words.ts', () => ({ useRoleName: () => String }))
vi.mock('../../../lib/call/error-text.ts', () => ({ useErrorText: () => String }))
vi.mock('../../../lib/alerts/notices.ts', () => ({ say: () => undefined }))

const sheetOf = (state: string, canApprove: boolean, change: object = {}) => {
  const given: unknown = {
    row: { state, handler: 'A' },
    canApprove,
    needs: 'onePerson',
    firstApprover: null,
    cannotApproveReason: null,
    deciders: ['Owner'],
    ...change,
  }
  return given as Sheet
}
const claim = { ownUntilMs: 1, version: 1, holder: null } as Claim
const nothing = () => undefined

/** The acts that can be pressed, and those that only stand there; keys after a space. */
function offered(state: string, canApprove: boolean, props: { mayAct?: boolean; isHeld?: boolean } = {}) {
  for (const list of [buttons, keys]) list.length = 0
  renderToStaticMarkup(
    <DecisionActions
      sheet={sheetOf(state, canApprove)}
      claim={claim}
      mayAct
      isHeld={false}
      onNext={nothing}
      onClose={nothing}
      onDone={nothing}
      onRefresh={nothing}
      {...props}
    />,
  )
  const acts = buttons.filter(({ children }) => children.startsWith('request.acts.'))
  const shown = acts.map(({ children, disabled }) => `${disabled ? '-' : ''}${children.slice(13)}`)
  return `${shown.join(',')} ${keys.filter((key) => key === 'a' || key === 'r').join('')}`
}

it('only what may be done in the state, by this person, at this amount', () => {
  Object.assign(own, { isAway: false, mayResolve: true })
  expect(offered('review', true)).toBe('approve,reject ar')
  expect(offered('review', false)).toBe('reject r')
  expect(offered('failed', true)).toBe('retry,reject ar')
  expect(offered('failed', false)).toBe('reject r')
  expect(offered('unknown', true)).toBe('resolve a')
  for (const state of ['review', 'failed']) expect(offered(state, true, { mayAct: false })).toBe(' ')
  for (const state of ['approved', 'sending', 'paid', 'rejected']) expect(offered(state, true)).toBe(' ')
  Object.assign(own, { mayResolve: false })
  expect(offered('unknown', true)).toBe(' ')
})

it('nothing to press while another holds it, or while the server is away', () => {
  Object.assign(own, { isAway: false, mayResolve: true })
  expect(offered('review', true, { isHeld: true })).toBe('-approve,-reject ')
  Object.assign(own, { isAway: true })
  expect(offered('failed', true)).toBe('-retry,-reject ')
})

function notesOf(state: string, change: object) {
  const sheet = sheetOf(state, false, change)
  return renderToStaticMarkup(<SheetNotes sheet={sheet} claim={claim} holder={null} limitMinor={500} />)
}

it('says why it may not be approved or sent again, as long as that can be done at all', () => {
  for (const state of ['review', 'failed']) {
    const above = notesOf(state, { cannotApproveReason: 'overApprovalLimit' })
    expect(above).toContain('request.overLimit.why')
    expect(above).toContain('request.overLimit.who')
    const nobody = notesOf(state, { cannotApproveReason: 'overApprovalLimit', deciders: [] })
    expect(nobody).toContain('request.overLimit.nobody')
    expect(notesOf(state, { cannotApproveReason: 'fourEyes' })).toContain('request.cannot.fourEyes')
    expect(notesOf(state, { cannotApproveReason: 'claimedByOther' })).not.toContain('request.cannot')
  }
  for (const state of ['approved', 'unknown', 'paid']) {
    const said = notesOf(state, { cannotApproveReason: 'overApprovalLimit' })
    expect(said).not.toContain('request.overLimit')
  }
})

it('an unknown outcome is not called a failure, nor a failure unknown', () => {
  expect(notesOf('unknown', {})).toContain('request.unknownNote')
  expect(notesOf('unknown', {})).not.toContain('request.failedNote')
  expect(notesOf('failed', {})).toContain('request.failedNote')
  expect(notesOf('failed', {})).not.toContain('request.unknownNote')
})

it('tells the first of two that they are, and the second who was the first', () => {
  const two = { needs: 'twoPeople', canApprove: true }
  expect(notesOf('review', two)).toContain('request.firstOfTwo')
  const second = notesOf('review', { ...two, firstApprover: 'A' })
  expect(second).not.toContain('request.firstOfTwo')
  expect(second).toContain('request.secondOfTwo')
})
