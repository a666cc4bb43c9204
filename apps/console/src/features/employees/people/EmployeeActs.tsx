import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAllows } from '../../../lib/person/permissions.ts'
import { actsOf, type EmployeeAct } from './employee-acts.ts'
import type { EmployeeDetail } from '../employee-shapes.ts'
import '../../../ui/kit-later.ts'

const shownMax = 3
const dangers: readonly EmployeeAct[] = ['locked', 'left', 'sessions']

interface EmployeeActsProps {
  person: EmployeeDetail
  onAct: (act: EmployeeAct) => void
}

/** The foot of the panel: what is done often as buttons, the rest behind a menu. */
export function EmployeeActs({ person, onAct }: EmployeeActsProps) {
  const { t } = useTranslation('employees')
  const allowed = useAllows()
  const acts = allowed({ employeeManagement: ['isRead', 'isUpdate'] }) ? actsOf(person) : []
  if (acts.length === 0) return null
  const shown = acts.slice(0, shownMax)
  const more = acts.slice(shownMax)
  return (
    <>
      {shown.map((act, at) => (
        <Button key={act} size="sm" variant={at === 0 ? 'filled' : 'default'} onClick={() => onAct(act)}>
          {t(`act.${act}`)}
        </Button>
      ))}
      {more.length > 0 && (
        <Menu position="top-end" shadow="md" withinPortal>
          <Menu.Target>
            <Button size="sm" variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('act.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((act) => (
              <Menu.Item
                key={act}
                {...(dangers.includes(act) ? { color: 'red' } : {})}
                onClick={() => onAct(act)}
              >
                {t(`act.${act}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
