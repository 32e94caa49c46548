import { defineConfig } from 'vite'

/** Libraries of hundreds of small files, of which we use a part. None of them brings libraries of its own. */
const LARGE = ['@date-fns/tz', 'date-fns', 'drizzle-orm', 'zod']

// The server is bundled so that it starts fast and needs no compiler to run; its other libraries stay in
// node_modules.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@plumbline\//, ...LARGE], target: 'node' },
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
      },
      // Beside the programs, so that a module finds the same folder, and the same inspector, wherever
      // it ends up.
      output: { chunkFileNames: '[name].js' },
    },
  },
})
