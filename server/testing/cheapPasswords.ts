import { openPasswords } from '../access/auth/passwords.ts'

/** Hashes with the least that argon2id accepts: what a real one costs is the subject of few tests. */
export const cheapPasswords = () => openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
