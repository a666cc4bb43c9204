import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { FormPageProps } from '../../../ui/form/FormPage.tsx'
import { emptyDeposit } from './manual-deposit.ts'
import PreDeposit from './PreDeposit.tsx'
import PreWithdraw from './PreWithdraw.tsx'

// What is typed is confirmed by what the server said of just that, never of what was typed before.

const now = vi.hoisted(() => ({
  page: null as FormPageProps | null,
  draft: {} as object,
  /** What stood in the form when the server was last asked; null: what stands there now. */
  before: null as unknown,
  answer: {} as object,
}))
vi.mock('../../../ui/form/FormPage.tsx', () => ({
  FormPage: (props: FormPageProps) => {
    now.page = props
    return null
  },
  FormSection: () => null,
}))
vi.mock('../../../lib/form/use-form.ts', () => ({
  useForm: () => ({
    draft: now.draft,
    page: { canSubmit: true },
    amount: () => ({}),
    text: () => ({}),
    check: () => true,
  }),
}))
vi.mock('../../../lib/call/query.ts', () => ({ useQueryCall: () => now.answer }))
vi.mock('@mantine/hooks', () => ({ useDebouncedValue: (value: unknown) => [now.before ?? value] }))
vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ id: 'mbr_1' }) }))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('../../../lib/call/error-text.ts', () => ({ useErrorText: () => String }))
// Nothing beside the form is drawn here, and it is large.
vi.mock('./DepositFields.tsx', () => ({ DepositFields: () => null }))
vi.mock('./DepositPreviewCard.tsx', () => ({ DepositPreviewCard: () => null }))
vi.mock('./DepositResult.tsx', () => ({ DepositResult: () => null }))
vi.mock('./DepositSheet.tsx', () => ({ DepositSheet: () => null }))
vi.mock('./MemberCard.tsx', () => ({ MemberCard: () => null }))
vi.mock('./WithdrawalPreviewCard.tsx', () => ({ WithdrawalPreviewCard: () => null }))
vi.mock('./WithdrawalResult.tsx', () => ({ WithdrawalResult: () => null }))
vi.mock('./WithdrawalSheet.tsx', () => ({ WithdrawalSheet: () => null }))
vi.mock('../../../ui/form/AmountInput.tsx', () => ({ AmountInput: () => null }))
vi.mock('../../../ui/page/ErrorState.tsx', () => ({ ErrorState: () => null }))
vi.mock('@mantine/core', () => ({ Button: () => null, Textarea: () => null }))

const said = { member: { username: 'kl1' }, beforeMinor: 900, checks: [], accounts: [] }
/** Whether a page lets its sheet be opened. */
function isOpenable(page: ReactNode, draft: object, answer: object = {}, before: unknown = null) {
  const usual = { data: said, isError: false, error: null, isPlaceholderData: false }
  Object.assign(now, { draft, before, page: null, answer: { ...usual, ...answer } })
  renderToStaticMarkup(page)
  return (now.page as FormPageProps | null)?.canSubmit
}
const old = { isPlaceholderData: true }
/** It was asked for the first time, and nothing has come yet. */
const first = { data: undefined }
const failed = { isError: true, data: undefined, error: { message: 'x' } }

it('a withdrawal waits for the checks of its amount', () => {
  const of = (amountMinor: number | null) => ({ amountMinor, remark: '' })
  const page = <PreWithdraw />
  expect(isOpenable(page, of(500))).toBe(true)
  expect(isOpenable(page, of(500), {}, 50)).toBe(false)
  expect(isOpenable(page, of(500), old)).toBe(false)
  expect(isOpenable(page, of(500), first)).toBe(false)
  expect(isOpenable(page, of(500), failed)).toBe(false)
  const checks = [{ code: 'balance', result: 'block' }]
  expect(isOpenable(page, of(500), { data: { ...said, checks } })).toBe(false)
  // Pressed without an amount it says what is missing.
  expect(isOpenable(page, of(null), { data: { ...said, checks } })).toBe(true)
})

it('a deposit waits for what its amount and kind would do', () => {
  const page = <PreDeposit />
  const draft = emptyDeposit(500)
  expect(isOpenable(page, draft)).toBe(true)
  expect(isOpenable(page, draft, {}, emptyDeposit(50))).toBe(false)
  expect(isOpenable(page, draft, {}, { ...draft, kind: 'goodwill' })).toBe(false)
  expect(isOpenable(page, draft, old)).toBe(false)
  expect(isOpenable(page, draft, first)).toBe(false)
  expect(isOpenable(page, draft, failed)).toBe(false)
  expect(isOpenable(page, draft, { data: { ...said, overDay: { limitMinor: 1, leftMinor: 0 } } })).toBe(
    false,
  )
})
