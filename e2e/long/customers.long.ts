import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectNotGuessed,
  expectWordsKept,
  messyWords,
  migrateWords,
  said,
} from '../../server/testing/customerWords.ts'
import { connectTo } from '../harness/postgres.ts'
import { Server } from '../harness/server.ts'
import { random, seed, size } from './options.ts'

const NUMBER = size(20_000, 2000)
const DATABASE = 'before_customers'
const server = new Server()
let pool: pg.Pool

beforeAll(async () => {
  await server.start()
  const postgres = await connectTo(server.postgres)
  await postgres.query(`create database ${DATABASE}`)
  const { user, host, port } = postgres
  await postgres.end()
  const account = `${user}:${encodeURIComponent(server.postgres.password)}`
  // The migrations open connections of their own with what is in this URL.
  const url = `postgresql://${account}@${encodeURIComponent(host)}:${port}/${DATABASE}`
  pool = new pg.Pool({ connectionString: url })
  // The end of the pool resolves before its connections are closed: the server may close one first.
  pool.on('error', () => undefined)
})
afterAll(async () => {
  await pool.end()
  await server.remove()
})

test(`an upgrade of ${NUMBER} jobs and bids loses no word of a customer and guesses none`, async () => {
  const clients = Array.from({ length: 20 }, (_, n) =>
    said({ kind: 'user', name: `Client${n} Bell`, email: `c${n}@example.com` }),
  )
  const words = messyWords(
    NUMBER,
    random(seed),
    clients.map(({ id }) => id),
  )
  const found = await migrateWords(pool, [...clients, ...words])
  console.log(`Customers of ${NUMBER} jobs and bids were made in ${Math.round(found.took)} ms`)
  expect(found.after).toHaveLength(clients.length + NUMBER)
  expectWordsKept(found)
  expectNotGuessed(found)
})
