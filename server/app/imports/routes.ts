import { readFile } from 'node:fs/promises'
import { importRoutes } from '@plumbline/contract/imports.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import type { Kind } from './importers.ts'
import { jobs } from './jobs.ts'
import { customers, subcontractors } from './people.ts'
import { prices } from './prices.ts'
import { expenses, income, properties, tenants } from './rentals.ts'
import { importRows, readRows } from './service.ts'

/** Imports of CSV lists, each in one transaction; a dry run shows what would happen. */
export function imports(serve: Serve) {
  const bind = <T>(row: (typeof importRoutes)[keyof typeof importRoutes], kind: Kind<T>) =>
    serve(row, {
      storeFile: async ({ file, body }) => readRows(kind, await readFile(file.path), body),
      handle: async ({ db, person, body, stored, now, request }) => {
        const context = { ...body, actorId: person.id, source: request, now }
        const report = await importRows(db, kind, stored, context)
        const { dryRun, added, rows } = report
        if (!dryRun && added > 0)
          await recordAudit(db, request, {
            action: 'data.imported',
            detail: { kind: kind.kind, added, rows },
          })
        return report
      },
    })
  bind(importRoutes.subcontractors, subcontractors)
  bind(importRoutes.customers, customers)
  bind(importRoutes.jobs, jobs)
  bind(importRoutes.prices, prices)
  bind(importRoutes.properties, properties)
  bind(importRoutes.tenants, tenants)
  bind(importRoutes.income, income)
  bind(importRoutes.expenses, expenses)
}
