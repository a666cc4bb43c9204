import { Button, Menu, type ButtonProps } from '@mantine/core'
import '../../ui/kit-later.ts'
import type { Act } from './RecordActs.tsx'

interface ActsMenuProps {
  acts: readonly Act[]
  /** What opens it, as it stood before the menu was there. */
  button: ButtonProps
}

/** Acts that are no buttons of their own. `RecordActs` alone loads it. */
export default function ActsMenu({ acts, button }: ActsMenuProps) {
  return (
    <Menu position="top-end" shadow="md" withinPortal>
      <Menu.Target>
        <Button {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, isDanger, run }) => (
          <Menu.Item key={label} {...(isDanger ? { color: 'red' } : {})} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
