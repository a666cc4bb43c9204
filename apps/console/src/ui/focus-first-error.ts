/** After the errors were drawn, the first wrong field takes the focus. */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid=true], [data-error=true]')?.focus(),
  )
}
