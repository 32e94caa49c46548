/** An answer of the API, its body read: JSON as a value, anything else as text. */
export interface Answer<T = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** A person, or nobody, who calls the API over HTTP as a script would. */
export class Caller {
  readonly url: string
  /** `name=value` of the session cookie; empty while signed out. */
  readonly cookie: string

  constructor(url: string, cookie = '') {
    this.url = url
    this.cookie = cookie
  }

  /** Calls and answers whatever comes back; only a broken connection throws. */
  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const reply = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return {
      status: reply.status,
      headers: reply.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    }
  }

  /** Calls and insists on success. @throws Error `<status>: <body>` otherwise */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** The same address, with the session that the call opened. @throws Error when it opened none */
  async enter(path: string, body: unknown): Promise<Caller> {
    const answer = await this.call('POST', path, body)
    const cookie = answer.headers.getSetCookie().at(-1)?.split(';')[0]
    if (answer.status >= 400 || !cookie)
      throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return new Caller(this.url, cookie)
  }
}
