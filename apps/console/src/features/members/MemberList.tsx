import { retailBankCodes } from '@khlang/contract/values/banks.ts'
import { memberExportColumns } from '@khlang/contract/values/export-columns.ts'
import {
  memberSorts,
  memberStates,
  sourceChannels,
  waitingChanges,
} from '@khlang/contract/values/value-lists.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { bankFace } from '../../lib/words/bank-names.ts'
import { listScreen } from '../../lib/list/list-screen.tsx'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { Account, LevelAndTags } from './member-cells.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { MemberSheets, openMemberSheet } from './MemberSheets.tsx'
import { MemberStateMark } from './MemberStateMark.tsx'

const sortable = { isSortable: true } as const

/** `/member/member-management`: who the members are and how they stand. Columns: domain §4.3. */
export default listScreen({
  call: 'members.list',
  area: 'members',
  paging: 'keyset',
  listId: 'members',
  name: (row) => row.username,
  // What waits goes as others decide it; the whole list would be read again with every deposit.
  query: (search) => (search['accountChange'] === undefined ? {} : { live: 'member' }),
  sort: { known: memberSorts, usual: 'createdAt', match: 'match' },
  totals: {
    call: 'members.totals',
    sums: {
      balance: { row: 'balanceMinor' },
      deposit: { row: 'depositMinor' },
      withdrawal: { row: 'withdrawalMinor' },
      net: { row: 'netMinor' },
    },
  },
  exports: { call: 'members.exportList', columns: memberExportColumns },
  add: {
    to: '/member/member-add',
    requires: { memberManagement: ['isCreate'] },
    icon: <IconUserPlus size={18} aria-hidden />,
  },
  opens: {
    href: (row) => hrefOf({ to: '/member/member-detail/{id}', id: row.id }),
    requires: { memberManagement: ['isRead', 'isUpdate'] },
  },
  Beside: MemberSheets,
  card: ['name', 'balance'],
  filters: (filter) => [
    filter.text('search', { label: 'filter.search', hint: 'filter.searchHint' }),
    filter.many('state', memberStates, { names: 'states' }),
    filter.dates('registeredFrom', 'registeredTo', { label: 'field.createdAt' }),
    filter.one('bank', retailBankCodes, { names: (bank) => bankFace(bank).name, isMore: true }),
    filter.one('accountChange', waitingChanges, {
      label: 'filter.accountChange',
      names: 'filter.changeOf',
      isMore: true,
    }),
    filter.yesNo('hasNeverDeposited', { label: 'filter.neverDeposited', isMore: true }),
    filter.amounts('balanceMinMinor', 'balanceMaxMinor', { label: 'field.balance', isMore: true }),
    filter.text('tag', { max: 30, label: 'field.tags', isMore: true }),
    filter.whole('level', { max: 99, isMore: true }),
    filter.one('source', sourceChannels, {
      label: 'field.sourceChannel',
      names: 'sources',
      isMore: true,
    }),
  ],
  columns: (column) => [
    column.title('username', 112, sortable),
    column.cell('acts', 76, (row) => <MemberMenu member={row} onAct={openMemberSheet} />, {
      align: 'center',
      isFixed: true,
      card: 'aside',
    }),
    column.text('name', 138),
    column.cell('state', 140, (row) => <MemberStateMark state={row.state} />, { card: 'aside' }),
    column.cell('phone', 112, (row) => row.phoneMasked),
    column.cell('account', 190, (row) => <Account row={row} />),
    column.money('balance', 'balanceMinor', 136, sortable),
    column.money('deposit', 'depositMinor', 118, sortable),
    column.money('withdrawal', 'withdrawalMinor', 118, sortable),
    column.money('net', 'netMinor', 130, { ...sortable, show: { colour: true, signed: true } }),
    column.time('lastDepositAt', 142, sortable),
    column.time('lastLoginAt', 142),
    column.cell('level', 150, (row) => <LevelAndTags level={row.level} tags={row.tags} />, {
      heading: 'field.levelAndTags',
    }),
    column.exact('createdAt', 170, sortable),
  ],
})
