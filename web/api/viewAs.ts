const PREFIX = /^\/view-as\/([\w-]+)(?=\/|$)/

/**
 * The id of the person an admin views as in this tab, taken from its address; undefined outside of
 * a view.
 */
export const viewedId = (): string | undefined => PREFIX.exec(location.pathname)?.[1]

/** The prefix of every address in this tab: '' or `/view-as/<id>`. */
export const viewBase = (): string => PREFIX.exec(location.pathname)?.[0] ?? ''

/** The path of the screen, without that prefix. */
export const screenPath = (): string => location.pathname.replace(PREFIX, '') || '/'

/** The message for a change that is attempted in a view. */
export const viewOnly = 'You are viewing as somebody else; nothing can be changed'
