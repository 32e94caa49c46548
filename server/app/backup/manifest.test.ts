import { expect, test } from 'vitest'
import { exportedTables } from '../export/tables.ts'
import { EXCLUDED_TABLES } from './manifest.ts'

/** The tables that are not in a backup, by reason. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'its rows end by themselves': ['sessions', 'password_resets', 'throttles', 'idempotency_keys'],
  'it is about this installation': ['backups', 'file_deletions', 'push_devices', 'push_keys'],
  'what waited is not sent again': ['deliveries'],
  'it is written by migrating, or by triggers': ['migrations', 'counts'],
}

test('every table that backups exclude has a reason', () => {
  expect(EXCLUDED_TABLES.toSorted()).toEqual(Object.values(reasons).flat().sort())
})

test('everything that is exported is backed up', () => {
  expect(
    exportedTables.map(({ name }) => name).filter((name) => EXCLUDED_TABLES.includes(name)),
  ).toEqual([])
})
