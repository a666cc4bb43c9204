import { Button, type ButtonProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useArrival } from '../../../ui/use-arrival.ts'
import { isTransferable, type Line } from '../lines/line-shapes.ts'

export type MoreAct = 'split' | 'refund' | 'settle' | 'payInvoice' | 'book' | 'merge'

const moreActsMenu = { name: 'more-acts', load: () => import('./MoreActsMenu.tsx') }

/** What else can be done with a line. The menu (its own chunk) comes with the first press. */
export function MoreActs({ line, onAct }: { line: Line; onAct: (act: MoreAct) => void }) {
  const isAway = useIsAway()
  const { part: MoreActsMenu, ask, fetch } = useArrival(moreActsMenu)
  const acts = actsOf(line)
  if (acts.length === 0) return null
  if (MoreActsMenu) return <MoreActsMenu acts={acts} isAway={isAway} onAct={onAct} />
  return (
    <MoreTrigger
      disabled={isAway}
      aria-haspopup="menu"
      onClick={ask}
      onPointerEnter={fetch}
      onFocus={fetch}
    />
  )
}

/** The button alone, before and behind its menu. */
export function MoreTrigger(button: ButtonProps & ComponentProps<'button'>) {
  const { t } = useTranslation('pre-transactions-acts')
  return (
    <Button variant="default" size="sm" leftSection={<IconDots size={16} aria-hidden />} {...button}>
      {t('more')}
    </Button>
  )
}

/** The acts that are possible with a line; all but one need money that its bank has proven. */
function actsOf(line: Line): MoreAct[] {
  if (!isTransferable(line)) return []
  if (line.chain === 'hint') return ['merge']
  return line.direction === 'in'
    ? ['split', 'refund', 'settle', 'book', 'merge']
    : ['payInvoice', 'book', 'merge']
}
