import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { index, rootRoute, route } from '@tanstack/virtual-file-routes'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { preloadChunks } from './build/preloadChunks.ts'
import { serviceWorker } from './build/serviceWorker.ts'
import { withoutSchemas } from './build/withoutSchemas.ts'
import { screens } from './paths.ts'

const server = process.env.PLUMBLINE_SERVER ?? 'http://127.0.0.1:3000'

const at = (file: string) => `${import.meta.dirname}/${file}`
const preload = preloadChunks({
  entry: at('app/main.tsx'),
  drawing: at('app/LandingDrawing.tsx'),
  app: at('app/App.tsx'),
  dashboards: ['Admin', 'Sub', 'Client'].map((role) =>
    at(`features/dashboard/${role}Dashboard.tsx`),
  ),
  screens: Object.fromEntries(
    Object.entries(screens).map(([path, file]) => [path, at(`${file}?tsr-split=component`)]),
  ),
})

const routes = Object.entries(screens).map(([path, file]) =>
  path === '/' ? index(file) : route(path, file),
)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: import.meta.dirname,
      generatedRouteTree: at('app/routeTree.gen.ts'),
      virtualRouteConfig: rootRoute('app/Frame.tsx', routes),
      autoCodeSplitting: true,
      quoteStyle: 'single',
      addExtensions: true,
      disableLogging: true,
      tmpDir: at('node_modules/.tanstack'),
      routeTreeFileHeader: ['// Generated from paths.ts by the router plugin. Do not edit.'],
    }),
    withoutSchemas(at('build/zod.ts')),
    react(),
    tailwindcss(),
    preload.plugin,
    serviceWorker(at('offline/worker/worker.ts')),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Lists the imports of each chunk, from which tools compute the sizes.
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Not for people who start the program.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: preload.splitting,
      },
    },
  },
  // The source modules in web/api have addresses below /api too. Those end in .ts or .tsx.
  server: { proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': server } },
})
