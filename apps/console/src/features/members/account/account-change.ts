import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import type { AccountDraft } from './AccountFields.tsx'
import type { MemberDetail } from '../member-shapes.ts'

export interface ChangeDraft extends AccountDraft {
  reason: string
  evidenceId: string | null
}

export const emptyChange: ChangeDraft = {
  bank: null,
  accountNo: '',
  accountName: null,
  reason: '',
  evidenceId: null,
}

/** What is asked: the account as it was typed; where nobody typed a name it is the member's own. */
export const changeInput = (
  member: Pick<MemberDetail, 'id' | 'name'>,
  { bank, accountNo, accountName, reason, evidenceId }: ChangeDraft,
): InputOf<CallOf<'members.changeAccount'>> => ({
  id: member.id,
  bank: bank ?? '',
  accountNo,
  accountName: (accountName ?? member.name).trim(),
  reason: reason.trim(),
  ...(evidenceId === null ? {} : { evidenceId }),
})
