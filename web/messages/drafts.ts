/** What was typed and not sent yet, by project: it waits while one looks elsewhere, and is gone with the page. */
export const drafts = new Map<string, string>()
