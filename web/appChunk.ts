import type { Plugin, Rolldown } from 'vite'

// Packages with one door to everything: what the application needs of them is far less than what it can reach.
const crumbled = /node_modules\/(?!@tanstack\/|zod\/)/

/**
 * What the application needs on top of the first screen, in a chunk or two: without this it would come as two dozen
 * crumbs. The page names them and all they need, so that a signed-in browser fetches them beside the first screen and
 * not after it; at / the same goes for the dashboard. The server takes those links out where they lead nowhere.
 */
export function appChunk({ entry, app, home }: Record<'entry' | 'app' | 'home', string>) {
  const behind = new Set<string>()

  const reach = (
    start: string,
    info: (id: string) => Rolldown.ModuleInfo | null,
    into = new Set<string>(),
  ) => {
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
      for (const id of reach(app, info))
        if (!first.has(id) && id !== app && !crumbled.test(id)) behind.add(id)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const named = new Set<string>()
        // A chunk, and all that must be there before it can run.
        const name = (chunk: Rolldown.OutputChunk | undefined): string[] => {
          if (!chunk || named.has(chunk.fileName)) return []
          named.add(chunk.fileName)
          return [
            chunk.fileName,
            ...chunk.imports.flatMap((file) => name(chunks.find((one) => one.fileName === file))),
          ]
        }
        const holding = (id: string) => name(chunks.find((chunk) => chunk.moduleIds.includes(id)))
        const links = (files: readonly string[], attrs: Record<string, boolean>) =>
          files.map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}`, ...attrs },
            injectTo: 'head' as const,
          }))
        holding(entry)
        return [
          ...links(holding(app), { 'data-signed-in': true }),
          ...links(holding(home), { 'data-signed-in': true, 'data-home': true }),
        ]
      },
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
        // A few hundred bytes each: one by one they would cost more to ask for than to send.
        { name: 'icons', test: /node_modules\/lucide-react\// },
      ],
    },
  }
}
