const PREFIX = /^\/view-as\/([\w-]+)(?=\/|$)/

/** Whom an admin views as in this tab, by the beginning of its address; undefined where they are themselves. */
export const viewedId = (): string | undefined => PREFIX.exec(location.pathname)?.[1]

/** What every address of this tab begins with: '' or `/view-as/<id>`. */
export const viewBase = (): string => PREFIX.exec(location.pathname)?.[0] ?? ''

/** The path of the screen, without that beginning. */
export const screenPath = (): string => location.pathname.replace(PREFIX, '') || '/'

/** Why nothing can be changed in a view. */
export const viewOnly = 'You are viewing as somebody else; nothing can be changed'
