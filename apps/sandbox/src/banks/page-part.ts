import { accountRoles } from '@khlang/contract/values/value-lists.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { openingBanks, type stateOf } from '../control.ts'
import { choices, field, head, phoneChoices, roleWord, select, type Form } from '../page-fields.ts'
import type { Say } from '../page-words.ts'

type State = ReturnType<typeof stateOf>

/** The form by which a bank opens an account of ours. */
export const openForm = ({ phones }: State, form: Form, say: Say): string =>
  form(
    'open-account',
    [
      head('open-account', say, 'openAccountHint'),
      select('bank', say, choices(openingBanks.map((bank) => [bank, bank]))),
      field(
        'accountNo',
        say('newAccountNo'),
        '<input$ inputmode="numeric" autocomplete="off" pattern="[0-9]{6,15}" required>',
      ),
      field(
        'accountName',
        say('accountName'),
        `<input$ maxlength="100" autocomplete="off" placeholder="${say('ownName')}">`,
      ),
      select('role', say, choices(accountRoles.map((role) => [role, say(roleWord({ role }))]))),
      field(
        'balance',
        say('openingBalance'),
        '<input$ inputmode="decimal" autocomplete="off" placeholder="0">',
      ),
      select('phone', say, `<option value="">${say('noSim')}</option>${phoneChoices(phones)}`),
    ].join(''),
    'openAccountAct',
  )

/** Where the bank gives what moved today, as its site exports it. */
const linkTo = (accountNo: string, kind: 'csv' | 'xlsx'): string =>
  `<a href="/statement/${accountNo}.${kind}" download>${kind.toUpperCase()}</a>`

/** Our accounts as the banks have them. */
export function accountsTable({ accounts }: State, say: Say): string {
  const rows = accounts.map(
    (account) =>
      `<tr><td>${account.bank} ${account.accountNo}</td><td>${say(roleWord(account))}</td><td>${formatBaht(
        account.balanceMinor,
      )}</td><td>${linkTo(account.accountNo, 'csv')} ${linkTo(account.accountNo, 'xlsx')}</td></tr>`,
  )
  const heads = (['accountNo', 'use', 'baht', 'statement'] as const).map((word) => `<th>${say(word)}</th>`)
  return `<section>${head('balance', say)}<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join(
    '',
  )}</tbody></table></section>`
}
