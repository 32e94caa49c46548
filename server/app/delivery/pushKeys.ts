import { eq } from 'drizzle-orm'
import { seal, unseal } from '../../http/seal.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Settings } from '../../platform/settings.ts'
import { pushDevices, pushKeys } from '../../schema/delivery.ts'
import { newPushKeys, type PushKeys } from './webPush.ts'

async function readKeys(db: Db, secret: string): Promise<Partial<PushKeys>> {
  const [row] = await db.select().from(pushKeys)
  if (!row) return {}
  const privateKey = unseal(row.privateKey, secret, 'pushKey')
  return { publicKey: row.publicKey, ...(typeof privateKey === 'string' && { privateKey }) }
}

/**
 * The keys that identify this installation to push services: the same for all nodes, and generated
 * when the program first starts. Keys that were sealed with another secret cannot be used any more,
 * and neither can the devices that registered with them. Both are discarded.
 */
export async function pushKeysOf(
  db: Db,
  { sessionSecret }: Pick<Settings, 'sessionSecret'>,
): Promise<PushKeys> {
  const found = await readKeys(db, sessionSecret)
  if (found.publicKey && found.privateKey) return found as PushKeys
  const { publicKey, privateKey } = newPushKeys()
  const made = { publicKey, privateKey: seal(privateKey, sessionSecret, 'pushKey') }
  if (found.publicKey) {
    await db.delete(pushDevices)
    await db.update(pushKeys).set(made).where(eq(pushKeys.publicKey, found.publicKey))
  } else await db.insert(pushKeys).values(made).onConflictDoNothing()
  // Another node may have made them first.
  return (await readKeys(db, sessionSecret)) as PushKeys
}

/**
 * The public key, made when the program started.
 * @throws Error if there is none
 */
export async function publicPushKey(db: Db): Promise<string> {
  const [row] = await db.select({ publicKey: pushKeys.publicKey }).from(pushKeys)
  if (!row) throw new Error('There is no push key')
  return row.publicKey
}

/**
 * The push services that browsers register devices with. Requests to any other host are never made,
 * because endpoints come from users.
 */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /^(.+\.)?push\.apple\.com$/,
  /\.notify\.windows\.com$/,
]

/** Whether an address belongs to a known push service. */
export function isPushService({ protocol, hostname, port, username, password }: URL): boolean {
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && SERVICES.some((service) => service.test(hostname))
}
