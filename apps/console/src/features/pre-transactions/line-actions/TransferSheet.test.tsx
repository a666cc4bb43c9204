import { MantineProvider } from '@mantine/core'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import type { ConfirmProps } from '../../../ui/sheet/Confirm.tsx'
import type { Line } from '../lines/line-shapes.ts'
import { TransferSheet } from './TransferSheet.tsx'

const { answer } = vi.hoisted(() => ({ answer: { records: [] as unknown[] } }))
vi.mock('../../../lib/call/query.ts', () => ({
  useCall: () => ({ canSend: true }),
  useQueryCall: () => ({ data: answer, error: null, isPending: false }),
}))
vi.mock('../../../ui/use-reading.ts', () => ({ useReading: () => ({ language: 'en', era: 'common' }) }))
// The confirmation itself is drawn by the browser alone; here what stands in it.
vi.mock('../../../ui/sheet/Confirm.tsx', () => ({ Confirm: ({ children }: ConfirmProps) => children }))
// A key of this opening is kept under the address of the page.
vi.stubGlobal('location', { pathname: '/', search: '' })
await createInstance().use(initReactI18next).init({ lng: 'en' })

it('the other half stands with its account, and minus where its money left', () => {
  const half = { version: 1, amountMinor: 50_000, bankTime: null, receivedAt: '2026-11-20T10:00:00.000Z' }
  const line: unknown = { ...half, id: 'stl_1', direction: 'in', accountId: 'SCB one' }
  answer.records = [
    { ...half, id: 'stl_2', direction: 'out', accountId: 'SCB two' },
    { ...half, id: 'stl_3', direction: 'in', accountId: 'SCB three' },
  ]
  const nothing = () => undefined
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <TransferSheet
        line={line as Line}
        accountName={(id) => id}
        onClose={nothing}
        onDone={nothing}
        onTaken={nothing}
      />
    </MantineProvider>,
  )
  expect(markup).toContain('SCB two · −500.00')
  expect(markup).toContain('SCB three · +500.00')
})
