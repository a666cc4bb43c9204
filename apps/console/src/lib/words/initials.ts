/** Vowels that Thai writes before the letter that they are spoken after. */
const leading = /[เแโใไ]/u

/** By what letters a name without a picture is known: those that its first two words begin with. Pure. */
export function initialsOf(name: string): string {
  const first = (word: string): string =>
    [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter) && !leading.test(letter)) ?? ''
  return name.split(/\s+/).map(first).join('').slice(0, 2).toUpperCase()
}
