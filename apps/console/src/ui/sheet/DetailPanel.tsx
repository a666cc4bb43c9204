import type { ReactNode } from 'react'
import { ActionIcon, Drawer } from '@mantine/core'
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

/** The drawer that a row opens. */
export function DetailPanel(props: DetailPanelProps) {
  const { t } = useTranslation('table')
  const { onPrevious, onNext } = props
  return (
    <Drawer.Root
      opened={props.isOpen}
      onClose={props.onClose}
      closeOnClickOutside={false}
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
      <Drawer.Content>
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
