import {RELEASE_CHAIN, ReleaseChain} from '../../config/documents/release-chain.ts';
import {MOST_MEBIBYTES_OF_STACK, readText, shownPath} from '../../config/read-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {indexKey, releasesPrefix} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';

/** A backend that remembers what was read from it. */
export type RememberingBackend = {
  readonly backend: Backend;
  /** Returns the documents of a history that were read and still exist, byte for byte. */
  readonly documentsOf: (names: HistoryNames, lineage: string) => Readonly<Record<string, string>>;
};

/** Returns a backend that remembers what is read from it, so that exactly the verified documents are saved and compared. */
export function rememberReads(backend: Backend): RememberingBackend {
  const found = new Map<string, string>();
  return {
    backend: {
      ...backend,
      get: async (key) => {
        const stored = await backend.get(key);
        if (stored === undefined) found.delete(key);
        else found.set(key, new TextDecoder().decode(stored.value));
        return stored;
      },
      list: async (prefix) => {
        const keys = await backend.list(prefix);
        for (const key of found.keys()) if (key.startsWith(prefix) && !keys.includes(key)) found.delete(key);
        return keys;
      },
    },
    documentsOf: (names, lineage) => {
      const own = [...found].filter(([key]) => key === indexKey(names) || key.startsWith(releasesPrefix(lineage)));
      return Object.fromEntries(own.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

/** Returns a saved chain as a backend that can only be read. The key for its MACs is not in the file, so that they are not checked. */
export function savedBackend({backend: name, documents}: ReleaseChain): Backend {
  return {
    name,
    isUnverified: true,
    get: async (key) => {
      const text = Object.hasOwn(documents, key) ? documents[key] : undefined;
      return text === undefined ? undefined : {value: new TextEncoder().encode(text), version: key};
    },
    list: async (prefix) => Object.keys(documents).filter((key) => key.startsWith(prefix)),
    put: refuse,
    delete: refuse,
  };
}

const refuse = async (): Promise<never> => {
  throw new Error('a saved chain cannot be written');
};

/** Reads a file of `gantry release verify --save`. @throws GantryError input/usage */
export function readChain(path: string): ReleaseChain {
  const {text, diagnostics} = readText(path, MOST_MEBIBYTES_OF_STACK, true);
  if (text === undefined) throw usage(diagnostics[0]?.message ?? `cannot read ${shownPath(path)}`);
  const chain = chainIn(text);
  if (chain === undefined) throw usage(`${shownPath(path)} is not a file that this version can verify`);
  return chain;
}

/** Reports whether a text is a saved chain. */
export const isChain = (text: string): boolean => chainIn(text) !== undefined;

function chainIn(text: string): ReleaseChain | undefined {
  try {
    return ReleaseChain.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Returns the text of a file with a chain. */
export const chainText = (chain: Omit<ReleaseChain, 'formatVersion' | 'kind'>): string =>
  `${JSON.stringify({formatVersion: 1, kind: RELEASE_CHAIN, ...chain} satisfies ReleaseChain, undefined, 2)}\n`;

const usage = (message: string): GantryError =>
  new GantryError({code: 'input/usage', message, hint: 'Save one with "gantry release verify --save FILE".'});
