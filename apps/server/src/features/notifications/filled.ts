/** A sentence with its gaps filled; a gap that nothing is known of is left empty. Pure. */
export const filled = (sentence: string, gaps: Readonly<Record<string, unknown>>): string =>
  sentence
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      Object.hasOwn(gaps, name) ? String(gaps[name] ?? '') : '',
    )
    .replaceAll(/ {2,}/g, ' ')
    .trim()
