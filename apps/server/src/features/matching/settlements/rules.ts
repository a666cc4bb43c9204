/** A name of fewer letters stands in too many words to tell anything. */
const lettersMin = 4
/** Banks cut names off; what is shorter than this is no beginning of one. */
const cutMin = 8

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * Whether what a bank printed of a line names a gateway, by its name or its code, however it is spaced; a
 * printed payer may be cut off at its end. Pure.
 */
export function namesGateway(
  printed: { readonly payer: string | null; readonly words: readonly string[] },
  gateway: { readonly name: string; readonly code: string },
): boolean {
  const names = [gateway.name, gateway.code].map(lettersOf).filter(({ length }) => length >= lettersMin)
  const payer = lettersOf(printed.payer ?? '')
  const words = [payer, ...printed.words.map(lettersOf)]
  return names.some(
    (name) =>
      words.some((said) => said.includes(name)) || (payer.length >= cutMin && name.startsWith(payer)),
  )
}
