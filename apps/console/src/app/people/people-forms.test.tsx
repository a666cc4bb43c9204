import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useOtp } from '../../features/auth/use-otp.ts'
import { useRoleEdit } from '../../features/employees/roles/use-role-edit.ts'
import { useGroupEdit } from '../../features/group-notifications/form/use-group-edit.ts'
import { Difference } from '../../features/members/account/PendingDifference.tsx'
import { useEvidenceUpload } from '../../features/members/account/use-evidence-upload.ts'
import { useDuplicateCheck } from '../../features/members/add/use-duplicate-check.ts'
import { ChangeTable } from '../../features/members/ChangeTable.tsx'
import { useControls } from '../../features/members/detail/use-controls.ts'
import { emptyDraft } from '../../features/members/member-form.ts'
import { useMember } from '../../features/members/use-member.ts'
import { useReveal } from '../../features/members/use-reveal.tsx'
import { draw, drawnPart, leave } from '../../lib/drawn-hooks.fixture.ts'
import { rowPanel } from '../../lib/record/record-panel.tsx'
import { recordScreen } from '../../lib/record/record-screen.tsx'

// Whose facts a form is about: those of the person in hand, as they are stored, and as they were shown.

const page = vi.hoisted(() => ({
  id: 'mbr_1',
  isChanged: false,
  revealPii: false,
  old: [] as unknown[],
  debounced: null as string | null,
  use: {} as { stored: { version: number }; onDone: (output: object, draft: object) => void },
  stored: [] as unknown[],
  uploads: [] as { answer: (kept: object) => void; signal: AbortSignal }[],
  answer: null as Error | null,
  heard: {} as Record<string, (event: object) => void>,
}))
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  ...(await import('../../lib/drawn-hooks.fixture.ts')).drawnHooks,
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('@tanstack/react-query', () => ({ useQueryClient: () => null }))
vi.mock('@mantine/hooks', () => ({ useDebouncedValue: (value: string) => [page.debounced ?? value] }))
vi.mock('@mantine/core', () => ({ Button: () => null }))
vi.mock('../../lib/form/use-form.ts', () => ({
  useForm: (_: unknown, use: typeof page.use) => {
    page.use = use
    const base = { roleName: 'before', permission: {}, abilities: {} }
    const store = (next: unknown) => void page.stored.push(next)
    return { isChanged: page.isChanged, base, draft: base, store }
  },
}))
vi.mock('../../lib/call/call.ts', () => ({
  CallError: Error,
  call: async () => {
    if (page.answer) throw page.answer
    return { stepUpUntil: 'later' }
  },
}))
vi.mock('../../lib/call/call-upload.ts', () => ({
  callUpload: (_: string, __: object, ___: File, { signal }: { signal: AbortSignal }) =>
    new Promise((answer) => page.uploads.push({ answer, signal })),
}))
vi.mock('../../lib/call/query.ts', () => ({
  useQueryCall: () => ({ data: undefined, error: null, isFetching: false }),
}))
vi.mock('../../lib/call/error-text.ts', () => ({ useErrorText: () => String }))
vi.mock('../../lib/call/failure.ts', () => ({ useFailure: () => () => null }))
vi.mock('../../lib/call/live.ts', () => ({
  missedTopic: '*',
  useLive: (topic: string, hear: (event: object) => void) => {
    page.heard[topic] = hear
  },
}))
vi.mock('../../lib/call/refresh.ts', () => ({
  refreshSoon: (_: unknown, key: unknown) => void page.old.push(key),
}))
vi.mock('../../lib/call/Asked.tsx', () => ({ Asked: () => null }))
vi.mock('../../lib/form/ActSheet.tsx', () => ({ ActSheet: () => null }))
vi.mock('../../lib/person/sign-out.ts', () => ({ signOut: () => undefined }))
vi.mock('../../lib/address/navigation.tsx', () => ({ useGo: () => () => undefined }))
vi.mock('../../features/group-notifications/form/group-form.ts', () => ({
  draftOf: () => ({}),
  groupFormOf: () => ({}),
}))
vi.mock('../../lib/alerts/notices.ts', () => ({ say: () => undefined }))
vi.mock('../../lib/person/profile.ts', () => ({
  useProfile: () => {
    const role = { _id: 'rol_1', abilities: { revealPii: page.revealPii } }
    return { id: 'emp_1', role, otpEnable: false }
  },
  useProfileState: () => ({ profile: null }),
  loadProfile: () => undefined,
}))
vi.mock('../../lib/person/right-words.ts', () => ({ useRoleName: () => String }))
vi.mock('../../lib/address/route-id.ts', () => ({ useRouteId: () => page.id }))
vi.mock('../../lib/address/page.ts', () => ({ usePageTitle: () => undefined }))
vi.mock('../../lib/list/use-words.ts', () => ({ useWords: () => ({ t: String }) }))
vi.mock('../../lib/record/RecordActs.tsx', () => ({ RecordActs: () => null }))
vi.mock('../../features/employees/use-act-failure.ts', () => ({ useActFailure: () => String }))
vi.mock('../../features/employees/roles/use-role-field-errors.ts', () => ({
  useRoleFieldErrors: () => ({}),
}))
vi.mock('../../features/members/ChangeTable.tsx', () => ({ ChangeTable: () => null }))
vi.mock('../../ui/page/EmptyState.tsx', () => ({ EmptyState: () => null }))
vi.mock('../../ui/page/ErrorState.tsx', () => ({ ErrorState: () => null }))
vi.mock('../../ui/page/Page.tsx', () => ({ Page: () => null }))
vi.mock('../../ui/sheet/DetailPanel.tsx', () => ({ DetailPanel: () => null }))

