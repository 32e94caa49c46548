import { changesOf, type LiveEvent } from './events.ts'
import type { Row } from './route.ts'

/** An accepted invite has no link any more, so the link is not read again. */
const isUsedInviteLink = (path: string, id: string | undefined, { name, subjectId }: LiveEvent) =>
  path === '/api/users/:id/invite-link' && name === 'person.joined' && id === subjectId

/**
 * Whether the event may have changed the reply to a read.
 * @param params the parameters of the read
 */
export function isAffected(
  { path, about = [] }: { readonly path: string } & Pick<Row, 'about'>,
  params: { readonly id?: string } | undefined,
  event: LiveEvent,
): boolean {
  if (isUsedInviteLink(path, params?.id, event)) return false
  const changes = changesOf(event.name)
  if (changes === 'everything') return true
  const isOfAnotherJob =
    path.startsWith('/api/jobs/:id') &&
    params?.id !== undefined &&
    event.jobId !== null &&
    params.id !== event.jobId
  return !isOfAnotherJob && about.some((topic) => changes.includes(topic))
}
