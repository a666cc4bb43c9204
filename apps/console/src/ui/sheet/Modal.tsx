import { Modal as KitModal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../kit-later.ts'

/** Above dialogs and panels (200), below the away banner (400). */
export const onTop = 300

interface ModalProps {
  isOpen: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /**
   * False where an answer is owed: neither a click beside it nor Escape closes it; the close icon still
   * does.
   */
  closesEasily?: boolean
  /** Above every other dialog: another one may stand open, and be mounted later. */
  isOnTop?: boolean
}

/** The dialog of the specification: 400 wide, a title, a close icon, any content. */
export function Modal({
  isOpen,
  title,
  onClose,
  children,
  closesEasily = true,
  isOnTop = false,
}: ModalProps) {
  const { t } = useTranslation('ui')
  return (
    <KitModal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={400}
      centered
      zIndex={isOnTop ? onTop : 'var(--mantine-z-index-modal)'}
      closeOnClickOutside={closesEasily}
      closeOnEscape={closesEasily}
      closeButtonProps={{ 'aria-label': t('close') }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      transitionProps={{ duration: 120 }}
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      {children}
    </KitModal>
  )
}