beforeEach(() => {
  Object.assign(page, { id: 'mbr_1', isChanged: false, debounced: null, answer: null })
  for (const list of [page.stored, page.uploads, page.old]) list.length = 0
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})
const settled = () => new Promise((done) => setTimeout(done))

it('limits nobody touched follow what others save; what is typed keeps the version it was typed over', () => {
  const versionAt = (version: number, isChanged: boolean) => {
    page.isChanged = isChanged
    const member = { id: 'mbr_1', version, username: 'kl1', tags: [] } as never
    draw(() => useControls(member))
    draw(() => useControls(member))
    return page.use.stored.version
  }
  expect([versionAt(3, false), versionAt(4, false), versionAt(5, true)]).toEqual([3, 4, 4])
  expect(versionAt(5, false)).toBe(5)
})

it('the picture that counts is the last that was chosen, and none once the form is left', async () => {
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:', revokeObjectURL: () => {} })
  const kept: (string | null)[] = []
  const upload = () => draw(() => useEvidenceUpload('mbr_1', (id) => kept.push(id)))
  const picture = { size: 1000 } as File
  void upload().choose(picture)
  void upload().choose(picture)
  const [first, second] = page.uploads
  expect([first?.signal.aborted, second?.signal.aborted]).toEqual([true, false])
  second?.answer({ id: 'evd_2' })
  await settled()
  first?.answer({ id: 'evd_1' })
  await settled()
  expect([kept.at(-1), upload().state.progress]).toEqual(['evd_2', null])
  void upload().choose({ size: 8 * 1024 * 1024 + 1 } as File)
  expect([kept.at(-1), page.uploads.length]).toEqual([null, 2])
  void upload().choose({ size: 8 * 1024 * 1024 } as File)
  leave()
  expect(page.uploads[2]?.signal.aborted).toBe(true)
})

