import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Approval } from './approval-words.ts'
import { Differences } from './Differences.tsx'
import { DecideForm } from './DecideForm.tsx'

// What whoever decides a request reads, and which answer each of the two buttons gives.

interface Pressable {
  readonly children: string
  readonly onClick: () => void
}
interface Shown {
  readonly name: string
  readonly before?: unknown
  readonly after: unknown
}
const { buttons, submitted, rows, facts, own } = vi.hoisted(() => ({
  buttons: [] as Pressable[],
  submitted: [] as unknown[],
  rows: [] as Shown[],
  facts: [] as { label: string; value: unknown }[],
  own: { otpEnable: true },
}))
vi.mock('@mantine/core', () => ({
  Button: (props: Pressable) => {
    buttons.push(props)
    return null
  },
  PasswordInput: () => null,
  Textarea: () => null,
  TextInput: () => null,
}))
vi.mock('react-dom', () => ({ createPortal: (children: ReactNode) => children }))
vi.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (key: string) => key,
    // Words that are no code have spaces.
    i18n: { exists: (key: string) => !/^approvals:(field|valueOf)|^settings:values|\s/.test(key) },
  }),
}))
type Call = { input: (draft: object) => object; fieldErrors: (draft: object) => object }
const typed = vi.hoisted(() => ({ draft: { comment: ' ตรง ', factor: '123456' } }))
vi.mock('../../../lib/form/use-form.ts', () => ({
  useForm: (spec: Call) => ({
    canSend: true,
    text: () => ({}),
    change: () => undefined,
    submit: async (more: object = {}) => {
      const fieldErrors = spec.fieldErrors(typed.draft)
      submitted.push(
        Object.keys(fieldErrors).length > 0 ? fieldErrors : { ...spec.input(typed.draft), ...more },
      )
    },
  }),
}))
vi.mock('../../../lib/person/profile.ts', () => ({ useProfile: () => own }))
vi.mock('../../../lib/person/view-reason.ts', () => ({ useViewReason: () => ({}) }))
vi.mock('../../../lib/alerts/notices.ts', () => ({ say: () => undefined }))
vi.mock('./use-decide.ts', () => ({ useDecide: () => ({}), useRefusalText: () => String }))
vi.mock('../../../ui/focus-first-error.ts', () => ({ focusFirstError: () => undefined }))
vi.mock('../../../ui/page/ErrorState.tsx', () => ({ ErrorState: () => null }))
vi.mock('../../../lib/person/right-words.ts', () => ({
  useRightName: () => String,
  useRoleName: () => String,
}))
vi.mock('../../../ui/use-reading.ts', () => ({ useReading: () => ({ language: 'th', era: 'common' }) }))
vi.mock('../../../ui/figures/BankTag.tsx', () => ({ BankTag: () => null }))
vi.mock('../../../ui/sheet/DiffTable.tsx', () => ({
  DiffTable: (props: { rows: Shown[] }) => {
    rows.push(...props.rows)
    return null
  },
}))
vi.mock('../../../ui/figures/KeyValue.tsx', () => ({
  KeyValue: (props: { facts: typeof facts }) => {
    facts.push(...props.facts)
    return null
  },
}))

beforeEach(() => {
  for (const list of [buttons, submitted, rows, facts]) list.length = 0
  Object.assign(own, { otpEnable: true })
  typed.draft = { comment: ' ตรง ', factor: '123456' }
})

const approval = { id: 'apr_1', documentHash: 'aa', kind: 'manualDeposit' } as Approval
async function press(label: string) {
  buttons.length = 0
  const foot = {} as HTMLElement
  renderToStaticMarkup(<DecideForm approval={approval} foot={foot} onDone={() => undefined} />)
  buttons.find(({ children }) => children === label)?.onClick()
  await vi.waitFor(() => expect(submitted).toHaveLength(1))
  return submitted.pop()
}

it('each button gives its own answer, to the document as it was shown, with the own factor', async () => {
  const sent = { id: 'apr_1', documentHash: 'aa', comment: 'ตรง', code: '123456' }
  expect(await press('form.approve')).toEqual({ ...sent, isApproved: true })
  expect(await press('form.reject')).toEqual({ ...sent, isApproved: false })
  typed.draft = { comment: 'x', factor: '12345' }
  expect(await press('form.approve')).toEqual({ factor: 'form.codeMissing' })
  Object.assign(own, { otpEnable: false })
  const byPassword = { id: 'apr_1', documentHash: 'aa', comment: 'x', password: '12345' }
  expect(await press('form.approve')).toEqual({ ...byPassword, isApproved: true })
})

it('a limit where there was none is read as a change from none, and the other way round', () => {
  renderToStaticMarkup(
    <Differences
      differences={[
        { field: 'approvalLimitMinor', before: null, after: 500_000 },
        { field: 'adjustmentPerDayMinor', before: 100_000, after: null },
        { field: 'reasonCode', before: null, after: 'correction' },
      ]}
    />,
  )
  expect(rows.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['settings:field.approvalLimitMinor', 'settings:noLimit', '5,000.00'],
    ['settings:field.adjustmentPerDayMinor', '1,000.00', 'settings:noLimit'],
  ])
  expect(facts).toEqual([
    { label: 'settings:field.reasonCode', value: 'pre-transactions:reasons.correction' },
  ])
})

it('what is in words already stands as it is, one under the other; codes and days are said', () => {
  const explained = ['KBANK ถอน -19.16: ค่าธรรมเนียม (Accountant)', 'SCB 5.00: รอไฟล์ (Accountant)']
  renderToStaticMarkup(
    <Differences
      kind="dayClose"
      differences={[
        { field: 'businessOn', before: null, after: '2026-11-27' },
        { field: 'explained', before: null, after: explained },
        { field: 'events', before: null, after: ['deposit.credited'] },
      ]}
    />,
  )
  const [day, lines, codes] = facts.slice(-3).map(({ value }) => renderToStaticMarkup(<>{value}</>))
  expect(day).toMatch(/^27\/11\/\d{4}$/)
  expect(lines).toContain(`<li>${explained[0]}</li><li>${explained[1]}</li>`)
  expect(codes).toBe('notifications:events.deposit.credited.title')
})

it('what differs on a day stands with its cause in words, and with what was said of it', () => {
  const gap = { kind: 'gap', label: 'KBANK ถอน', amountMinor: -1_916, reasonCode: 'bankFee' }
  const value = [{ ...gap, note: 'ค่าธรรมเนียม', by: 'Accountant' }]
  renderToStaticMarkup(
    <Differences kind="dayClose" differences={[{ field: 'explained', before: null, after: value }]} />,
  )
  const text = renderToStaticMarkup(<>{facts.at(-1)?.value}</>).replaceAll(/<[^>]+>/g, ' ')
  expect(text.replaceAll(/\s+/g, ' ').trim()).toBe(
    'kinds.gap -19.16 · KBANK ถอน reasons.bankFee: ค่าธรรมเนียม (Accountant)',
  )
})
