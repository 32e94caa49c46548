import { changesOf, type LiveEvent } from './events.ts'
import type { Row } from './route.ts'

/** An invite that was accepted has no link any more. */
const isGone = (path: string, id: string | undefined, { name, subjectId }: LiveEvent) =>
  path === '/api/users/:id/invite-link' && name === 'person.joined' && id === subjectId

/**
 * Whether what a read has answered may be different after the event.
 * @param params those that the read was made with
 */
export function isAffected(
  { path, about = [] }: { readonly path: string } & Pick<Row, 'about'>,
  params: { readonly id?: string } | undefined,
  event: LiveEvent,
): boolean {
  if (isGone(path, params?.id, event)) return false
  const changes = changesOf(event.name)
  if (changes === 'everything') return true
  const isOfAnotherJob =
    path.startsWith('/api/jobs/:id') &&
    params?.id !== undefined &&
    event.jobId !== null &&
    params.id !== event.jobId
  return !isOfAnotherJob && about.some((topic) => changes.includes(topic))
}
