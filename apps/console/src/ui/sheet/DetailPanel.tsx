import { useRef, type ReactNode } from 'react'
import { ActionIcon, Drawer } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../AppLink.tsx'
import '../kit-later.ts'
import '../tokens.css'
import classes from '../Panels.module.css'
import sheetClasses from '../Sheets.module.css'

export interface DetailPanelProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** Beside the title: a status. */
  aside?: ReactNode
  /** Address of the whole page of this thing. */
  href?: string | undefined
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Buttons, always in sight at the bottom. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * Escape closes the drawer; where a sheet stands open above it, that alone. The kit's own listener would
 * close both, for every dialog hears the key.
 */
function useOwnEscape({ isOpen, onClose }: Pick<DetailPanelProps, 'isOpen' | 'onClose'>) {
  const panel = useRef<HTMLDivElement>(null)
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isOpen || event.key !== 'Escape' || event.isComposing) return
      // An open list of choices takes the key for itself.
      if (event.target instanceof Element && event.target.getAttribute(keepsKey) === 'true') return
      const onTop = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)
      if (onTop === panel.current) onClose()
    },
    { capture: true },
  )
  return panel
}

/** The kit's mark on a field that deals with Escape itself. */
const keepsKey = 'data-mantine-stop-propagation'

/** The drawer that a row opens. */
export function DetailPanel(props: DetailPanelProps) {
  const { t } = useTranslation('table')
  const { onPrevious, onNext } = props
  const panel = useOwnEscape(props)
  return (
    <Drawer.Root
      opened={props.isOpen}
      onClose={props.onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      position="right"
      size={560}
      classNames={{ content: classes.panel }}
    >
      {/* A row pressed twice opens its drawer with the first press; the second must not close it. */}
      <Drawer.Overlay
        backgroundOpacity={0.3}
        onClick={(event) => {
          if (event.detail < 2) props.onClose()
        }}
      />
      <Drawer.Content ref={panel}>
        <Drawer.Header className={classes.panelHead}>
          <Drawer.Title className={classes.panelTitle}>{props.title}</Drawer.Title>
          {props.aside}
          <span className={classes.panelTools}>
            {(onPrevious || onNext) && (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('keys.previous')}
                  disabled={!onPrevious}
                  onClick={onPrevious}
                >
                  <IconChevronUp size={18} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('keys.next')}
                  disabled={!onNext}
                  onClick={onNext}
                >
                  <IconChevronDown size={18} aria-hidden />
                </ActionIcon>
              </>
            )}
            {props.href !== undefined && (
              <AppLink href={props.href} className={sheetClasses.iconLink} aria-label={t('panel.whole')}>
                <IconExternalLink size={18} aria-hidden />
              </AppLink>
            )}
            <Drawer.CloseButton aria-label={t('close')} />
          </span>
        </Drawer.Header>
        <Drawer.Body className={classes.panelBody}>{props.children}</Drawer.Body>
        {props.actions && <footer className={classes.panelFoot}>{props.actions}</footer>}
      </Drawer.Content>
    </Drawer.Root>
  )
}
