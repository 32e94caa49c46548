import { z } from 'zod'

// The content security policy forbids code made at run time. This must run before any schema is built: app.tsx imports
// it before anything else, and preloadChunks.ts keeps it in one chunk with zod.
z.config({ jitless: true })
