import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOpenOnArrival } from '../../../ui/use-open-on-arrival.ts'
import { MoreTrigger, type MoreAct } from './MoreActs.tsx'
import '../../../ui/kit-later.ts'

interface MoreActsMenuProps {
  acts: readonly MoreAct[]
  isAway: boolean
  onAct: (act: MoreAct) => void
}

/** Each act in plain words, with what it means below; only `MoreActs` loads it. */
export default function MoreActsMenu({ acts, isAway, onAct }: MoreActsMenuProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const { target, isOpen, setOpen } = useOpenOnArrival()
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" withinPortal width={300}>
      <Menu.Target>
        <MoreTrigger disabled={isAway} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => (
          <Menu.Item key={act} onClick={() => onAct(act)}>
            <b>{t(`${act}.button`)}</b>
            <br />
            <small>{t(`${act}.hint`)}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
