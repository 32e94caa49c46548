import { withoutZeros } from '@plumbline/contract/decimals.ts'
import {
  CONSENT_TEXT,
  type ProposalSettings,
  type ProposalSettingsChange,
} from '@plumbline/contract/proposalSettings.ts'
import type { Db } from '../../platform/db/handle.ts'
import { proposalSettings } from '../../schema/proposals.ts'

type Row = typeof proposalSettings.$inferSelect

/** The settings until an admin changes them. */
const defaults: ProposalSettings = {
  taxRate: '0',
  taxName: 'Sales tax',
  validDays: 30,
  consentText: CONSENT_TEXT,
  licenseNumber: null,
  depositPercent: null,
  depositAmount: null,
  terms: [],
  updatedAt: new Date(0).toISOString(),
}

const toProposalSettings = ({ id: _, createdAt: __, ...row }: Row): ProposalSettings => ({
  ...row,
  taxRate: withoutZeros(row.taxRate),
  consentText: row.consentText ?? CONSENT_TEXT,
  depositPercent: row.depositPercent && withoutZeros(row.depositPercent),
  terms: [...row.terms],
  updatedAt: row.updatedAt.toISOString(),
})

/** The settings of bids and proposals. */
export async function findProposalSettings(db: Db): Promise<ProposalSettings> {
  const [row] = await db.select().from(proposalSettings)
  return row ? toProposalSettings(row) : defaults
}

/** The settings, locked until the transaction ends. The first change inserts their row. */
export async function lockProposalSettings(db: Db): Promise<ProposalSettings> {
  const first = { updatedAt: new Date(defaults.updatedAt) }
  await db.insert(proposalSettings).values(first).onConflictDoNothing()
  const [row] = await db.select().from(proposalSettings).for('update')
  return toProposalSettings(row as Row)
}

/** Changes the given fields of the locked settings. */
export async function updateProposalSettings(
  db: Db,
  change: ProposalSettingsChange,
): Promise<ProposalSettings> {
  const [row] = await db.update(proposalSettings).set(change).returning()
  return toProposalSettings(row as Row)
}
