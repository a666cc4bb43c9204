import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { walletKinds } from './transfer-kinds.ts'

type Texts = { readonly [key: string]: Texts | string }

const textsOf = (language: string): Texts => {
  const path = new URL(`../../../public/locales/${language}/pre-transactions.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as Texts
}

test.each(['th', 'en'])(
  'whoever decides a withdrawal reads each movement of a wallet in %s',
  (language) => {
    const textOf = (key: string) =>
      key
        .split('.')
        .reduce<Texts | string | undefined>(
          (at, part) => (typeof at === 'object' ? at[part] : undefined),
          textsOf(language),
        )
    const missing = walletKinds.filter((kind) => typeof textOf(`request.kinds.${kind}`) !== 'string')
    expect(missing).toEqual([])
  },
)
