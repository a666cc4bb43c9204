import { AppLink } from '../../ui/AppLink.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { hrefOf } from '../address/navigation.tsx'
import { entryLabelKey } from '../words/transfer-kinds.ts'
import type { Words } from './columns.tsx'
import blocks from '../../ui/Blocks.module.css'

interface Entry {
  readonly kind: string
  readonly fate: string | null
  readonly reversedBy: string | null
  readonly by: string | null
}

/** What an entry of a wallet is called, and whether it was taken back. */
export const entryKind = (entry: Omit<Entry, 'by'>, { t }: Words) => (
  <>
    {t(entryLabelKey(entry))} {entry.reversedBy !== null && <Status tone="red" label={t('reversed')} />}
  </>
)

/** Who did it; what no person of the staff did is the system's or the member's own. */
export const entryMaker = ({ by }: Pick<Entry, 'by'>, { t }: Words): string =>
  by === 'member' ? t('byMember') : by === null || by === 'auto' ? t('bySystem') : by

interface OfMember {
  readonly member: { readonly id: string; readonly username: string }
}

/** The member of a row: a link where the person may follow it. */
export function memberLink({ member }: OfMember, { allows }: Words) {
  if (!allows({ memberManagement: ['isRead', 'isUpdate'] })) return member.username
  return (
    <AppLink className={blocks['link']} href={hrefOf({ to: '/member/member-detail/{id}', id: member.id })}>
      {member.username}
    </AppLink>
  )
}
