import { Button } from '@mantine/core'
import { IconChevronDown, type TablerIcon } from '@tabler/icons-react'
import { createElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { useIsAway } from '../call/connection.ts'
import { loadChunk } from '../chunks.ts'
import { latePart } from '../late-part.ts'
import { useViewReason } from '../person/view-reason.ts'
import { useStore } from '../store.ts'

/** What can be done with the thing in hand: a way to a screen, or something that happens here. */
export interface Act {
  readonly label: string
  readonly icon?: TablerIcon
  readonly href?: string
  readonly run?: () => void
  /** It asks the server at once: grey while that is out of reach, and while one looks as a role. */
  readonly isSent?: boolean
  /** It is on its way. */
  readonly isSending?: boolean
  /** Grey for now. */
  readonly isHeld?: boolean
  /** Grey while the server is out of reach: what it opens could not be sent. */
  readonly isOnline?: boolean
  /** Not what one usually came for: it is not filled, though it stands first. */
  readonly isQuiet?: boolean
  readonly isDanger?: boolean
}

interface RecordActsProps {
  acts: readonly Act[]
  /** So many are buttons, the rest stands behind a menu. Default: all. */
  shownMax?: number | undefined
}

/** The foot of a drawer: what is done often first. */
export function RecordActs({ acts, shownMax = acts.length }: RecordActsProps) {
  const more = acts.slice(shownMax)
  return (
    <>
      {acts.slice(0, shownMax).map((act, at) => (
        <ActButton key={act.label} act={act} isFirst={at === 0} />
      ))}
      {more.length > 0 && <More acts={more} />}
    </>
  )
}

/** Few drawers have so many acts: what opens a menu comes with the first of them. */
const actsMenu = latePart(() => loadChunk('acts-menu', () => import('./ActsMenu.tsx')))

/** The rest of the acts. Until their menu is there a press asks for it again. */
function More({ acts }: { acts: readonly Act[] }) {
  const { t } = useTranslation('table')
  const ActsMenu = useStore(actsMenu.shown)
  useEffect(() => void actsMenu.fetch(), [])
  const button = {
    size: 'sm',
    variant: 'default',
    rightSection: <IconChevronDown size={16} aria-hidden />,
    children: t('panel.more'),
  }
  if (ActsMenu) return createElement(ActsMenu, { acts, button })
  return <Button {...button} aria-haspopup="menu" onClick={() => void actsMenu.fetch()} />
}

function ActButton({ act, isFirst }: { act: Act; isFirst: boolean }) {
  const isAway = useIsAway()
  const viewReason = useViewReason()
  const { label, icon: Icon, href, run } = act
  const look = {
    size: 'sm',
    variant: isFirst && !act.isQuiet ? 'filled' : 'default',
    leftSection: Icon && <Icon size={16} aria-hidden />,
  }
  if (href !== undefined)
    return (
      <Button {...look} component={AppLink} href={href}>
        {label}
      </Button>
    )
  const isHeld = act.isHeld === true || (act.isSent === true && 'title' in viewReason)
  return (
    <Button
      {...look}
      {...(act.isSent ? viewReason : {})}
      loading={act.isSending === true}
      disabled={isHeld || (isAway && (act.isSent === true || act.isOnline === true))}
      onClick={run}
    >
      {label}
    </Button>
  )
}
