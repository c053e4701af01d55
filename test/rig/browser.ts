import {request as httpRequest, type IncomingMessage} from 'node:http';
import {request as httpsRequest} from 'node:https';

export type Page = {readonly address: URL; readonly status: number; readonly text: string};

export type Visit = {
  readonly ca: string;
  /** Who logs in, should a page ask. */
  readonly login: string;
  /** Typed where a page asks for a code. */
  readonly code?: string;
  /** `no`: whoever is asked for consent says so. */
  readonly consent?: 'yes' | 'no';
};

/**
 * Goes where a person would: follows redirects with cookies, fills in each form and sends it, until a page has none. Answers the
 * last page.
 */
export async function browse(start: string, {ca, login, code = '', consent = 'yes'}: Visit): Promise<Page> {
  const cookies = new Map<string, string>();
  const go = async (address: URL, form?: URLSearchParams): Promise<Page> => {
    const answer = await send(address, {ca, cookies, ...(form === undefined ? {} : {form})});
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const {location} = answer.headers;
    if (location !== undefined) return go(new URL(location, address));
    return {address, status: answer.statusCode ?? 0, text: await textOf(answer)};
  };
  const typed: Readonly<Record<string, string>> = {login, password: 'any', user_code: code};
  let page = await go(new URL(start));
  for (let step = 0; step < 8; step++) {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined || page.status >= 400) return page;
    const abort = /href="([^"]+\/abort)"/.exec(page.text)?.[1];
    if (consent === 'no' && abort !== undefined && page.text.includes('value="consent"')) {
      page = await go(new URL(abort, page.address));
      continue;
    }
    const fields = [...page.text.matchAll(/<input[^>]*>/g)].map(([tag]) => {
      const [name = '', value = ''] = ['name', 'value'].map(
        (key) => new RegExp(` ${key}="([^"]*)"`).exec(tag)?.[1] ?? '',
      );
      return [name, typed[name] ?? value] as const;
    });
    const form = new URLSearchParams(Object.fromEntries(fields.filter(([name]) => name !== '')));
    page = await go(new URL(action, page.address), form);
  }
  throw new Error(`the forms never end: ${page.address.href}`);
}

type Sending = {readonly ca: string; readonly cookies: ReadonlyMap<string, string>; readonly form?: URLSearchParams};

function send(address: URL, {ca, cookies, form}: Sending): Promise<IncomingMessage> {
  const isThere = address.protocol === 'https:';
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = {
    accept: 'text/html',
    ...(isThere && cookie !== '' ? {cookie} : {}),
    ...(form === undefined ? {} : {'content-type': 'application/x-www-form-urlencoded'}),
  };
  const options = {method: form === undefined ? 'GET' : 'POST', headers, ca, agent: false as const};
  return new Promise((resolve, reject) => {
    const sent = isThere ? httpsRequest(address, options, resolve) : httpRequest(address, options, resolve);
    sent.on('error', reject).end(form?.toString());
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
