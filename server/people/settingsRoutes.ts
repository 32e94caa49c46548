import { Failure } from '@plumbline/contract/failures.ts'
import { settingsRoutes } from '@plumbline/contract/settings.ts'
import { requireMatch } from '../http/answers.ts'
import type { Serve } from '../http/serve.ts'
import { record } from '../live/record.ts'
import { findCompany, updateCompany } from './company.ts'

/** The company's own facts: everybody signed in reads them, an admin changes them. */
export function companySettings(serve: Serve) {
  serve(settingsRoutes.read, {
    handle: async ({ db }) => {
      const company = await findCompany(db)
      if (!company) throw new Failure('notFound')
      return company
    },
  })

  serve(settingsRoutes.update, {
    handle: async ({ db, person, body, request }) => {
      const company = await findCompany(db, { lock: true })
      if (!company) throw new Failure('notFound')
      requireMatch(request.headers['if-match'], company)
      if (Object.keys(body).length === 0) return company
      const changed = await updateCompany(db, body)
      await record(db, person.id, { name: 'settings.changed', subjectId: 'company' })
      return changed
    },
  })
}
