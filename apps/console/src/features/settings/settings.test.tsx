import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Button, PasswordInput } from '@mantine/core'
import { draw, drawnPart, drawnParts, leave } from '../../lib/drawn-hooks.fixture.ts'
import type { Approval } from './approvals/approval-words.ts'
import { DecideForm } from './approvals/DecideForm.tsx'
import DecidePanel from './approvals/DecidePanel.tsx'
import { useDecide } from './approvals/use-decide.ts'
import JobsTab from './jobs/JobsTab.tsx'
import { MoveOtp } from './own/MoveOtp.tsx'
import { PasswordForm } from './own/PasswordForm.tsx'
import { ProofForm } from './own/ProofForm.tsx'
import SessionsTab from './own/SessionsTab.tsx'

// What stays of an answer that was given or refused, and what goes.

const page = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  options: {} as Record<string, object>,
  sent: [] as unknown[],
  onDone: {} as Record<string, () => void>,
  madeOld: vi.fn<() => void>(),
  thrown: null as unknown,
}))
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  ...(await import('../../lib/drawn-hooks.fixture.ts')).drawnHooks,
}))
vi.mock('react-dom', () => ({
  createPortal: (parts: unknown) => parts,
  flushSync: (run: () => void) => run(),
}))
vi.mock('@tanstack/react-query', () => ({
  useQueryClient: () => ({ invalidateQueries: page.madeOld }),
}))
vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string) => key, i18n: { exists: () => false } }),
}))
vi.mock('@mantine/core', () => {
  const names = 'Button PasswordInput Textarea TextInput Skeleton'
  return Object.fromEntries(names.split(' ').map((name) => [name, () => null]))
})
vi.mock('../../lib/call/query.ts', () => ({
  useQueryCall: (name: string, _: object, options: object) => {
    page.options[name] = options
    return { data: page.answers[name], error: null }
  },
  useCall: (name: string, { onDone }: { onDone?: () => void } = {}) => ({
    canSend: true,
    send: async (input: unknown) => {
      page.sent.push([name, input])
      if (page.thrown !== null) throw page.thrown
      onDone?.()
    },
  }),
}))
vi.mock('../../lib/form/use-form.ts', () => ({
  useForm: () => ({ canSend: true, text: () => ({}), submit: async () => void page.sent.push('answer') }),
}))
vi.mock('../../lib/person/profile.ts', () => ({ useProfile: () => ({ otpEnable: true }) }))
vi.mock('../../lib/person/view-reason.ts', () => ({ useViewReason: () => ({}) }))
vi.mock('../../lib/person/right-words.ts', () => ({ useRoleName: () => String }))
vi.mock('../../lib/call/approval-proof.ts', () => ({ useClearDifferences: () => ({}) }))
vi.mock('../../lib/call/failure.ts', () => ({ useFailure: () => () => null }))
vi.mock('../../lib/call/error-text.ts', () => ({ useErrorText: () => String }))
vi.mock('../../lib/call/step-up.ts', () => ({ useStepUp: () => null }))
vi.mock('../../lib/alerts/notices.ts', () => ({ say: () => undefined }))
vi.mock('../../lib/form/ActSheet.tsx', () => ({ ActSheet: () => null }))
vi.mock('../../ui/focus-first-error.ts', () => ({ focusFirstError: () => undefined }))
vi.mock('../../ui/use-reading.ts', () => ({ useReading: () => ({ language: 'th', era: 'common' }) }))
vi.mock('../../ui/page/ErrorState.tsx', () => ({ ErrorState: () => null }))
vi.mock('../../ui/page/EmptyState.tsx', () => ({ EmptyState: () => null }))
vi.mock('../../ui/AppLink.tsx', () => ({ AppLink: () => null }))
vi.mock('../../ui/sheet/Confirm.tsx', () => ({ Confirm: () => null }))
vi.mock('../../ui/sheet/DetailPanel.tsx', () => ({ DetailPanel: () => null }))
vi.mock('../../ui/form/EvidencePicture.tsx', () => ({ EvidencePicture: () => null }))
vi.mock('../../ui/figures/KeyValue.tsx', () => ({ KeyValue: () => null }))
vi.mock('../../ui/figures/Money.tsx', () => ({ Money: () => null }))
vi.mock('../../ui/figures/Time.tsx', () => ({ Time: () => null }))
vi.mock('./approvals/approval-words.ts', () => ({ stateTones: {}, useKindName: () => String }))
vi.mock('./approvals/Checks.tsx', () => ({ Checks: () => null }))
vi.mock('./approvals/Differences.tsx', () => ({ Differences: () => null }))
vi.mock('../../ui/QrCode.tsx', () => ({ QrCode: () => null }))
vi.mock('../../ui/figures/CopyText.tsx', () => ({ CopyText: () => null }))
vi.mock('./own/CodeField.tsx', () => ({ CodeField: () => null }))

