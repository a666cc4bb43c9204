/** Typed text as a piece of a LIKE pattern that means nothing but itself. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
