import type { stateOf } from '../control.ts'
import { choices, head, select, type Form } from '../page-fields.ts'
import type { Lang, Say } from '../page-words.ts'

/** The form that opens a game as a member would; nothing where the house has no games of ours. */
export function gameForm(
  { games }: ReturnType<typeof stateOf>,
  person: string,
  form: Form,
  lang: Lang,
  say: Say,
): string {
  if (games.length === 0) return ''
  const named = choices(games.map(({ code, name }) => [code, name[lang]]))
  const language = `<input type="hidden" name="language" value="${lang}">`
  return form(
    'play',
    `${head('play', say, 'playHint')}${language}${person}${select('game', say, named)}`,
    'playAct',
  )
}
