import { z } from 'zod'

// The content security policy forbids code made at run time. This must run before any schema is built: withoutSchemas.ts
// imports it before each, and preloadChunks.ts keeps it in one chunk with zod.
z.config({ jitless: true })
