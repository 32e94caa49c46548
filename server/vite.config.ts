import { defineConfig } from 'vite'

/**
 * Libraries of hundreds of small files, of which few are used. None of them has dependencies of its
 * own.
 */
const BUNDLED_LIBRARIES = ['@date-fns/tz', 'date-fns', 'drizzle-orm', 'zod']

// The server is bundled so that it starts quickly and runs without a compiler. Its other libraries
// stay in node_modules.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@plumbline\//, ...BUNDLED_LIBRARIES], target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'app/main.ts',
        sample: '../sample/cli.ts',
        backup: 'app/backup/programs/backup.ts',
        restore: 'app/backup/programs/restore.ts',
        verify: 'app/backup/programs/verify.ts',
        inspector: 'platform/files/inspector.js',
        pdfWriter: 'documents/pdfWriter.js',
      },
      // Chunks are placed next to the entry points, so that paths relative to a module, such as the
      // one of the inspector, do not depend on the chunk it ends up in.
      output: { chunkFileNames: '[name].js' },
    },
  },
})
