import type { stateOf } from './control.ts'
import { safe } from './page-text.ts'
import type { Lang, Say, Word } from './page-words.ts'

type Account = ReturnType<typeof stateOf>['accounts'][number]

export const choices = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([value, text]) => `<option value="${safe(value)}">${safe(text)}</option>`).join('')
export const field = (name: string, label: string, input: string): string =>
  `<label>${label}${input.replace('$', ` name="${name}"`)}</label>`
export const select = (name: Word, say: Say, options: string): string =>
  field(name, say(name), `<select$>${options}</select>`)

export const roleWord = ({ role }: Pick<Account, 'role'>): Word =>
  role === 'deposit' ? 'roleDeposit' : role === 'withdrawal' ? 'roleWithdrawal' : 'roleHolding'
export const accountChoices = (own: readonly Account[], say: Say): string =>
  choices(own.map((each) => [each.accountNo, `${each.bank} ${each.accountNo} · ${say(roleWord(each))}`]))

export const phoneChoices = (phones: readonly { readonly name: string }[]): string =>
  choices(phones.map(({ name }) => [name, name]))

/** One event's form: its hint, its fields and a button that says what it does. */
export type Form = (name: string, inside: string, button: Word, hint?: Word) => string
export const formOf =
  (lang: Lang, say: Say): Form =>
  (name, inside, button, hint) =>
    `<form method="post" action="/form/${name}"><input type="hidden" name="lang" value="${lang}">${inside}
<button>${say(button)}</button>${hint === undefined ? '' : `<p class="hint">${say(hint)}</p>`}</form>`

export const head = (word: Word, say: Say, hint?: Word): string =>
  `<h2>${say(word)}</h2>${hint === undefined ? '' : `<p class="hint">${say(hint)}</p>`}`
