import { formatBaht } from '@khlang/money/amount.ts'
import { head } from '../page-fields.ts'
import { safe } from '../page-text.ts'
import type { Say } from '../page-words.ts'
import { slipLooks } from './picture.ts'
import type { Slip } from './slips.ts'

const shownMax = 8

/** The newest transfers that came in, each with its slip: as it is, edited, and forged. */
export function slipsTable(slips: readonly Slip[], say: Say): string {
  const rows = slips.slice(0, shownMax).map(({ transRef, amountMinor, from }) => {
    const links = slipLooks.map(
      (look) => `<a href="/slip/${transRef}.png?as=${look}" download>${say(`slip-${look}`)}</a>`,
    )
    const cells = [safe(from.name), formatBaht(amountMinor), links.join(' ')]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const body = rows.length === 0 ? `<tr><td colspan="3">${say('noSlips')}</td></tr>` : rows.join('')
  const heads = (['payer', 'baht', 'slip'] as const).map((word) => `<th>${say(word)}</th>`)
  return `<section>${head('slips', say, 'slipsHint')}<table><thead><tr>${heads.join(
    '',
  )}</tr></thead><tbody>${body}</tbody></table></section>`
}
