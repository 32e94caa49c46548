import { Failure } from '@plumbline/contract/failures.ts'
import { statementRoutes } from '@plumbline/contract/statements.ts'
import { requireCompany, toSettings } from '../../access/company/queries.ts'
import { logoAlone } from '../../access/company/service.ts'
import { missingCharacters } from '../../documents/documents.ts'
import { documentBar } from '../../documents/html.ts'
import { statementDocument } from '../../documents/statement.ts'
import { publish } from '../../events/publish.ts'
import { pageResponse, pdfResponse } from '../../http/documentResponses.ts'
import type { Serve } from '../../http/serve.ts'
import { sendsEmail } from '../../platform/mail/mail.ts'
import { queueStatement } from './queries.ts'
import { fileNameOf, findHead, statementOf } from './statement.ts'

export function routes(serve: Serve) {
  serve(statementRoutes.one, {
    find: ({ db, params }) => findHead(db, params.id),
    handle: ({ db, subject, query, now }) => statementOf(db, subject, query, now),
  })

  serve(statementRoutes.page, {
    find: ({ db, params }) => findHead(db, params.id),
    handle: async ({ db, person, subject, query, now, request }) => {
      const company = await requireCompany(db)
      const statement = await statementOf(db, subject, query, now)
      const document = statementDocument(company, statement)
      const { logoUrl: logo } = toSettings(company, person.role)
      const { from, to } = statement
      const pdf = `/api/customers/${subject.id}/statement/document.pdf?from=${from}&to=${to}`
      const missing = await missingCharacters(document, person.id)
      const bar = documentBar('This is what the customer gets.', pdf, missing)
      const name = fileNameOf(statement)
      return pageResponse(request, { document, logo, bar, name })
    },
  })

  serve(statementRoutes.pdf, {
    find: ({ db, params }) => findHead(db, params.id),
    handle: async ({ db, person, subject, query, now, services }) => {
      const company = await requireCompany(db)
      const statement = await statementOf(db, subject, query, now)
      const document = statementDocument(company, statement)
      const readPictures = logoAlone(services.files, company)
      return pdfResponse({ document, readPictures, name: fileNameOf(statement), by: person.id })
    },
  })

  serve(statementRoutes.send, {
    find: ({ db, params }) => findHead(db, params.id),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      const { email: address, from, to } = body
      // A wrong period fails here, not when the email is due.
      await statementOf(db, subject, { from, to }, now)
      if (!sendsEmail(services.settings)) throw new Failure('emailsOff')
      await queueStatement(db, { customerId: subject.id, address, from, to }, now)
      await publish(db, person.id, { name: 'customer.statement', subjectId: subject.id })
      afterCommit(async () => services.delivery.wake())
      return statementOf(db, subject, { from, to }, now)
    },
  })
}
