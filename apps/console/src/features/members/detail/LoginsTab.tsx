import { deviceName } from '../../../lib/person/device-names.ts'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { Status } from '../../../ui/figures/Status.tsx'

/** When and from where the member signed in. */
export const LoginsTab = listPart({
  call: 'members.logins',
  area: 'members',
  texts: 'logins',
  paging: 'keyset',
  listId: 'memberLogins',
  isLocal: true,
  rowId: (row) => `${row.at} ${row.address} ${row.result}`,
  fixed: ({ memberId }: { memberId: string }) => ({ id: memberId }),
  card: ['address', 'userAgent'],
  columns: (column) => [
    column.exact('at', 180, { heading: 'logins.at', card: 'title' }),
    column.cell(
      'result',
      130,
      ({ result }, { t }) => (
        <Status
          tone={result === 'done' ? 'green' : 'red'}
          label={t(`logins.${result === 'done' ? 'done' : 'refused'}`)}
        />
      ),
      { heading: 'logins.result', card: 'aside' },
    ),
    column.text('address', 160, { heading: 'logins.address' }),
    column.cell(
      'userAgent',
      240,
      ({ userAgent }) =>
        userAgent ? (
          <span title={userAgent} data-raw>
            {deviceName(userAgent)}
          </span>
        ) : (
          '–'
        ),
      { heading: 'logins.device' },
    ),
  ],
})
