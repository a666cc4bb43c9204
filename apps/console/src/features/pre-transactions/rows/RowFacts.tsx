import type { RoutePath } from '@khlang/contract/routes.ts'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import type { Words } from '../../../lib/list/columns.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import type { OwnAccount, QueueRow } from './queue-shapes.ts'
import { ClaimBadge, CreditCell, KindTag, MemberCell, SlaCell } from './RowCells.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Queue.module.css'

interface RowFactsProps {
  row: QueueRow
  accounts: readonly OwnAccount[]
}

/** All that a row says, as name and value. */
export function RowFacts({ row, accounts }: RowFactsProps) {
  return <Facts of={{ ...row, own: accounts.find(({ id }) => id === row.accountId) }} />
}

const failedChecks = ({ checksFailed }: QueueRow, { t }: Words) =>
  checksFailed.map((code) => t(`pre-transactions-checks:${code}.name`, { defaultValue: code })).join(', ')

/** The member's account, at its bank where that is known. */
function memberAccount({ memberBank, memberAccountMasked }: QueueRow) {
  const no = memberAccountMasked?.replaceAll('?', 'x')
  return memberBank === null ? no : <BankTag code={memberBank}>{no}</BankTag>
}

const Facts = factsPart<QueueRow & { own: OwnAccount | undefined }>({
  area: 'pre-transactions',
  names: 'queue.columns',
  facts: (fact) => [
    fact.copy('reference'),
    fact.cell('kind', (row) => <KindTag kind={row.kind} />),
    fact.money('amount', 'amountMinor'),
    fact.cell('member', (row) => <MemberCell member={row.member} />),
    fact.cell('memberAccount', memberAccount),
    fact.cell('account', ({ own }) => own && <BankTag code={own.bank}>{own.label}</BankTag>),
    fact.time('at'),
    fact.exact('bankTime'),
    fact.cell('credit', (row) => <CreditCell row={row} />),
    fact.cell('age', (row) => <SlaCell row={row} />),
    fact.word('source', 'queue.source'),
    fact.text('handler'),
    fact.cell('claim', (row) => <ClaimBadge row={row} ownUntilMs={null} />, {
      label: 'request.claim',
      isTold: ({ claimedBy }) => claimedBy !== null,
    }),
    fact.word('band', 'request.bands', { label: 'request.band', ifAny: true }),
    fact.cell('notGreen', failedChecks, {
      label: 'request.notGreen',
      isTold: ({ checksFailed }) => checksFailed.length > 0,
    }),
    fact.word('reasonCode', 'reasons', { label: 'request.reason', ifAny: true }),
    fact.text('remarkMember'),
    fact.text('remarkStaff'),
  ],
})

/** Ways on from a row: its statement line, the ledger entries behind it, everything of the member. */
export function RowLinks({ row }: { row: QueueRow }) {
  const { t } = useTranslation('pre-transactions')
  const allowed = useAllows()
  const tab = row.kind === 'deposit' && row.state === 'credited' ? 'handled' : 'open'
  const way = (to: RoutePath, search: Readonly<Record<string, string>>, label: string) => (
    <li>
      <ScreenLink to={to} search={search} className={blocks['link']}>
        {label}
      </ScreenLink>
    </li>
  )
  return (
    <ul className={classes['links']}>
      {allowed({ pretransactionNotMatch: ['isRead'] }) &&
        way('/pre-transaction/matching', { tab, search: row.reference }, t('queue.toLine'))}
      {allowed({ creditTransaction: ['isRead'] }) &&
        way('/credit-transaction', { reference: row.reference }, t('queue.toJournal'))}
      {way(
        '/pre-transaction/deposit-withdraw',
        { memberId: row.member.id },
        t('queue.allOfMember', { name: row.member.username }),
      )}
    </ul>
  )
}
