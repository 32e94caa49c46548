import { z } from 'zod'

// The content security policy forbids code that is generated at run time. This has to run before
// any schema is built: withoutSchemas.ts imports it before each, and preloadChunks.ts puts it into
// the chunk of zod.
z.config({ jitless: true })
