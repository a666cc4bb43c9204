import { useParams } from '@tanstack/react-router'

/** The `{id}` of the address in front; empty where the screen has none. */
export function useRouteId(): string {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false })
  const { id } = params
  return typeof id === 'string' ? id : ''
}
