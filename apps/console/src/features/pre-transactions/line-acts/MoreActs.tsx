import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { isTransferable, type Line } from '../lines/line-shapes.ts'
import '../../../ui/kit-later.ts'

export type MoreAct = 'split' | 'refund' | 'book'

/** What else can be done with a line: each in plain words, with what it means below. */
export function MoreActs({ line, onAct }: { line: Line; onAct: (act: MoreAct) => void }) {
  const { t } = useTranslation('pre-transactions-acts')
  const isAway = useIsAway()
  const acts = actsOf(line)
  if (acts.length === 0) return null
  return (
    <Menu position="bottom-start" shadow="md" withinPortal width={300}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          disabled={isAway}
          leftSection={<IconDots size={16} aria-hidden />}
        >
          {t('more')}
        </Button>
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

/** The acts that are possible with a line; each needs money that its bank has proven. */
function actsOf(line: Line): MoreAct[] {
  if (!isTransferable(line) || line.chain === 'hint') return []
  return line.direction === 'in' ? ['split', 'refund', 'book'] : ['book']
}
