import { saidNames } from '@khlang/contract/values/play-values.ts'
import type { Said, Word } from './adapter.ts'

const longest = 200

/** What a database and a screen can show of it. */
const plain = (text: string): string =>
  [
    ...text
      .toWellFormed()
      .replaceAll(/\p{C}+/gu, ' ')
      .trim(),
  ]
    .slice(0, longest)
    .join('')

/** What was said, without what is empty: a provider sends many fields with nothing in them. Pure. */
export function saying(told: Said): Pick<Word, 'said'> {
  const said = saidNames.flatMap((name) => {
    const text = plain(told[name] ?? '')
    return text === '' ? [] : [[name, text] as const]
  })
  return said.length === 0 ? {} : { said: Object.fromEntries(said) }
}

/** An amount in baht as a provider tells it, with as many digits as it likes; none of 0. Pure. */
export const shareOf = (text: string): string =>
  /^\d{1,12}(\.\d{1,12})?$/.test(text) && Number(text) > 0 ? text : ''
