import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {describe, onTestFinished} from 'vitest';
import {type Chromium, chromium} from '../services/install-chromium.ts';
import {offers} from './offers.ts';

/** The settings with which a page is shown. */
export type Look = {
  readonly width: number;
  readonly height?: number;
  readonly scheme: 'light' | 'dark';
  readonly media?: 'screen' | 'print';
};

/** A page in Chromium. */
export type BrowserPage = {
  /** Evaluates an expression in the page, whatever its policy forbids; a promise is awaited. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
  /** Evaluates an expression in an empty page beside it, which has no policy. */
  readonly blank: <T>(expression: string) => Promise<T>;
  readonly look: (look: Look) => Promise<void>;
  /** A screenshot of the whole page, as PNG. */
  readonly screenshot: () => Promise<Buffer>;
  /** The requested addresses, with the address of the page itself. */
  readonly requests: readonly string[];
  /** Errors, warnings and refusals in the console. */
  readonly problems: readonly string[];
};

type Answer = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Params;
  readonly sessionId?: string;
} & {
  readonly result?: Params;
  readonly error?: {readonly message: string};
};
type Params = Readonly<Record<string, unknown>>;

/** Runs a suite in Chromium. Without Chromium, the suite is skipped with the reason. With CI=true this is an error, because a skipped suite would pass. */
export async function withChromium(title: string, suite: (browser: Chromium) => void): Promise<void> {
  const found = await acquire();
  if (typeof found !== 'string') return void describe(`${title} (Chromium)`, () => suite(found));
  describe.skip(`${title} (${found})`, () => suite({program: '', fontConfig: '', axe: ''}));
}

async function acquire(): Promise<Chromium | string> {
  if (!offers('services')) return 'no Chromium in this command: npm run test:services has it';
  const say = (line: string): void => void process.stderr.write(`services: ${line}\n`);
  const found = await chromium(say).catch((error: unknown) => `Chromium cannot be installed: ${String(error)}`);
  const reason = found === undefined ? 'Chromium needs npm and Linux on x64' : found;
  if (typeof reason === 'string' && process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

/** Starts Chromium with a profile of its own and opens a page. It ends with the test. */
export async function openPage({program, fontConfig}: Chromium, address: string): Promise<BrowserPage> {
  const profile = await mkdtemp(join(tmpdir(), 'gantry-chromium-'));
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const quiet = ['--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const place = [`--user-data-dir=${profile}`, '--remote-debugging-pipe', '--hide-scrollbars', 'about:blank'];
  const env = {PATH: process.env['PATH'], HOME: profile, FONTCONFIG_FILE: fontConfig};
  const child = spawn(program, [...args, ...quiet, ...place], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(profile, {recursive: true, force: true});
  });
  const [, , , to, from] = child.stdio as unknown as readonly [null, null, null, Writable, Readable];
  const gone = ended.then(([code]) => Promise.reject(new Error(`Chromium ended with ${String(code)}`)));
  gone.catch(() => undefined);
  return pageOf(protocolOver(to, from, gone), address);
}

type Protocol = {
  readonly send: (method: string, params?: Params, sessionId?: string) => Promise<Params>;
  readonly on: (hear: (method: string, params: Params) => void) => void;
};

/** The DevTools protocol over two pipes: JSON texts that end with a zero byte. */
function protocolOver(to: Writable, from: Readable, gone: Promise<never>): Protocol {
  const waiting = new Map<number, PromiseWithResolvers<Params>>();
  const listeners: ((method: string, params: Params) => void)[] = [];
  let [rest, last] = ['', 0];
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const texts = `${rest}${chunk}`.split('\0');
    rest = texts.pop() ?? '';
    for (const {id, method, params = {}, result = {}, error} of texts.map((text) => JSON.parse(text) as Answer)) {
      if (method !== undefined) for (const hear of listeners) hear(method, params);
      const asked = id === undefined ? undefined : waiting.get(id);
      if (error === undefined) asked?.resolve(result);
      else asked?.reject(new Error(error.message));
    }
  });
  return {
    on: (hear) => void listeners.push(hear),
    send: (method, params = {}, sessionId) => {
      const asked = Promise.withResolvers<Params>();
      waiting.set(++last, asked);
      to.write(`${JSON.stringify({id: last, method, params, sessionId})}\0`);
      return Promise.race([asked.promise, gone]);
    },
  };
}

async function pageOf({send, on}: Protocol, address: string): Promise<BrowserPage> {
  const [ask, askBlank] = [await openTab(send), await openTab(send)];
  const [requests, problems]: [string[], string[]] = [[], []];
  const loaded = Promise.withResolvers<void>();
  on((method, params) => {
    if (method === 'Page.loadEventFired') loaded.resolve();
    if (method === 'Network.requestWillBeSent') requests.push((params['request'] as {url: string}).url);
    if (PROBLEMS.has(method)) problems.push(JSON.stringify(params));
  });
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await ask(`${domain}.enable`);
  await ask('Page.navigate', {url: address});
  await loaded.promise;
  return {
    requests,
    problems,
    evaluate: (expression) => evaluated(ask, expression),
    blank: (expression) => evaluated(askBlank, expression),
    look: async ({width, height = 800, scheme, media = 'screen'}) => {
      await ask('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 600});
      await ask('Emulation.setEmulatedMedia', {media, features: [{name: 'prefers-color-scheme', value: scheme}]});
    },
    screenshot: async () => {
      const {data} = await ask('Page.captureScreenshot', {format: 'png', captureBeyondViewport: true});
      return Buffer.from(String(data), 'base64');
    },
  };
}

type Ask = (method: string, params?: Params) => Promise<Params>;

async function openTab(send: Protocol['send']): Promise<Ask> {
  const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
  const {sessionId} = await send('Target.attachToTarget', {targetId, flatten: true});
  return (method, params) => send(method, params, String(sessionId));
}

async function evaluated<T>(ask: Ask, expression: string): Promise<T> {
  const evaluating = {expression, awaitPromise: true, returnByValue: true};
  const {result, exceptionDetails} = await ask('Runtime.evaluate', evaluating);
  if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
  return (result as {value: T}).value;
}

const PROBLEMS: ReadonlySet<string> = new Set([
  'Log.entryAdded',
  'Runtime.exceptionThrown',
  'Runtime.consoleAPICalled',
]);
