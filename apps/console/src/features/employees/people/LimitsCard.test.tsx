import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, it } from 'vitest'
import texts from '../../../../public/locales/en/employees.json' with { type: 'json' }
import { LimitsCard } from './LimitsCard.tsx'

const i18n = createInstance()
await i18n
  .use(initReactI18next)
  .init({ lng: 'en', ns: ['employees'], resources: { en: { employees: texts } } })

const role = { approvalLimitMinor: 5_000_000, adjustmentPerDayMinor: null }
const limitsOf = (approvalLimitMinor: number | null, adjustmentPerDayMinor: number | null) => {
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <LimitsCard of={{ approvalLimitMinor, adjustmentPerDayMinor, addresses: [] }} role={role} />
    </I18nextProvider>,
  )
  return [...markup.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, value = '']) => value.replaceAll(/<[^>]*>/g, ''))
}

it('a limit of nothing is shown as nothing, and never as the limit of the role', () => {
  expect(limitsOf(0, 0)).toEqual(['0.00 THB', '0.00 THB'])
  expect(limitsOf(1, 250_000)).toEqual(['0.01 THB', '2,500.00 THB'])
})

it('where nothing is set for the person the limit of the role is shown', () => {
  expect(limitsOf(null, null)).toEqual(['As the role: ฿50,000.00', 'As the role: No limit'])
})
