import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appChunk } from './appChunk.ts'
import { packed } from './packed.ts'
import { routes } from './routes.ts'

const server = process.env.PLUMBLINE_SERVER ?? 'http://127.0.0.1:3000'

const at = (file: string) => `${import.meta.dirname}/${file}`
const app = appChunk({
  entry: at('main.tsx'),
  app: at('app.tsx'),
  home: at('dashboard/DashboardScreen.tsx'),
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: import.meta.dirname,
      generatedRouteTree: at('routeTree.gen.ts'),
      virtualRouteConfig: routes,
      autoCodeSplitting: true,
      quoteStyle: 'single',
      addExtensions: true,
      disableLogging: true,
      tmpDir: at('node_modules/.tanstack'),
      routeTreeFileHeader: ['// Generated from routes.ts by the router plugin. Do not edit.'],
    }),
    react(),
    tailwindcss(),
    app.plugin,
    packed(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Says which chunk needs which; the sizes are counted by it.
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: app.splitting,
      },
    },
  },
  // Our own modules below web/api have addresses under /api too; those end in .ts.
  server: { proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': server } },
})
