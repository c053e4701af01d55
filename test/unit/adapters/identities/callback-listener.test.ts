import {request} from 'node:http';
import {text} from 'node:stream/consumers';
import {describe, expect, it, onTestFinished} from 'vitest';
import {listenForCallback} from '../../../../src/adapters/oidc/callback-listener.ts';
import {page} from '../../../../src/adapters/oidc/page.ts';

const visit = (address: string, more: {readonly method?: string; readonly host?: string} = {}) =>
  new Promise<{readonly status: number | undefined; readonly text: string; readonly policy: unknown}>(
    (resolve, reject) => {
      const {method = 'GET', host} = more;
      const headers = host === undefined ? {} : {host};
      request(address, {method, headers, agent: false}, (answer) => {
        const policy = answer.headers['content-security-policy'];
        void text(answer).then((body) => resolve({status: answer.statusCode, text: body, policy}));
      })
        .on('error', reject)
        .end();
    },
  );

const listening = async () => {
  const listener = await listenForCallback(0, 'good');
  onTestFinished(() => listener.close());
  return listener;
};

describe('the callback of the browser', () => {
  it('the callback accepts only the state of this login, and the page shows the outcome', async () => {
    const listener = await listening();
    const strange = [
      {at: '/', status: 404},
      {at: '/callback', status: 400},
      {at: '/callback?state=other&code=stolen', status: 400},
      {at: '/callback?error=access_denied', status: 400},
      {at: '/favicon.ico?state=good', status: 404},
    ];
    const root = new URL(listener.redirectUri).origin;
    for (const {at, status} of strange) expect({at, ...(await visit(`${root}${at}`))}).toMatchObject({at, status});
    expect(await visit(`${listener.redirectUri}?state=good&code=1`, {method: 'POST'})).toMatchObject({status: 404});
    expect(await visit(`${listener.redirectUri}?state=good&code=1`, {host: 'evil.example'})).toMatchObject({
      status: 404,
    });

    const coming = visit(`${listener.redirectUri}?state=good&code=1`);
    const {address, answer} = await listener.returned;
    expect(address.searchParams.get('code')).toBe('1');
    expect(await visit(`${listener.redirectUri}?state=good&code=2`)).toMatchObject({status: 400});
    await answer({title: 'You are logged in', text: 'done', ok: true});
    expect(await coming).toMatchObject({status: 200, policy: expect.stringContaining("default-src 'none'")});
  });

  it('the callback listens only on loopback at the given port, and is closed afterwards', async () => {
    const listener = await listening();
    const {hostname, port, pathname} = new URL(listener.redirectUri);
    expect({hostname, pathname}).toEqual({hostname: '127.0.0.1', pathname: '/callback'});
    await expect(listenForCallback(Number(port), 'x')).rejects.toMatchObject({code: 'EADDRINUSE'});
  });

  it('the page escapes texts of others', () => {
    const html = page({title: '<script>alert(1)</script>', text: `"&'`});
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('&quot;&amp;&#39;');
  });
});
