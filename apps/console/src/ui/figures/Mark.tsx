/** The mark of the product: a treasury house. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#1c5fc0" />
      <path d="M7 13.2 16 7l9 6.2v2.3H7z" fill="#fff" />
      <path d="M9 17.5h2.6v5H9zM14.7 17.5h2.6v5h-2.6zM20.4 17.5H23v5h-2.6z" fill="#fff" />
      <path d="M7 24.2h18V26H7z" fill="#fff" />
    </svg>
  )
}
