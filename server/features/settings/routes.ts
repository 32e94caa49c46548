import { formatsOf } from '@plumbline/contract/documentNumbers.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import {
  type NumberFormats,
  type NumberFormatsChange,
  numberFormatRoutes,
} from '@plumbline/contract/numberFormats.ts'
import { proposalSettingsRoutes } from '@plumbline/contract/proposalSettings.ts'
import { type SettingsChange, settingsRoutes } from '@plumbline/contract/settings.ts'
import type { FastifyRequest } from 'fastify'
import { hasSecondFactor } from '../../access/auth/queries.ts'
import { requireConfirmed } from '../../access/auth/service.ts'
import {
  findNumberFormats,
  isPrefixTaken,
  lockNumberFormats,
  updateNumberFormats,
} from '../../access/company/numberFormats.ts'
import {
  findProposalSettings,
  lockProposalSettings,
  updateProposalSettings,
} from '../../access/company/proposalSettings.ts'
import { requireCompany, toSettings, updateCompany } from '../../access/company/queries.ts'
import { logoResponse } from '../../access/company/service.ts'
import { deletePictures } from '../../events/fileDeletions.ts'
import { publish } from '../../events/publish.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import { requireMatch } from '../../http/responses.ts'
import type { Serve } from '../../http/serve.ts'
import type { SignedIn } from '../../http/session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { deletePicture } from '../../platform/files/pictures/store.ts'
import { queueAllReminders } from '../invoices/reminders.ts'
import { moveDeadlines } from '../tasks/deadline.ts'
import { changeEntries, logoChange } from './audit.ts'
import { storeLogo } from './logo.ts'

interface Switch {
  readonly db: Db
  readonly person: SignedIn
  readonly request: FastifyRequest
  readonly now: Date
}

/**
 * Checks a change of whether admins need a second factor. The password must have been confirmed
 * again, and an admin who turns it on must have a second factor.
 */
async function switchSecondFactor({ db, person, request, now }: Switch, isNeeded: boolean) {
  requireConfirmed(request, now)
  if (isNeeded && !(await hasSecondFactor(db, person.id))) throw new Failure('ownSecondFactorFirst')
}

/**
 * Fails with 400 for a prefix that the other kind has, or had once: a number could be there twice.
 * Within a kind, no number is taken twice.
 */
async function requireOwnPrefixes(db: Db, before: NumberFormats, change: NumberFormatsChange) {
  const [were, are] = [formatsOf(before), formatsOf(before, change)]
  const prefixes = [
    { kind: 'invoice', field: 'invoicePrefix', other: 'creditMemo', others: 'Credit memos' },
    { kind: 'creditMemo', field: 'creditPrefix', other: 'invoice', others: 'Invoices' },
  ] as const
  for (const { kind, field, other, others } of prefixes) {
    const { prefix } = are[kind]
    if (prefix === were[kind].prefix) continue
    if (prefix === are[other].prefix || (await isPrefixTaken(db, kind, prefix)))
      throw invalid({ [field]: `${others} have numbers with this prefix` })
  }
}

const changed = { name: 'settings.changed', subjectId: 'company' } as const

/** The settings of the company. Everybody signed in may read them, admins may change them. */
export function routes(serve: Serve) {
  serve(settingsRoutes.read, {
    handle: async ({ db, person }) => toSettings(await requireCompany(db), person.role),
  })

  serve(settingsRoutes.update, {
    handle: async ({ db, person, body, request, now }) => {
      const company = await requireCompany(db, { lock: true })
      requireMatch(request.headers['if-match'], company)
      const sent = Object.keys(body) as (keyof SettingsChange)[]
      if (sent.length === 0) return toSettings(company, person.role)
      const { adminsNeedSecondFactor: isNeeded = company.adminsNeedSecondFactor } = body
      if (isNeeded !== company.adminsNeedSecondFactor)
        await switchSecondFactor({ db, person, request, now }, isNeeded)
      const after = await updateCompany(db, body)
      if (after.timeZone !== company.timeZone) {
        await moveDeadlines(db, company.timeZone, after.timeZone)
        await queueAllReminders(db, now)
      }
      await recordAudit(db, request, ...changeEntries(sent, company, after))
      await publish(db, person.id, changed)
      return toSettings(after, person.role)
    },
  })

  serve(proposalSettingsRoutes.read, { handle: ({ db }) => findProposalSettings(db) })

  serve(proposalSettingsRoutes.update, {
    handle: async ({ db, person, body, request }) => {
      const before = await lockProposalSettings(db)
      requireMatch(request.headers['if-match'], before)
      const fields = Object.keys(body)
      if (fields.length === 0) return before
      const after = await updateProposalSettings(db, body)
      const detail = { fields: fields.map((field) => `proposals.${field}`).join(', ') }
      await recordAudit(db, request, { action: 'settings.changed', detail })
      await publish(db, person.id, changed)
      return after
    },
  })

  serve(numberFormatRoutes.read, { handle: ({ db, now }) => findNumberFormats(db, now) })

  serve(numberFormatRoutes.update, {
    handle: async ({ db, person, body, request, now }) => {
      const before = await lockNumberFormats(db, now)
      requireMatch(request.headers['if-match'], before)
      const fields = Object.keys(body)
      if (fields.length === 0) return before
      await requireOwnPrefixes(db, before, body)
      const after = await updateNumberFormats(db, before, body, now)
      const detail = { fields: fields.map((field) => `numbers.${field}`).join(', ') }
      await recordAudit(db, request, { action: 'settings.changed', detail })
      await publish(db, person.id, changed)
      return after
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
    handle: async ({ db, person, stored, services, request, afterCommit }) => {
      const { logoKey: before } = await requireCompany(db, { lock: true })
      const after = await updateCompany(db, { logoKey: stored.key, logoFiles: stored.files })
      await recordAudit(db, request, logoChange)
      if (before) await deletePictures({ db, services, afterCommit }, [before])
      await publish(db, person.id, changed)
      return toSettings(after, person.role)
    },
  })

  serve(settingsRoutes.removeLogo, {
    handle: async ({ db, person, services, request, afterCommit }) => {
      const { logoKey } = await requireCompany(db, { lock: true })
      if (!logoKey) throw new Failure('notFound')
      await updateCompany(db, { logoKey: null, logoFiles: null })
      await recordAudit(db, request, logoChange)
      await deletePictures({ db, services, afterCommit }, [logoKey])
      await publish(db, person.id, changed)
    },
  })
}
