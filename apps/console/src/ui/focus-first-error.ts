// The kit marks a field of a password in a way of its own.
const marks = ':is([aria-invalid=true], [data-error=true], [data-invalid=true])'
const wrongFields = `:is(input, textarea, select, button)${marks}:not(:disabled)`

/**
 * Once the errors are drawn (by the second frame), the first wrong field takes the focus and stands
 * in sight with its error, not below the foot of a sheet. The kit marks the frames around a field too; those
 * take none.
 */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = form?.querySelector<HTMLElement>(wrongFields)
      field?.focus({ preventScroll: true })
      field?.scrollIntoView({ block: 'center' })
    }),
  )
}
