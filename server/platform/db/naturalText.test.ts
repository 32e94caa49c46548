import { byLetters } from '@plumbline/contract/naturalOrder.ts'
import { searchText } from '@plumbline/contract/searchText.ts'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { migrationsBefore } from '../../testing/migrationsBefore.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'
import { inNaturalOrder } from './naturalOrder.ts'
import { contains } from './search.ts'
import { inEmptyDatabase, testDatabase } from './testing.ts'

const database = await testDatabase()
afterAll(() => database.close())

describe('the database', () => {
  test('folds texts for a search as the browser does', async () => {
    const letters = Array.from({ length: 0x250 - 0xa0 }, (_, n) => String.fromCodePoint(0xa0 + n))
    const texts = [
      ...['Dana', 'JOSÉ', 'Jose\u0301', 'Łukasz', 'Straße', 'O’Hara', 'ΟΔΟΣ', 'Ёлка', '50%_\\'],
      ...['山田', 'Smith‑Jones', 'Oak\u00a0Dental', 'İpek', 'ẞ', 'Đặng', ...letters],
    ]
    const { rows } = await database.pool.query<{ text: string; folded: string }>(
      'select text, search_text(text) as folded from unnest($1::text[]) text',
      [texts],
    )
    for (const { text, folded } of rows) expect([text, folded]).toEqual([text, searchText(text)])
    expect(rows).toHaveLength(texts.length)
  })

  test('orders names as the browser does', async () => {
    const names = [
      ...[
        '10 Elm',
        '2 Elm',
        'Öberg',
        'Olsen',
        'oak',
        'apple',
        'Zeta',
        'Lot 9',
        'Lot 10',
        'Ñu',
        'nz',
      ],
      ...[
        'De la Cruz',
        'Delacruz',
        "O'Hara",
        "O'Neill",
        'Łukasz',
        'Lund',
        'Ångström',
        '#4',
        'Élan',
      ],
    ]
    const { rows } = await database.db.execute<{ name: string }>(
      sql`select name from unnest(${sql.param(names)}::text[]) name order by ${inNaturalOrder(sql`name`)}`,
    )
    expect(rows.map(({ name }) => name)).toEqual(names.toSorted(byLetters))
  })

  test.each([
    ['José Ruiz', 'ruiz jose', true],
    ['José Ruiz', 'jo ru', true],
    ['José Ruiz', 'jo xu', false],
    ['José Ruiz', 'ruiz joan', false],
    ['50% off_', '% off_', true],
    ['50 offx', '50%', false],
    ['Ann O’Hara', "o'hara a", true],
  ])('in %j, %j is found: %s', async (text, search, found) => {
    const { rows } = await database.db.execute<{ found: boolean }>(
      sql`select ${contains(sql`${text}::text`, search)} as found`,
    )
    expect(rows).toEqual([{ found }])
  })
})

test('stored texts are composed once, and none where it would break a unique key', () =>
  inEmptyDatabase(async (own) => {
    await migrate(own.pool, migrationsBefore('0022_natural_text'))
    const [kim, lee] = [newId(), newId()]
    await own.pool.query(
      `insert into users (id, email, first_name, last_name, office_notes) values
      ('${kim}', 'kim@example.com', 'Jose' || U&'\\0301', 'Ruiz', 'Cafe' || U&'\\0301'),
      ('${lee}', 'lee@example.com', 'José', 'Ruiz', null);
    insert into credentials (user_id, oidc_subject) values
      ('${kim}', 'https://idp é'), ('${lee}', 'https://idp e' || U&'\\0301');
    insert into audit_entries (id, action, subject) values ('${newId()}', 'auth.signedIn', 'Jose' || U&'\\0301')`,
    )
    const notices: string[] = []
    await migrate(own.pool, undefined, (notice) => notices.push(notice))
    expect(notices).toEqual([
      'Composed the letters and accents of 2 stored texts (users.first_name: 1, users.office_notes: 1); 1 stay as they were',
    ])
    const { rows } = await own.pool.query(
      `select first_name, office_notes, oidc_subject is nfc normalized as composed
      from users join credentials on user_id = users.id order by email`,
    )
    expect(rows).toEqual([
      { first_name: 'José', office_notes: 'Café', composed: true },
      { first_name: 'José', office_notes: null, composed: false },
    ])
  }))

test('the indexes of names are built again when the server orders letters another way', () =>
  inEmptyDatabase(async (own) => {
    const notices: string[] = []
    const report = (notice: string) => void notices.push(notice)
    await migrate(own.pool, undefined, report)
    const fileOf = `select pg_relation_filenode('jobs_by_name_idx') as file`
    const before = (await own.pool.query(fileOf)).rows
    await migrate(own.pool, undefined, report)
    expect([(await own.pool.query(fileOf)).rows, notices]).toEqual([before, []])
    await own.pool.query(
      `update pg_collation set collversion = '1' where collname = 'natural_order'`,
    )
    await migrate(own.pool, undefined, report)
    expect((await own.pool.query(fileOf)).rows).not.toEqual(before)
    await migrate(own.pool, undefined, report)
    expect(notices).toEqual([
      'Built the indexes of names again: the database server orders letters another way',
    ])
  }))
