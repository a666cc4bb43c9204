import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from '../calls.ts'
import type { Call } from './define.ts'

const textsIn = (language: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../apps/console/public/locales/${language}/refusals.json`, import.meta.url),
      'utf8',
    ),
  ) as Record<string, string>

interface Shape {
  readonly type: string
  readonly options?: readonly { readonly def: Shape }[]
  readonly shape?: Readonly<Record<string, { readonly def: Shape }>>
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly string[]
}

/** The reasons that the details of an error may give. */
function reasonsOf(def: Shape): readonly string[] {
  if (def.type === 'union') return (def.options ?? []).flatMap((option) => reasonsOf(option.def))
  const told = def.shape?.['reason']?.def
  return [...Object.values(told?.entries ?? {}), ...(told?.values ?? [])]
}

test('every reason why a thing stands in the way has a sentence in Thai and one in English', () => {
  const told = Object.values(calls).flatMap((area) =>
    Object.values(area as Readonly<Record<string, Call>>).flatMap(({ errors }) =>
      [errors?.stateRefused, errors?.conflict].flatMap((details) =>
        details ? reasonsOf(details.def as unknown as Shape) : [],
      ),
    ),
  )
  expect(new Set(told).size).toBeGreaterThan(30)
  const [thai, english] = [textsIn('th'), textsIn('en')]
  const lacking = [...new Set(told)].filter(
    (each) => !/[\u0e00-\u0e7f]/.test(thai[each] ?? '') || !english[each],
  )
  expect(lacking).toEqual([])
})