it('numbers in clear are shown of the very change they were asked for', () => {
  const account = (no: string) => ({ bank: 'KBANK', accountNoMasked: no, accountName: 'A' })
  const pending = { id: 'apr_1', before: account('xxx1'), after: account('xxx2'), nameSimilarityBps: null }
  const shown = (id: string | null) => {
    const revealed = id === null ? null : { pending: { id, before: '1234567891', after: '1234567892' } }
    const table = drawnPart(Difference({ pending: pending as never, revealed }), ChangeTable)
    return JSON.stringify(table.props['changes'])
  }
  expect(shown('apr_1')).toContain('123-4-56789-2')
  expect(shown('apr_0')).toBe(shown(null))
  expect(shown(null)).toContain('xxx2')
})

it('what is typed counts as free only once it was asked about', () => {
  const draft = { ...emptyDraft, phone: '0812345678' }
  const isChecking = () => draw(() => useDuplicateCheck(draft)).isChecking
  expect(isChecking()).toBe(false)
  page.debounced = JSON.stringify({ phone: '+66812345677' })
  expect(isChecking()).toBe(true)
})

it('a role that waits for a second person is shown as it is in force', () => {
  const role = { _id: 'rol_2', version: 1, roleName: 'before', permission: {}, abilities: {} } as never
  draw(() => useRoleEdit(role))
  const typed = { roleName: 'after', permission: {}, abilities: {}, reason: 'because' }
  page.use.onDone({ state: 'waiting' }, typed)
  page.use.onDone({ state: 'done' }, typed)
  expect(page.stored).toMatchObject([
    { draft: { roleName: 'before', reason: '' } },
    { draft: { roleName: 'after', reason: '' } },
  ])
})

it('screen and drawer are drawn anew for another thing: nothing shown of one stays for the next', () => {
  const [area, title] = ['members', 'title']
  const useRow = () => ({ data: {}, error: null, refetch: () => {} })
  const Screen = recordScreen({ area, title, useRow, useName: () => undefined, Screen: () => null })
  const body = () => null
  const Panel = rowPanel<object>({ area, title: () => '', useRow, body }) as (given: object) => unknown
  const bodyOf = (id: string) => {
    const asked = drawnPart(
      draw(() => Panel({ id, onClose: () => {} })),
      'Asked',
    )
    const { children } = asked.props as { children: (known: object) => { key: string } }
    return children({}).key
  }
  const screenOf = (id: string) => {
    page.id = id
    return (draw(() => (Screen as () => unknown)()) as { key: string }).key
  }
  for (const keyOf of [screenOf, bodyOf]) {
    expect(keyOf('one')).toBe(keyOf('one'))
    expect(keyOf('one')).not.toBe(keyOf('other'))
  }
})

it('a member is read again after what happened to this very one, and after a gap', () => {
  draw(() => useMember('mbr_1'))
  for (const [topic, id] of [
    ['member', 'mbr_2'],
    ['member', 'mbr_1'],
    ['*', ''],
  ])
    page.heard['member']?.({ topic, id })
  const key = ['members', 'get', { id: 'mbr_1' }]
  expect(page.old).toEqual([key, key])
})

it('numbers in clear are offered to who may see them alone', () => {
  const ask = (revealPii: boolean) => {
    page.revealPii = revealPii
    return draw(() => useReveal('mbr_1', 'kl1')).ask !== null
  }
  expect([ask(true), ask(false)]).toEqual([true, false])
})

it('a group that was saved can be saved again: its next version is known, its secret forgotten', () => {
  draw(() => useGroupEdit({ id: 'grp_1', version: 1 } as never))
  page.use.onDone({ version: 2, place: 'open' }, { name: 'g', credential: 'secret' })
  expect(page.stored).toEqual([{ version: 2, draft: { name: 'g', credential: '' } }])
})

it('a code that was refused can be followed by another', async () => {
  const otp = () => draw(useOtp)
  otp()
  await settled()
  page.answer = new Error('badCode')
  expect(await otp().verify('123456')).toBe(false)
  expect([otp().isSending, otp().failure]).toEqual([false, 'Error: badCode'])
})
