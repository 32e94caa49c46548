import { openPasswords } from '../access/auth/passwords.ts'

/** Hashes with the minimum parameters of argon2id, since few tests need realistic ones. */
export const cheapPasswords = () => openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
