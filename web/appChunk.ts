import type { Plugin, Rolldown } from 'vite'

// Packages with one door to everything: what the application needs of them is far less than what it can reach.
const crumbled = /node_modules\/(?!@tanstack\/|zod\/)/

/**
 * What the application needs on top of the first screen, in a chunk or two: without this it would come as two dozen
 * crumbs. The page names them, so that a signed-in browser fetches them beside the first screen and not after it; the
 * server takes those links out for whoever brings no session along.
 */
export function appChunk(entry: string, app: string) {
  const behind = new Set<string>()

  const reach = (start: string, info: (id: string) => Rolldown.ModuleInfo | null, into = new Set<string>()) => {
    if (into.has(start)) return into
    into.add(start)
    for (const id of info(start)?.importedIds ?? []) reach(id, info, into)
    return into
  }

  const plugin: Plugin = {
    name: 'app-chunk',
    apply: 'build',
    buildEnd() {
      const info = (id: string) => this.getModuleInfo(id)
      const first = reach(entry, info)
      // Not the application's own module: a dynamic import must find it in a chunk of its own.
      for (const id of reach(app, info)) if (!first.has(id) && id !== app && !crumbled.test(id)) behind.add(id)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.values(bundle)
          .filter((part) => part.type === 'chunk' && part.moduleIds.some((id) => id === app || behind.has(id)))
          .map((part) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${part.fileName}`, 'data-signed-in': true },
            injectTo: 'head' as const,
          })),
    },
  }
  return {
    plugin,
    splitting: {
      includeDependenciesRecursively: false,
      groups: [
        // zod.ts beside zod itself, so that it has run before any schema is built.
        { name: 'zod', test: /node_modules\/zod\/|\/web\/zod\.ts$/, priority: 1 },
        { name: 'app', test: (id: string) => behind.has(id) },
      ],
    },
  }
}