beforeEach(() => {
  page.sent.length = 0
  page.thrown = null
  page.madeOld.mockClear()
})
afterEach(leave)

type Props = Readonly<Record<string, unknown>>
const buttonsOf = (drawn: unknown): Props[] => drawnParts(drawn, Button).map(({ props }) => props)
const press = async (props: Props | undefined) => {
  const { onClick } = props as { onClick: () => void }
  onClick()
  await vi.waitFor(() => expect(page.sent).not.toEqual([]))
  await new Promise((done) => setTimeout(done))
}

it('an answer that was refused can be given again, and the other one too', async () => {
  const approval = { id: 'apr_1', documentHash: 'aa' } as Approval
  const foot = {} as HTMLElement
  const buttons = () => buttonsOf(draw(() => DecideForm({ approval, foot, onDone: () => {} })))
  await press(buttons()[0])
  expect(buttons().map(({ loading, disabled }) => [loading, disabled])).toEqual([
    [false, false],
    [false, false],
  ])
})

it('a request that was changed while it was read is read anew: no word of before goes with it', () => {
  const keyAt = (documentHash: string) => {
    page.answers['approvals.get'] = { id: 'apr_1', documentHash, state: 'pending', mayDecide: true }
    const panel = draw(() => DecidePanel({ id: 'apr_1', onClose: () => {}, evidenceOf: () => null }))
    return (panel as { props: { children: { key: string }[] } }).props.children[0]?.key
  }
  expect(keyAt('aa')).not.toBe(keyAt('bb'))
  expect(keyAt('aa')).toBe(keyAt('aa'))
})

it('what a request that was taken back is about is read again on every screen', async () => {
  await draw(() => useDecide()).withdraw.send({ id: 'apr_1' })
  expect(page.madeOld).toHaveBeenCalledExactlyOnceWith()
})

it('a password that was changed stands in no field any more; one that was refused stays', async () => {
  const form = () => draw(() => PasswordForm({ hasCode: false }))
  const fields = () => drawnParts(form(), PasswordInput).map(({ props }) => props)
  const type = (at: number, value: string) =>
    (fields()[at] as unknown as { onChange: (event: object) => void }).onChange({
      currentTarget: { value },
    })
  const submit = async () => {
    page.sent.length = 0
    const { props } = form() as unknown as { props: { onSubmit: (event: object) => void } }
    props.onSubmit({ preventDefault: () => {} })
    await new Promise((done) => setTimeout(done))
  }
  for (const [at, value] of ['old password', 'new password', 'another'].entries()) type(at, value)
  await submit()
  expect(page.sent).toEqual([])
  type(2, 'new password')
  page.thrown = new Error('badCredentials')
  await submit()
  expect(fields().map(({ value }) => value)).toEqual(['old password', 'new password', 'new password'])
  page.thrown = null
  await submit()
  expect(page.sent).toEqual([
    ['auth.changePassword', { currentPassword: 'old password', newPassword: 'new password' }],
  ])
  expect(fields().map(({ value }) => value)).toEqual(['', '', ''])
})

it('signing out everywhere else leaves this one alone', async () => {
  const records = ['ses_1', 'ses_2', 'ses_3'].map((id) => ({ id, isCurrent: id === 'ses_2' }))
  page.answers['auth.sessions'] = { records }
  await press(buttonsOf(draw(() => SessionsTab())).at(-1))
  expect(page.sent).toEqual([
    ['auth.endSession', { id: 'ses_1' }],
    ['auth.endSession', { id: 'ses_3' }],
  ])
})

it('how far a job is is asked for while one is under way, and no longer', () => {
  const everyMs = (state: string) => {
    page.answers['backgroundJobs.list'] = { records: [{ id: 'job_1', state }] }
    draw(() => JobsTab())
    draw(() => JobsTab())
    return page.options['backgroundJobs.list']
  }
  expect(everyMs('running')).toMatchObject({ refetchEveryMs: 2000 })
  expect(everyMs('done')).not.toHaveProperty('refetchEveryMs')
})

it('an authenticator is moved by six digits of the old one, or by a recovery code', async () => {
  const [begin] = buttonsOf(draw(() => MoveOtp()))
  ;(begin as { onClick: () => void } | undefined)?.onClick()
  const { type, props } = drawnPart(
    draw(() => MoveOtp()),
    'Proof',
  )
  leave()
  const proof = draw(() => (type as (given: object) => unknown)(props))
  const { onProof } = drawnPart(proof, ProofForm).props as { onProof: (given: object) => Promise<void> }
  await onProof({ password: 'secret', code: '123456' })
  await onProof({ password: 'secret', code: 'ABCD-EFGH-JKLM' })
  expect(page.sent).toEqual([
    ['auth.replaceOtp', { password: 'secret', code: '123456' }],
    ['auth.replaceOtp', { password: 'secret', recoveryCode: 'ABCD-EFGH-JKLM' }],
  ])
})
