// The kit marks a field of a password in a way of its own.
const marks = ':is([aria-invalid=true], [data-error=true], [data-invalid=true])'
const wrongFields = `:is(input, textarea, select, button)${marks}:not(:disabled)`
/** Errors are drawn by the second frame, on a machine that is busy a little later. */
const framesMax = 30

/**
 * Once the errors are drawn, the first wrong field takes the focus and stands in sight with its error, not
 * below the foot of a sheet. The kit marks the frames around a field too; those take none.
 */
export function focusFirstError(form: HTMLFormElement | null, frame = 1): void {
  requestAnimationFrame(() => {
    const field = frame > 1 ? form?.querySelector<HTMLElement>(wrongFields) : null
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
    if (!field && form?.isConnected && frame < framesMax) focusFirstError(form, frame + 1)
  })
}
