import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useQueryCall } from '../../../lib/call/query.ts'
import { isAccountNo, isUsername, readPhone, type MemberDraft } from '../member-form.ts'

const pauseMs = 400

/**
 * Asks, after a pause in typing, whether anything typed so far is taken or blacklisted. Only whole values
 * are asked about; half a phone number is nobody's.
 */
export function useDuplicateCheck(draft: MemberDraft) {
  const input = useMemo(() => {
    const phone = readPhone(draft.phone)
    const hasAccount = draft.bank !== null && isAccountNo(draft.accountNo)
    const hasName = draft.firstName.trim() !== '' && draft.lastName.trim() !== ''
    return {
      ...(phone === null ? {} : { phone }),
      ...(hasAccount ? { bank: draft.bank ?? '', accountNo: draft.accountNo } : {}),
      ...(hasName ? { firstName: draft.firstName.trim(), lastName: draft.lastName.trim() } : {}),
      ...(draft.username !== null && isUsername(draft.username) ? { username: draft.username } : {}),
    }
  }, [draft])
  const text = JSON.stringify(input)
  const [asked] = useDebouncedValue(text, pauseMs)
  const query = useQueryCall('members.checkDuplicate', JSON.parse(asked) as typeof input, {
    isEnabled: asked !== '{}',
    isTracked: false,
    keepsPrevious: true,
    staleMs: 5_000,
  })
  return {
    answer: query.data ?? null,
    refusal: query.error,
    isChecking: text !== asked || query.isFetching,
    asked: input,
  }
}
