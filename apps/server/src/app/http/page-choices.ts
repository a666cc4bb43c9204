import { routes } from '@khlang/contract/routes.ts'

const alertQueues = '(?:deposits|withdrawals|done|cancelled|approvals|critical)'
const landings = routes
  .filter(({ path, requires }) => requires !== 'public' && !path.includes('{'))
  .map(({ path }) => path)

/** What a reader chose before, by the name of its cookie: the attribute it becomes, and all it may be. */
const choices = [
  { cookie: 'theme', attribute: 'data-mantine-color-scheme', values: 'dark|light' },
  { cookie: 'density', attribute: 'data-density', values: 'compact' },
  { cookie: 'era', attribute: 'data-era', values: 'buddhist|common' },
  { cookie: 'landing', attribute: 'data-landing', values: landings.join('|') },
  { cookie: 'sound', attribute: 'data-sound', values: `${alertQueues}(?:\\.${alertQueues}){0,5}` },
  { cookie: 'desktop', attribute: 'data-desktop', values: `${alertQueues}(?:\\.${alertQueues}){0,5}` },
].map(({ cookie, attribute, values }) => ({
  attribute,
  pattern: new RegExp(`(?:^|; ?)khlang_${cookie}=(${values})(?:;|$)`),
}))

/**
 * The page as its reader chose it before, so that it never shows otherwise first: each choice as an attribute
 * of the document. Only the values named here are ever written into it, whatever a cookie holds.
 */
export function asChosen(html: string, cookies: string | undefined): string {
  const chosen = choices.flatMap(({ attribute, pattern }) => {
    const value = pattern.exec(cookies ?? '')?.[1]
    return value === undefined ? [] : [`${attribute}="${value}" `]
  })
  return html.replace('<html ', `<html ${chosen.join('')}`)
}
