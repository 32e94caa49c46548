import { tenantRoutes as rows } from '@plumbline/contract/tenants.ts'
import { companyDays } from '../../access/company/service.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { lockReturn } from './depositQueries.ts'
import * as deposits from './depositService.ts'
import { listLeaseChanges, lockLeaseChange } from './leases.ts'
import { listLedger } from './ledger.ts'
import * as queries from './tenantQueries.ts'
import * as service from './tenantService.ts'

/** The routes for tenants, their leases, ledgers and deposits. */
export function tenantRoutes(serve: Serve) {
  serve(rows.list, { handle: ({ db, query, now }) => queries.listTenants(db, query, now) })

  serve(rows.one, {
    find: ({ db, params, now }) => queries.findTenant(db, params.id, now),
    handle: async ({ subject }) => subject,
  })

  serve(rows.create, {
    handle: async ({ db, person, body, now }) => {
      const { id } = await service.createTenant(db, person.id, body)
      return queries.readTenant(db, id, now)
    },
  })

  serve(rows.update, {
    find: ({ db, params }) => queries.lockTenant(db, params.id),
    handle: async ({ db, person, subject, body, now }) => {
      if (Object.keys(body).length > 0) {
        const { today } = await companyDays(db, now)
        await service.changeTenant(db, person.id, subject, body, today)
      }
      return queries.readTenant(db, subject.id, now)
    },
  })

  serve(rows.remove, {
    find: ({ db, params }) => queries.lockTenant(db, params.id),
    handle: async ({ db, person, subject, request }) => {
      await service.deleteTenant(db, person.id, subject)
      const name = `${subject.firstName} ${subject.lastName}`
      await recordAudit(db, request, deleted('tenant', subject.id, name))
    },
  })

  serve(rows.moveOut, {
    find: ({ db, params }) => queries.lockTenant(db, params.id),
    handle: async ({ db, person, subject, body, now }) => {
      const { today } = await companyDays(db, now)
      await service.moveOut(db, person.id, subject, body, today)
      return queries.readTenant(db, subject.id, now)
    },
  })

  serve(rows.leaseChanges, {
    find: ({ db, params }) => queries.findTenantRow(db, params.id),
    handle: ({ db, subject }) => listLeaseChanges(db, subject.id),
  })

  serve(rows.changeLease, {
    find: ({ db, params }) => queries.lockTenant(db, params.id),
    handle: ({ db, person, subject, body }) => service.changeLease(db, person.id, subject, body),
  })

  serve(rows.removeLeaseChange, {
    find: ({ db, params }) => lockLeaseChange(db, params.id),
    handle: async ({ db, person, subject, request }) => {
      await service.removeLeaseChange(db, person.id, subject)
      const { id, firstName, lastName } = subject.tenant
      await recordAudit(db, request, deleted('lease change', id, `${firstName} ${lastName}`))
    },
  })

  serve(rows.ledger, {
    find: ({ db, params }) => queries.findTenantRow(db, params.id),
    handle: ({ db, subject, now }) => listLedger(db, subject.id, now),
  })

  serve(rows.deposits, {
    find: ({ db, params }) => queries.findTenantRow(db, params.id),
    handle: ({ db, subject }) => deposits.readDeposits(db, subject),
  })

  serve(rows.returnDeposit, {
    find: ({ db, params }) => queries.lockTenant(db, params.id),
    handle: ({ db, person, subject, body }) => deposits.returnDeposit(db, person.id, subject, body),
  })

  serve(rows.reverseReturn, {
    find: ({ db, params }) => lockReturn(db, params.id),
    handle: ({ db, person, subject, now }) => deposits.reverseReturn(db, person.id, subject, now),
  })
}
