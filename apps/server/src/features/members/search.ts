import { sql, type RawBuilder } from 'kysely'

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** `081-234 5678` as it is stored; null when the text is not a whole phone number. */
export function phoneOf(digits: string): string | null {
  if (/^0\d{8,9}$/.test(digits)) return `+66${digits.slice(1)}`
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null
}

/**
 * Who has no right to see phones and accounts in clear finds them whole or by the digits that a mask shows;
 * any
 * other piece would let him guess the rest digit by digit. Source: safety.md 3.4.
 */
function numberConditions(digits: string, mayReveal: boolean): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = []
  const accounts = (condition: RawBuilder<boolean>) =>
    sql<boolean>`m.id = any(array(select a.member_id from member_bank_accounts a
      where a.state in ('primary', 'alias') and ${condition}))`
  const phone = phoneOf(digits)
  if (phone !== null) found.push(sql`m.phone = ${phone}`)
  if (/^\d{8,16}$/.test(digits)) found.push(accounts(sql`a.account_no = ${digits}`))
  if (digits.length === 4) {
    found.push(sql`right(m.phone, 4) = ${digits}`)
    found.push(accounts(sql`substr(a.account_no, length(a.account_no) - 4, 4) = ${digits}`))
  }
  if (mayReveal && digits.length >= 4) {
    const start = digits.startsWith('0') ? `+66${digits.slice(1)}` : `+${digits}`
    found.push(sql`m.phone like ${`${start}%`}`)
    found.push(
      accounts(sql`right(a.account_no, 4) = ${digits.slice(-4)} and a.account_no like ${`%${digits}`}`),
    )
  }
  return found
}

/**
 * Literal search over members aliased m: the beginning of a user name, a piece of a name (its beginning when
 * shorter than three characters), phone and account digits. Null when there is nothing to search for.
 */
export function searchCondition(
  search: string | undefined,
  mayReveal: boolean,
): RawBuilder<boolean> | null {
  const text = (search ?? '').normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (text === '') return null
  const parts: RawBuilder<boolean>[] = []
  if (/^[a-z0-9]{1,20}$/.test(text)) parts.push(sql`m.username like ${`${text}%`}`)
  if ([...text].length >= 3) {
    parts.push(sql`(lower(m.first_name || ' ' || m.last_name) like ${`%${literal(text)}%`}
      and name_pieces(m.first_name || ' ' || m.last_name) @> name_pieces(${text}))`)
  } else {
    parts.push(sql`lower(m.first_name) like ${`${literal(text)}%`}`)
    parts.push(sql`lower(m.last_name) like ${`${literal(text)}%`}`)
  }
  const digits = text.replaceAll(/[\s+-]/g, '')
  if (/^\d{4,16}$/.test(digits)) parts.push(...numberConditions(digits, mayReveal))
  return sql`(${sql.join(parts, sql` or `)})`
}
