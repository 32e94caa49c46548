import { Failure } from '@plumbline/contract/failures.ts'
import { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { deletePictures } from '../../events/fileDeletions.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import { fileResponse } from '../../http/file.ts'
import type { Serve } from '../../http/serve.ts'
import { requireQuota } from '../storage/service.ts'
import * as service from './expenseService.ts'
import * as queries from './expenses.ts'
import { servedReceipt, storeReceipt } from './receipts.ts'
import { listRecurring, lockRecurring, toRecurring } from './recurring.ts'
import * as recurring from './recurringService.ts'

export function expenseRoutes(serve: Serve) {
  serve(rentalExpenseRoutes.list, { handle: ({ db, query }) => queries.listExpenses(db, query) })

  serve(rentalExpenseRoutes.total, { handle: ({ db, query }) => queries.totalExpenses(db, query) })

  serve(rentalExpenseRoutes.create, {
    handle: async ({ db, person, body }) =>
      queries.toExpense(await service.createExpense(db, person.id, body)),
  })

  serve(rentalExpenseRoutes.reverse, {
    find: ({ db, params }) => queries.lockExpense(db, params.id),
    handle: async ({ db, person, subject, body, now }) =>
      queries.toExpense(await service.reverseExpense(db, person.id, subject, body, now)),
  })

  receipts(serve)
  recurringExpenses(serve)
}

function receipts(serve: Serve) {
  serve(rentalExpenseRoutes.addReceipt, {
    storeFile: async ({ services, person, file }) => {
      await requireQuota(services.database.db, person.id, file.size)
      return storeReceipt(services.files, file, person.id)
    },
    find: ({ db, params }) => queries.lockExpense(db, params.id),
    handle: async ({ db, person, subject, stored, services, afterCommit }) => {
      const { receiptKey: before } = subject
      await requireQuota(db, person.id, stored.files.original.size, { lock: true })
      const expense = await service.setReceipt(db, person.id, subject, stored)
      if (before) await deletePictures({ db, services, afterCommit }, [before])
      return queries.toExpense(expense)
    },
  })

  serve(rentalExpenseRoutes.receipt, {
    find: ({ db, params }) => queries.findExpense(db, params.id),
    handle: async ({ subject, query, services, request, reply }) => {
      const file = servedReceipt(subject, query.size)
      if (!file) throw new Failure('notFound')
      // Scripts in the file must not run, even if the browser displays it instead of saving it.
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      return fileResponse(request, services.files, file)
    },
  })

  serve(rentalExpenseRoutes.removeReceipt, {
    find: ({ db, params }) => queries.lockExpense(db, params.id),
    handle: async ({ db, person, subject, services, request, afterCommit }) => {
      const { receiptKey } = subject
      if (!receiptKey) throw new Failure('notFound')
      await service.clearReceipt(db, person.id, subject)
      await recordAudit(db, request, deleted('receipt', subject.id, subject.vendor))
      await deletePictures({ db, services, afterCommit }, [receiptKey])
    },
  })
}

function recurringExpenses(serve: Serve) {
  serve(rentalExpenseRoutes.recurring, { handle: ({ db, now }) => listRecurring(db, now) })

  serve(rentalExpenseRoutes.addRecurring, {
    handle: async ({ db, person, body, now }) =>
      toRecurring(await recurring.createRecurring(db, person.id, body, now)),
  })

  serve(rentalExpenseRoutes.updateRecurring, {
    find: ({ db, params, now }) => lockRecurring(db, params.id, now),
    handle: async ({ db, person, subject, body, now }) => {
      if (Object.keys(body).length === 0) return toRecurring(subject)
      return toRecurring(await recurring.changeRecurring(db, person.id, subject, body, now))
    },
  })

  serve(rentalExpenseRoutes.removeRecurring, {
    find: ({ db, params, now }) => lockRecurring(db, params.id, now),
    handle: async ({ db, person, subject, request }) => {
      await recurring.deleteRecurring(db, person.id, subject)
      await recordAudit(
        db,
        request,
        deleted('recurring expense', subject.id, subject.vendor ?? subject.expenseType),
      )
    },
  })

  serve(rentalExpenseRoutes.bookRecurring, {
    find: ({ db, params, now }) => lockRecurring(db, params.id, now),
    handle: async ({ db, person, subject, body, now }) =>
      queries.toExpense(await recurring.bookRecurring(db, person.id, subject, body, now)),
  })

  serve(rentalExpenseRoutes.skipRecurring, {
    find: ({ db, params, now }) => lockRecurring(db, params.id, now),
    handle: async ({ db, person, subject, body, now }) =>
      toRecurring(await recurring.skipRecurring(db, person.id, subject, body.nextOn, now)),
  })
}
