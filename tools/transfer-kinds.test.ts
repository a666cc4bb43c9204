import { readFileSync } from 'node:fs'
import { transferKinds } from '@khlang/ledger/kinds.ts'
import { expect, it } from 'vitest'
import { walletKinds as listedKinds } from '../apps/server/src/platform/posting/wallet-days.ts'
import { kindLabelKey, walletKinds } from '../apps/console/src/lib/words/transfer-kinds.ts'

const texts = (language: string): Record<string, string> => {
  const file = new URL(
    `../apps/console/public/locales/${language}/credit-transactions.json`,
    import.meta.url,
  )
  return (JSON.parse(readFileSync(file, 'utf8')) as { transferKind: Record<string, string> }).transferKind
}

it('every kind of the ledger has a label in Thai and in English', () => {
  for (const [kind, { labelKey }] of Object.entries(transferKinds)) {
    expect(kindLabelKey(kind)).toBe(labelKey)
    const name = labelKey.replace('transferKind.', '')
    expect(texts('th')[name], kind).toBeTruthy()
    expect(texts('en')[name], kind).toBeTruthy()
  }
})

it('the filter offers exactly the kinds that a wallet shows', () => {
  expect([...walletKinds].toSorted()).toEqual([...listedKinds].toSorted())
})
