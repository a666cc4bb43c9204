import type { MemberDetail } from '../member-shapes.ts'

type Facts = Pick<MemberDetail, 'withdrawBlocks' | 'state' | 'canWithdraw' | 'withdrawHoldUntil'> & {
  readonly accounts: readonly Pick<MemberDetail['accounts'][number], 'state'>[]
}

/**
 * Keys (`block.<key>`) of the sentences that say why money cannot leave now; one code may have several
 * causes.
 */
export function blockKeys(member: Facts): string[] {
  return member.withdrawBlocks.flatMap((code) => {
    if (code === 'memberState') return stateKeys(member)
    if (code === 'accountMatch') {
      const hasAccount = member.accounts.some(({ state }) => state === 'primary')
      return [!hasAccount ? 'noAccount' : member.withdrawHoldUntil === null ? 'accountMatch' : 'held']
    }
    return [known.has(code) ? code : 'other']
  })
}

function stateKeys({ state, canWithdraw }: Facts): string[] {
  const causes = [...(state === 'active' ? [] : ['notActive']), ...(canWithdraw ? [] : ['withdrawOff'])]
  return causes.length > 0 ? causes : ['openWithdrawal']
}

const known: ReadonlySet<string> = new Set([
  'systemOpen',
  'balance',
  'turnover',
  'wdCap',
  'openBets',
  'nameMatch',
  'blacklist',
])
