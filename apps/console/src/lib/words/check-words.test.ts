import { readFileSync } from 'node:fs'
import { createInstance, type TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { checkSentence } from './check-words.ts'

const file = (language: string) =>
  new URL(`../../../public/locales/${language}/pre-transactions-checks.json`, import.meta.url)

async function wordsOf(language: 'th' | 'en'): Promise<TFunction<'pre-transactions-checks'>> {
  const texts = JSON.parse(readFileSync(file(language), 'utf8')) as Record<string, unknown>
  const i18n = createInstance()
  await i18n.init({
    lng: language,
    resources: { [language]: { 'pre-transactions-checks': texts } },
    interpolation: { escapeValue: false },
  })
  return i18n.getFixedT(language, 'pre-transactions-checks')
}

const shared = {
  code: 'multiAccount',
  result: 'review',
  detail: { sharedMembers: 2, sharedBy: 'device', limit: 2 },
} as const

it('says in words what members share, never by the code', async () => {
  const [th, en] = [await wordsOf('th'), await wordsOf('en')]
  expect(checkSentence(th, shared, 'th')).toBe('เครื่องซ้ำกับสมาชิกอื่น 2 คน (เกณฑ์ 2)')
  expect(checkSentence(en, shared, 'en')).toBe('Shares the device with 2 other members (limit 2)')
  const all = { ...shared, detail: { ...shared.detail, sharedBy: 'address,device,name' } }
  expect(checkSentence(en, all, 'en')).toBe(
    'Shares the address at registration, device, and name with 2 other members (limit 2)',
  )
  expect(checkSentence(th, all, 'th')).not.toMatch(/address|device|name/)
})

it('names the kind of a blacklist entry', async () => {
  const entry = { code: 'blacklist', result: 'block', detail: { by: 'bankAccount' } } as const
  expect(checkSentence(await wordsOf('th'), entry, 'th')).toBe('อยู่ในบัญชีดำ (เลขบัญชี)')
})
