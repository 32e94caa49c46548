import { defineConfig } from 'vite'

// The server is bundled so that it starts fast and needs no compiler to run; its libraries stay in
// node_modules.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@plumbline\//], target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'main.ts', sample: '../sample/cli.ts', inspector: 'files/inspector.js' },
      // Beside the programs, so that a module finds the same folder, and the same inspector, wherever
      // it ends up.
      output: { chunkFileNames: '[name].js' },
    },
  },
})
