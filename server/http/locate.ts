import { Failure } from '@plumbline/contract/failures.ts'
import { may } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import type { SignedIn } from './session.ts'
import type * as T from './steps.ts'
import { hasValidIds, validate } from './validate.ts'

/**
 * The thing that the path names, once the person is known to be allowed to see it and to do this
 * with it.
 * @throws Failure notFound, forbidden
 */
export async function locate<R extends Row, S extends T.Facts<R>, F extends T.StoredFile>(
  row: R,
  steps: T.Steps<R, S, F>,
  context: T.RequestContext<R>,
): Promise<{ found: T.FindContext<R>; subject: unknown }> {
  if (!hasValidIds(context.params)) throw new Failure('notFound')
  const found = {
    ...context,
    query: validate(row.query, context.request.query),
  } as T.FindContext<R>
  const find = steps.find as ((context: T.FindContext<R>) => Promise<unknown>) | undefined
  const subject = await find?.(found)
  if (find && subject === undefined) throw new Failure('notFound')
  if (row.may !== 'anyone' && !may(context.person as SignedIn, row.may, subject as never))
    throw new Failure('forbidden')
  return { found, subject }
}
