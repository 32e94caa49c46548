import { Failure } from '@plumbline/contract/failures.ts'
import { MAX_VIEWS, savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import type { Serve } from '../../http/serve.ts'
import * as queries from './queries.ts'

/** The list views that people save for themselves. */
export function routes(serve: Serve) {
  serve(savedViewRoutes.list, {
    handle: ({ db, person, query }) => queries.listViews(db, person.id, query.screen),
  })

  serve(savedViewRoutes.create, {
    handle: async ({ db, person, body }) => {
      await queries.lockViews(db, person.id)
      if ((await queries.countViews(db, person.id, body.screen)) >= MAX_VIEWS)
        throw new Failure('tooManyViews')
      return queries.toView(await queries.insertView(db, person.id, body))
    },
  })

  serve(savedViewRoutes.update, {
    find: ({ db, person, params }) => queries.lockView(db, person.id, params.id),
    handle: async ({ db, subject, body }) =>
      queries.toView(
        Object.keys(body).length === 0 ? subject : await queries.updateView(db, subject.id, body),
      ),
  })

  serve(savedViewRoutes.remove, {
    find: ({ db, person, params }) => queries.lockView(db, person.id, params.id),
    handle: ({ db, subject }) => queries.deleteView(db, subject.id),
  })
}
