import { Failure } from '@plumbline/contract/failures.ts'
import { settingsRoutes } from '@plumbline/contract/settings.ts'
import type { Db } from '../db/handle.ts'
import { newId } from '../db/ids.ts'
import { deletePicture } from '../files/pictures/store.ts'
import { requireMatch } from '../http/responses.ts'
import type { Serve } from '../http/serve.ts'
import { publish } from '../live/publish.ts'
import { storeLogo } from './logo.ts'
import { type Company, findCompany, toSettings, updateCompany } from './queries.ts'
import { logoResponse } from './service.ts'

async function requireCompany(db: Db, options?: { lock: boolean }): Promise<Company> {
  const company = await findCompany(db, options)
  if (!company) throw new Failure('notFound')
  return company
}

const changed = { name: 'settings.changed', subjectId: 'company' } as const

/** The company: everybody signed in may read it, admins change it. */
export function settings(serve: Serve) {
  serve(settingsRoutes.read, {
    handle: async ({ db, person }) => toSettings(await requireCompany(db), person.role),
  })

  serve(settingsRoutes.update, {
    handle: async ({ db, person, body, request }) => {
      const company = await requireCompany(db, { lock: true })
      requireMatch(request.headers['if-match'], company)
      if (Object.keys(body).length === 0) return toSettings(company, person.role)
      const after = await updateCompany(db, body)
      await publish(db, person.id, changed)
      return toSettings(after, person.role)
    },
  })

  serve(settingsRoutes.logo, {
    handle: async ({ db, services, request }) => {
      return logoResponse(request, services.files, await requireCompany(db))
    },
  })

  serve(settingsRoutes.putLogo, {
    storeFile: async ({ person, services, file }) => {
      const key = `company/${newId()}`
      const files = await storeLogo(services.files, file, key, person.id)
      return { key, files, undo: () => deletePicture(services.files, key) }
    },
    handle: async ({ db, person, stored, services, afterCommit }) => {
      const { logoKey: before } = await requireCompany(db, { lock: true })
      const after = await updateCompany(db, { logoKey: stored.key, logoFiles: stored.files })
      await publish(db, person.id, changed)
      if (before) afterCommit(() => deletePicture(services.files, before))
      return toSettings(after, person.role)
    },
  })

  serve(settingsRoutes.removeLogo, {
    handle: async ({ db, person, services, afterCommit }) => {
      const { logoKey } = await requireCompany(db, { lock: true })
      if (!logoKey) throw new Failure('notFound')
      await updateCompany(db, { logoKey: null, logoFiles: null })
      await publish(db, person.id, changed)
      afterCommit(() => deletePicture(services.files, logoKey))
    },
  })
}
